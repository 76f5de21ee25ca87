/// The question and the notices, fitted into the available lines.
///
/// The newest chooses first. Each is shown in its longest form that fits; where none does, it is
/// cut after its beginning. What the user has typed as an answer is always shown.
struct BoardMessages {
    /// The messages, the newest last.
    let messages: [BoardViewModel.Line]
    let columns: Int

    /// Returns as many messages as fit into a number of lines, the newest at the bottom.
    func lines(_ rows: Int) -> [BoardViewModel.Line] {
        var lines: [BoardViewModel.Line] = []
        for message in messages.reversed() where lines.count < rows {
            lines = wrapped(message, rows: rows - lines.count) + lines
        }
        return lines
    }

    private func wrapped(_ message: BoardViewModel.Line, rows: Int) -> [BoardViewModel.Line] {
        let forms = ([message.text] + message.shorter).lazy.map {
            TextLines.wrapped($0, columns: columns)
        }
        var lines = forms.first { fits($0, rows: rows) } ?? forms[message.shorter.count]
        if lines.count > rows {
            // Includes the next word, so that the line is filled before it is cut.
            let last = lines[(rows - 1)...].joined(separator: " ")
            lines = lines.prefix(rows - 1) + [cut(last, endingIn: message.typed)]
        }
        return lines.map { BoardViewModel.Line(text: $0, style: message.style) }
    }

    private func fits(_ lines: [String], rows: Int) -> Bool {
        lines.count <= rows && lines.allSatisfy { TextWidth.of($0) <= columns }
    }

    /// Returns the beginning and what was typed, with an ellipsis between them.
    private func cut(_ text: String, endingIn typed: String) -> String {
        let end = typed.isEmpty ? "" : " \(typed)"
        let room = columns - TextWidth.of(end)
        return PrintableText.shortened(text, toColumns: max(room, 1)) + end
    }
}
