/// A question that is answered with yes, or with anything else for Cancel.
struct Question {
    let context: Context

    /// Where a person sees the question; output may be a file.
    func screen() throws(Failure) -> Output {
        guard context.streams.input.isTerminal else {
            throw Failure(.usage, "cannot ask: standard input is no terminal; say --yes")
        }
        let outputs = [context.streams.errors, context.streams.output]
        guard let screen = outputs.first(where: \.isTerminal) else {
            throw Failure(.usage, "cannot ask: standard output is no terminal; say --yes")
        }
        return screen
    }

    /// Asks, and comes back after a yes.
    func ask(_ text: String) throws(Failure) {
        let screen = try screen()
        try screen.write(text)
        let answer = context.streams.input.line()
        if let answer, isYes(answer) { return }
        try screen.write(answer == nil ? "\ncancelled\n" : "cancelled\n")
        throw Failure(.refused, nil)
    }

    private func isYes(_ answer: String) -> Bool {
        ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }
}
