/// The question and the notices in as many lines as there are for them.
///
/// The newest has the first choice; each is shown in its longest form that there is room for. Where
/// there is none, it is shown from its beginning, and what is typed as an answer always.
struct BoardMessages {
    /// What there is to say, the newest last.
    let messages: [BoardViewModel.Line]
    let columns: Int

    /// As much of them as so many lines have room for, the newest at the bottom.
    func lines(_ rows: Int) -> [BoardViewModel.Line] {
        var lines: [BoardViewModel.Line] = []
        for message in messages.reversed() where lines.count < rows {
            lines = wrapped(message, rows: rows - lines.count) + lines
        }
        return lines
    }

    private func wrapped(
        _ message: BoardViewModel.Line, rows: Int
    ) -> [BoardViewModel.Line] {
        let forms = ([message.text] + message.shorter).lazy.map {
            TextLines.wrapped($0, columns: columns)
        }
        var lines = forms.first { fits($0, rows: rows) } ?? forms[message.shorter.count]
        if lines.count > rows {
            // With the next word, so that its line is cut, and not short for no reason.
            let last = lines[(rows - 1)...].joined(separator: " ")
            lines = lines.prefix(rows - 1) + [cut(last, endingIn: message.typed)]
        }
        return lines.map { BoardViewModel.Line(text: $0, style: message.style) }
    }

    private func fits(_ lines: [String], rows: Int) -> Bool {
        lines.count <= rows && lines.allSatisfy { TextWidth.of($0) <= columns }
    }

    /// The beginning and what was typed, with a sign for what is between.
    private func cut(_ text: String, endingIn typed: String) -> String {
        let end = typed.isEmpty ? "" : " \(typed)"
        let room = columns - TextWidth.of(end)
        return PrintableText.shortened(text, toColumns: max(room, 1)) + end
    }
}
