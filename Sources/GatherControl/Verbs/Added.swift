import GatherAPI

/// `added`: the least added time of a period, as it is announced.
enum Added {
    static let verb = Verb(
        name: "added", arguments: "N [--force]",
        summary: tr("announce the least added time in minutes"),
        failure: tr("cannot announce the added time: %1$@"), topic: .countdown,
        options: [.fewer],
        manual: """
            In a match with a *format*, while a period of play is running: announce that at least
            *N* minutes, from 1 to 60, are added to it. Boards show it beside the clock, as "+3". It
            does not end the period: only the whistle does. You can announce more minutes later;
            fewer than before need --force. The next period begins without added time.
            """
    ) { (arguments) throws(UsageError) in
        let word = try arguments.required(tr("the number of minutes, such as 3, is missing"))
        guard let minutes = minutes(word) else {
            let range = InterfaceLimits.addedMinutes
            throw arguments.cannot(
                tr(
                    "'%1$@' is not a number of minutes from %2$@ to %3$@", word,
                    range.lowerBound, range.upperBound))
        }
        return Change.announceAddedTime(minutes, isForced: arguments.has(.fewer))
    }

    /// Returns the minutes that a text such as `3` or `+3` gives, if a period can have them.
    static func minutes(_ text: String) -> Int? {
        let digits = text.dropFirst(text.hasPrefix("+") ? 1 : 0)
        guard let minutes = Int(digits: digits), InterfaceLimits.addedMinutes.contains(minutes)
        else { return nil }
        return minutes
    }
}

extension Option {
    fileprivate static let fewer = Option(
        "force", tr("also fewer minutes than before"), isEffect: true)
}

extension Change {
    /// Announces the least added time of the period of play.
    ///
    /// - Parameter period: The place of the period that is meant; nil for any.
    static func announceAddedTime(
        _ minutes: Int, period: Int? = nil, isForced: Bool = false
    ) -> Change {
        let method = GatherMethod.AnnounceAddedTime(
            minutes: minutes, period: period, force: isForced ? true : nil)
        return Change(method, Added.verb.failure) { answer in
            let name = PeriodName.shown(answer.gather.course?.period.id ?? "")
            let text = tr("%1$@: at least +%2$@", name, minutes)
            return answer.outcome.changed ? text : tr("no change: %1$@", text)
        }
    }
}
