/// A question that is answered with yes; anything else cancels.
struct Question {
    let context: Context

    /// Returns the terminal on which the user sees the question; standard output may be a file.
    ///
    /// - Throws: A ``Failure`` if there is no terminal to ask or to answer on.
    func screen() throws(Failure) -> Output {
        guard context.streams.input.isTerminal else {
            throw Failure(
                .usage,
                tr("cannot ask for confirmation: standard input is not a terminal; use --yes"))
        }
        let outputs = [context.streams.errors, context.streams.output]
        guard let screen = outputs.first(where: \.isTerminal) else {
            throw Failure(
                .usage,
                tr("cannot ask for confirmation: standard output is not a terminal; use --yes"))
        }
        return screen
    }

    /// Asks the question, and returns after a yes.
    ///
    /// - Throws: A ``Failure`` after any other answer.
    func ask(_ text: String) throws(Failure) {
        let screen = try screen()
        try screen.write("\(text) ")
        let answer = context.streams.input.line()
        if let answer, isYes(answer) { return }
        try screen.write("\(answer == nil ? "\n" : "")\(tr("cancelled"))\n")
        throw Failure(.refused, nil)
    }

    /// Returns true for the word that the question shows, or its first letter, with or without its
    /// accents; the English one is an answer in every language.
    private func isYes(_ answer: String) -> Bool {
        let typed = FoldedName(answer.filter { !$0.isWhitespace }).letters
        guard !typed.isEmpty else { return false }
        let words = ["yes", tr("yes", context: "answer")].map { FoldedName($0).letters }
        return words.contains { $0 == typed || typed.count == 1 && $0.first == typed.first }
    }
}
