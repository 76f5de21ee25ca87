import GatherAPI
import LinuxIO
import Varlink

/// `undo` and `redo`.
enum Undo {
    static let undo = Verb(
        name: "undo", arguments: "[N|--match]",
        summary: "take back the last command, or event N of the log",
        failure: tr("cannot undo: %1$@"),
        topic: .mistakes, options: [.match], operands: [.events],
        manual: """
            Take back the last command as if it had never been given, and say what it was; or the
            command that made event N of the *log*. An end can be undone for 12 hours, while no
            later gather has been opened. It is of the match: where a player was added, edited or
            removed after that, nothing is taken back, the exit status is 1, and it is said what
            does that, such as *player restore*. --match goes on to the match.
            """
    ) { (arguments) throws(UsageError) in
        var number: Int?
        if let word = arguments.optional() {
            number = Int(digits: word[...])
            guard let number, number > 0 else {
                throw arguments.cannot(
                    "'\(word)' is no number of an event; 'gatherctl log' lists them")
            }
        }
        return Change.undo(number: number, isOfMatch: arguments.has(.match))
    }

    static let redo = Verb(
        name: "redo", summary: "take back the last undo", failure: tr("cannot redo: %1$@"),
        topic: .mistakes
    ) { _ in Change.redo }
}

extension Option {
    fileprivate static let match = Option(
        "match", "also where the squad was changed since", isEffect: true)
}

extension Change {
    /// Undoes the last command, or the one that caused the event with this number; `isOfMatch`
    /// undoes a command of the match even if the squad was changed after it.
    static func undo(number: Int?, isOfMatch: Bool = false) -> Change {
        Change(
            GatherMethod.Undo(number: number, match: isOfMatch ? true : nil), Undo.undo.failure
        ) { (reader, gather, _, now) throws(VarlinkError) in
            undone(try reader.required("undone"), gather, at: now)
        }
    }

    static let redo: Change = Change(GatherMethod.Redo(), Undo.redo.failure) {
        (reader, gather, _, now) throws(VarlinkError) in
        let what: String = try reader.required("redone")
        return "redone: \(what.shown)\n\(present(gather, at: now))"
    }

    /// Returns what was undone, and the present state.
    static func undone(
        _ what: String, _ gather: GatherSnapshot?, at now: ClockReading
    ) -> String {
        "undone: \(what.shown)\n\(present(gather, at: now))"
    }
}
