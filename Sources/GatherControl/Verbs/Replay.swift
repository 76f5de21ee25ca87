/// `replay`: plays a match again on a gatherd of its own.
struct Replay: Command {
    static let verb = Verb(
        name: "replay", arguments: "FILE|ID [ID] [--speed N] [--once]",
        summary: tr("play a match again"),
        failure: tr("cannot play a match again: %1$@"), topic: .history,
        options: [.playSpeed, .playOnce], operands: [.records, .gathers], hasAnswer: false,
        manual: """
            Play a match again on a gatherd(8) of its own, which keeps nothing. The match is in a
            file that *export* has written as JSON, or is one of the daemon. If the file has several
            matches, the ID says which. It prints its address, for *watch*, *web* and any other
            command: what you try there does not touch the matches of the pitch. You can look at it
            until ^C, or with --once until the match is over.

            Each command is given again at its moment, so that the result, the minutes, the cards
            and what was undone are the same. What no command made, such as a reboot of the machine,
            is left out, and it says so. A draw becomes the moves that it made. A record that
            *verify* does not find whole, and a file that ends before the match was over, are played
            too, with a warning on standard error.

            With --speed 60 an hour takes a minute: the clock of this gatherd is moved ahead ten
            times a second, and displays show what they would have shown then. Between two moves
            they go on at the usual speed, so 1 is the slowest, and 1000 the fastest. With --speed
            0, or max, all of it is there at once. It does not wait for what came after the end. All
            times are those of this clock: the match begins now.
            """
    ) { (arguments) throws(UsageError) in
        let word = try arguments.required(tr("the match, a file or an ID, is missing"))
        let options = try arguments.replayOptions()
        guard GatherName.isPath(word) else {
            return Replay(source: .gather(try arguments.gather(word)), options: options)
        }
        let name = try arguments.gatherIfGiven()
        guard name != .last else {
            throw arguments.cannot(tr("'last' is not a match of a file; use its ID"))
        }
        return Replay(source: .file(word, id: name?.id), options: options)
    }

    /// The record of a match.
    enum Source: Hashable {
        /// A match of gatherd.
        case gather(GatherName)
        /// An export, and the beginning of the ID of a match in it.
        case file(String, id: String?)
    }

    let source: Source
    let options: ReplayOptions

    var isEndless: Bool { true }

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        let record =
            switch source {
            case .gather(let name): try MatchRecord(name, context, failure)
            case .file(let path, let id): try MatchRecord(exportedTo: path, id, failure)
            }
        try ReplayCommand.run(options, context, failure) { _ in record }
    }
}

extension ArgumentReader {
    /// Reads how a match is played again.
    func replayOptions() throws(UsageError) -> ReplayOptions {
        ReplayOptions(speed: try speed(), isOnce: has(.playOnce))
    }

    private func speed() throws(UsageError) -> Double? {
        guard let text = text(.playSpeed) else { return 1 }
        // Not translated: a word that is typed.
        if text == "max" || text == "0" { return nil }
        guard let speed = Double(text), (1...1_000).contains(speed) else {
            throw cannot(tr("'%1$@' is not a speed; use 1 to 1000, or max", text))
        }
        return speed
    }
}

extension Option {
    static let playSpeed = Option(
        "speed", tr("how many times faster than it was played, or max"), takes: "N",
        completes: .choices(["1", "10", "60", "max"]))
    static let playOnce = Option("once", tr("end when the match is over"))
}
