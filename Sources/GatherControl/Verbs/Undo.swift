import GatherAPI
import LinuxIO
import Varlink

/// `undo` and `redo`.
enum Undo {
    static let undo = Verb(
        name: "undo", arguments: "[N|--match]",
        summary: tr("undo the last command, or event N of the log"),
        failure: tr("cannot undo: %1$@"),
        topic: .mistakes, options: [.match], operands: [.events],
        manual: """
            Undo the last command as if it had never been given, and say what it was; or the command
            that caused event N of the *log*. An end can be undone for 12 hours, as long as no later
            match has been opened. Only commands of the match can be undone. If a player was added,
            edited or removed since then, nothing is undone, the exit status is 1, and the message
            names the command that takes that back, such as *player restore*. With --match the last
            command of the match is undone even so.
            """
    ) { (arguments) throws(UsageError) in
        let number = try arguments.optional().map(arguments.event)
        return Change.undo(number: number, isOfMatch: arguments.has(.match))
    }

    static let redo = Verb(
        name: "redo", summary: tr("redo what was undone last"), failure: tr("cannot redo: %1$@"),
        topic: .mistakes
    ) { _ in Change.redo }
}

extension Option {
    fileprivate static let match = Option(
        "match", tr("in the match, even if the squad has changed since"), isEffect: true)
}

extension Change {
    /// Undoes the last command, or the one that caused the event with this number; `isOfMatch`
    /// undoes a command of the match even if the squad was changed after it.
    ///
    /// - Parameter isLast: True if the command with the number is shown as the last one, so that a
    ///   change of the squad after it matters.
    static func undo(number: Int?, isOfMatch: Bool = false, isLast: Bool = false) -> Change {
        Change(
            GatherMethod.Undo(
                number: number, match: isOfMatch ? true : nil, last: isLast ? true : nil),
            Undo.undo.failure
        ) { (reader, gather, _, now) throws(VarlinkError) in
            undone(try reader.translated("undone"), gather, at: now)
        }
    }

    static let redo: Change = Change(GatherMethod.Redo(), Undo.redo.failure) {
        (reader, gather, _, now) throws(VarlinkError) in
        let what = try reader.translated("redone")
        return "\(tr("redone: %1$@", what))\n\(present(gather, at: now))"
    }

    /// Returns what was undone, and the present state.
    static func undone(_ what: String, _ gather: GatherSnapshot?, at now: ClockReading) -> String {
        "\(tr("undone: %1$@", what))\n\(present(gather, at: now))"
    }
}
