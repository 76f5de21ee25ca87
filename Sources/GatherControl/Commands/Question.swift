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

    /// Asks the question, with the answers behind it, and returns after a yes.
    ///
    /// - Throws: A ``Failure`` after any other answer.
    func ask(_ text: String) throws(Failure) {
        let screen = try screen()
        let yes = Answer.yes
        try screen.write("\(text) \(tr("%1$@/[Cancel]", yes.capital)) ")
        let answer = context.streams.input.line()
        if let answer, yes.isTypedOrBegun(in: answer) { return }
        try screen.write("\(answer == nil ? "\n" : "")\(tr("cancelled"))\n")
        throw Failure(.refused, nil)
    }
}
