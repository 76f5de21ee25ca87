import GatherAPI

/// `period`: the whistle that ends a period and begins the next one.
enum Period {
    static let verb = Verb(
        name: "period", synonyms: ["half"], arguments: "[next|begin|end] [--ago D]",
        summary: tr("end the period, or begin the next one"),
        failure: tr("cannot change the period: %1$@"), topic: .countdown, options: [.ago],
        operands: [.choices(Action.allCases.map(\.rawValue))],
        manual: """
            For a match with a *format*: at the whistle, end the period of play or begin the next
            one, whichever fits. If you press it again within a second, nothing happens. *begin* and
            *end* do only one of the two. A break begins when a period ends, and ends when the next
            one begins; *start* begins the next period too. Only the whistle ends a period, not its
            clock. With --ago the whistle was that long ago.
            """
    ) { (arguments) throws(UsageError) in
        let word = arguments.optional()
        guard let action = Action(rawValue: word ?? Action.next.rawValue) else {
            let choices = Action.allCases.map(\.rawValue)
            throw arguments.cannot(
                Suggestion.text(
                    tr("'%1$@' is not one of next, begin and end", word ?? ""),
                    Suggestion.nearest(to: word ?? "", in: choices)))
        }
        return Change.whistle(action, agoMilliseconds: try Countdown.ago(arguments))
    }

    /// The action of a whistle.
    typealias Action = GatherMethod.Whistle.What
}

extension Change {
    /// Ends the period, or begins the next one.
    ///
    /// - Parameter period: The place of the period that is meant; nil for any.
    static func whistle(
        _ action: Period.Action, period: Int? = nil, agoMilliseconds: Int? = nil
    ) -> Change {
        let method = GatherMethod.Whistle(
            what: action == .next ? nil : action, period: period, agoMilliseconds: agoMilliseconds)
        return Change(method, Period.verb.failure) { answer in
            let text = "\(answer.clock.digits) \(answer.clock.sentence)"
            return answer.outcome.changed
                ? text : tr("no change, the last whistle was a moment ago: %1$@", text)
        }
    }

    /// Returns what the whistle does to the match as it is shown; if it is blown on two boards at
    /// once, it takes effect once.
    static func whistle(_ gather: GatherSnapshot?) -> Change {
        guard let course = gather?.course else { return .whistle(.next) }
        return course.isInPlay
            ? .whistle(.end, period: course.index) : .whistle(.begin, period: course.nextIndex)
    }
}
