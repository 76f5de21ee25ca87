import GatherAPI
import Varlink

/// `simulate`: plays a match that nobody has played.
struct Simulate: Command {
    static let verb = Verb(
        name: "simulate", arguments: "[--format NAME] [--seed N] ...",
        summary: tr("play an invented match"),
        failure: tr("cannot play a match: %1$@"), topic: .history,
        options: [.builtInFormat, .matchSeed, .playSpeed, .playOnce], hasAnswer: false,
        manual: """
            Play an invented match, on a gatherd(8) of its own as *replay* does: sides of eleven
            with a bench, random goals, cards, substitutions and fouls, sometimes a goal that is
            taken back, and added time. The same seed makes the same match; if you give none, the
            seed is printed. The format is one that is built in, 'gather' for a plain countdown of
            20 minutes, or a name such as 2x25-5, as for *new*. Without one it is 'halves'.
            """
    ) { (arguments) throws(UsageError) in
        var seed: Int?
        if let text = arguments.text(.matchSeed) {
            guard let number = Int(digits: text[...]) else {
                throw arguments.cannot(tr("'%1$@' is not a seed; use a whole number", text))
            }
            seed = number
        }
        // Not translated: the name of a format.
        let format = arguments.text(.builtInFormat) ?? "halves"
        return Simulate(format: format, seed: seed, options: try arguments.replayOptions())
    }

    let format: String
    let seed: Int?
    let options: ReplayOptions

    // Not translated: the name of the plain countdown.
    private static let plain = "gather"
    private static let plainSeconds = 1_200

    var isEndless: Bool { true }

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        let seed = seed ?? Int.random(in: 0...InterfaceLimits.seed.upperBound)
        try ReplayCommand.run(options, context, failure) { (daemon) throws(Failure) in
            let plays = try plays(daemon, failure)
            if self.seed == nil, !context.options.quiet {
                try context.streams.output.write(tr("seed %1$@", seed) + "\n")
            }
            let match = SimulatedMatch(
                seed: seed, format: format == Self.plain ? nil : format, plays: plays)
            return MatchRecord(id: "", events: match.events)
        }
    }

    private func plays(
        _ daemon: PrivateDaemon, _ failure: String
    ) throws(Failure) -> [SimulatedMatch.Play] {
        if format == Self.plain {
            let play = SimulatedMatch.Play(
                index: 0, length: Self.plainSeconds, runsOn: false, beginsAtOnce: false)
            return [play]
        }
        let call = Call(GatherMethod.getFormats.fullName, ["name": .string(format)])
        let reply = try? daemon.session.call(call)
        guard let known = reply?.parameters["formats"]?.array?.first else {
            throw Failure(
                .usage, failure, cause: tr("there is no format '%1$@' built in", format.shown),
                hint: tr("'gatherctl format' lists them"))
        }
        return SimulatedMatch.Play.all(of: known)
    }
}

extension Option {
    /// The gatherd of its own that plays has no files with formats.
    fileprivate static let builtInFormat = matchFormat(.builtInFormats)
    fileprivate static let matchSeed = Option(
        "seed", tr("make the same match again, any whole number"), takes: "N")
}
