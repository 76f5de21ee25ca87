import GatherAPI
import LinuxIO

/// `kick-off`: shows, sets or removes the kick-off of the open match.
struct KickOff: Command {
    static let verb = Verb(
        name: "kick-off", arguments: "[TIME [--auto]|none]",
        summary: tr("show or set when the match starts"),
        failure: tr("cannot set the kick-off: %1$@"), topic: .match, options: [.auto], isLook: true,
        operands: [.choices([nothing])],
        manual: """
            Show the kick-off of the open match, or set it: at the next _18:30_, at a date and time
            such as '2026-11-24 18:30', or after a length of time such as _+20m_, up to seven days
            ahead. Every display counts down to it, and says later that it was due. *start* starts
            the match, also before the kick-off. With --auto the countdown starts by itself at that
            moment, once. If gatherd(8) or its machine was down then, the countdown goes on as if it
            had started at that moment. It does not start if only one side has players. *undo* takes
            the start back, and then the match waits for *start*. The kick-off is a time of day: it
            follows the clock of the machine of gatherd(8), also when somebody sets that clock.
            *none* removes the kick-off.
            """
    ) { (arguments) throws(UsageError) in
        guard let word = arguments.optional() else {
            guard !arguments.has(.auto) else {
                throw arguments.cannot(tr("the time, such as 18:30 or +20m, is missing"))
            }
            return KickOff(action: .show)
        }
        guard word == nothing else { return KickOff(action: .set(try arguments.kickOff(word))) }
        guard !arguments.has(.auto) else { throw arguments.cannot("--auto", with: word) }
        return KickOff(action: .remove)
    }

    private static let nothing = ProfileChange.nothing

    private enum Action: Hashable {
        case show
        case set(TypedKickOff)
        case remove
    }

    private let action: Action

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        switch action {
        case .show:
            try context.show(GatherMethod.Get(), failure: tr("cannot show the kick-off: %1$@")) {
                Self.lines($0.gather, at: context.time.now())
            }
        case .set(let kickOff):
            let microseconds = try kickOff.microseconds(context, failure: failure)
            try Change.setKickOff(microseconds, isAutomatic: kickOff.isAutomatic).run(context)
        case .remove: try Change.setKickOff(nil).run(context)
        }
    }

    /// Returns the lines about the kick-off of a match.
    fileprivate static func lines(_ gather: GatherSnapshot?, at now: ClockReading) -> [String] {
        KickOffViewModel(gather, at: now)?.lines ?? [tr("no kick-off is set")]
    }
}

extension Change {
    /// Sets the kick-off, or removes it if it is nil.
    ///
    /// - Parameter microseconds: The moment by the wall clock.
    static func setKickOff(_ microseconds: Int?, isAutomatic: Bool = false) -> Change {
        let method = GatherMethod.SetKickOff(
            kickOffMicroseconds: microseconds, kickOffAutomatic: isAutomatic ? true : nil)
        return Change(method, KickOff.verb.failure) { answer in
            let lines = KickOff.lines(answer.gather, at: answer.now).joined(separator: "\n")
            return answer.outcome.changed ? lines : tr("no change: %1$@", lines)
        }
    }
}
