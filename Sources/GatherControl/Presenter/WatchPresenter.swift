import GatherAPI
import LinuxIO

/// Presents a watcher's state as a line.
enum WatchPresenter {
    /// Returns one line for a pipe, with a column for the reason, or `STALE`.
    ///
    /// - Parameter reason: The reason for the line; nil if it is that of the last message.
    static func line(
        _ state: WatchState, reason: Reason? = nil, at now: ClockReading
    ) -> String {
        let last = state.isStale ? "STALE" : reason?.rawValue ?? state.reason
        guard let gather = state.gather else {
            return "\(nothing(state))  \(last)"
        }
        let clock = state.clock(at: now)
        let kickOff = clock.kickOff.map { "  \($0.period)" } ?? ""
        let line = "\(clock.digits)  \(clock.state)  \(gather.scoreLine)  \(last)\(kickOff)"
        if includesSides(last, gather.sides) {
            return "\(line)  \(SidesPresenter.line(gather.sides))"
        }
        if let card = card(last, gather) {
            let text = CardPresenter.text(
                card.card, name: card.player?.name, team: gather.team(card.team).name)
            return "\(line)  \(text)"
        }
        if last == Reason.kickTaken.rawValue, let words = KicksPresenter.words(gather) {
            return "\(line)  \(words)"
        }
        guard last == Reason.submissionChanged.rawValue,
            let submission = SubmissionPresenter.line(gather.submission, at: now)
        else { return line }
        return "\(line)  \(submission)"
    }

    /// Returns the card that was shown or amended last, if that is the reason.
    private static func card(_ reason: String, _ gather: GatherSnapshot) -> CardFields? {
        switch Reason(rawValue: reason) {
        case .cardShown: gather.cards?.last
        case .cardAmended: gather.cards?.max { ($0.amendedBy ?? 0) < ($1.amendedBy ?? 0) }
        default: nil
        }
    }

    /// Returns true if the line for this reason includes the players of the sides.
    private static func includesSides(_ reason: String, _ sides: Sides) -> Bool {
        switch Reason(rawValue: reason) {
        case .playersChanged, .substituted: true
        case .snapshot, .opened, .undone, .redone: !SidesPresenter.lines(sides).isEmpty
        default: false
        }
    }

    private static func nothing(_ state: WatchState) -> String {
        state.isKnown ? tr("no match yet") : tr("nothing known")
    }
}
