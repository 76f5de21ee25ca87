import GatherAPI
import LinuxIO

/// Presents a watcher's state as a line.
enum WatchPresenter {
    /// Returns one line for a pipe, with a column for the reason, or `STALE`, and its details.
    ///
    /// - Parameters:
    ///   - reason: The reason for the line; nil if it is that of the last message.
    ///   - before: The gather of the line before; nil if there is none.
    static func line(
        _ state: WatchState, reason: Reason? = nil, after before: GatherSnapshot? = nil,
        at now: ClockReading
    ) -> String {
        let last = state.isStale ? "STALE" : reason?.rawValue ?? state.reason
        guard let gather = state.gather else {
            return "\(state.isKnown ? tr("no match yet") : tr("nothing known"))  \(last)"
        }
        let clock = state.clock(at: now)
        let kickOff = clock.kickOff.map { "  \($0.period)" } ?? ""
        let line = "\(clock.digits)  \(clock.state)  \(gather.scoreLine)  \(last)\(kickOff)"
        let old = before?.id == gather.id ? before : nil
        guard let reason = Reason(rawValue: last),
            let details = details(reason, gather, after: old, at: now)
        else { return line }
        return "\(line)  \(details)"
    }

    /// Returns the details of what a reason names; nil if it says everything.
    private static func details(
        _ reason: Reason, _ gather: GatherSnapshot, after old: GatherSnapshot?, at now: ClockReading
    ) -> String? {
        switch reason {
        case .playersChanged, .substituted: SidesPresenter.line(gather.sides)
        case .snapshot, .opened, .undone, .redone: wholeState(gather)
        case .cardShown, .cardAmended: card(reason, gather)
        case .periodBegan: gather.course.map { PeriodName.shown($0.period.id) }
        case .periodEnded: endedPeriod(gather, after: old)
        case .addedTimeAnnounced: gather.course?.addedMinutes.map { "+\($0)" }
        case .foulCounted: foul(gather, after: old)
        case .timeOutTaken: timeOut(gather)
        case .formatChosen: gather.course?.format
        case .kicksBegan, .kickTaken, .ended: KicksPresenter.status(gather)
        case .submissionChanged: SubmissionPresenter.line(gather.submission, at: now)
        default: nil
        }
    }

    /// Returns what the line itself does not say of a match: its kicks and its sides.
    private static func wholeState(_ gather: GatherSnapshot) -> String? {
        let sides =
            SidesPresenter.lines(gather.sides).isEmpty
            ? nil : SidesPresenter.line(gather.sides)
        let parts = [KicksPresenter.status(gather), sides].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "  ")
    }

    /// Returns the card that was shown or amended last.
    private static func card(_ reason: Reason, _ gather: GatherSnapshot) -> String? {
        let card =
            reason == .cardShown
            ? gather.cards?.last
            : gather.cards?.max { ($0.amendedBy ?? 0) < ($1.amendedBy ?? 0) }
        return card.map { card in
            CardPresenter.text(
                card.card, name: card.player?.name, team: gather.team(card.team).name)
        }
    }

    /// Returns the period that has ended: the last one, or that of the line before; nil if nobody
    /// played then.
    private static func endedPeriod(
        _ gather: GatherSnapshot, after old: GatherSnapshot?
    ) -> String? {
        if let course = gather.course, course.stage == .over {
            return PeriodName.shown(course.period.id)
        }
        guard let course = old?.course, course.isInPlay else { return nil }
        return PeriodName.shown(course.period.id)
    }

    private static func timeOut(_ gather: GatherSnapshot) -> String? {
        guard let present = gather.course?.timeOuts?.present else { return nil }
        return StoppagePresenter.timeOut(of: present.team, gather)
    }

    /// Returns the foul that was counted last, or the fouls of both sides if more was missed.
    private static func foul(_ gather: GatherSnapshot, after old: GatherSnapshot?) -> String? {
        guard let old, let side = gather.sideOfFoul(after: old) else {
            return StoppagePresenter.fouls(gather)
        }
        let number = StoppagePresenter.fouls(of: side, gather)
        return tr("foul of %1$@, %2$@", gather.team(side).name, number)
    }
}
