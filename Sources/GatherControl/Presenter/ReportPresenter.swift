import GatherAPI

/// The facts of a match for its report, collected from its events.
struct MatchReport {
    /// The sides with their players, by the last message.
    var sides: Sides?

    /// The time at which the countdown first began to run.
    private(set) var startedAt: String?
    private(set) var goneMilliseconds = 0
    /// The changes of the score that stand, in the order of the goals.
    private(set) var goals: [TimelineEntry] = []

    mutating func add(_ entry: TimelineEntry) {
        goneMilliseconds = max(entry.goneMilliseconds, 0)
        guard entry.undoneBy == nil else { return }
        if entry.kind == "started", startedAt == nil { startedAt = entry.at }
        guard entry.kind == "scoreChanged", entry.goals != 0 else { return }
        let place = entry.before.flatMap { before in goals.firstIndex { $0.number == before } }
        goals.insert(entry, at: place ?? goals.endIndex)
    }
}

/// Presents a match in a few lines of plain text, for people who were not there.
enum ReportPresenter {
    static func lines(_ gather: GatherSummary, _ report: MatchReport) -> [String] {
        let goals = report.goals.map { line($0, gather) }
        let sides = report.sides.map(SidesPresenter.lines) ?? []
        return ["\(gather.scoreLine), \(result(gather))", times(gather, report), ""]
            + sides + (sides.isEmpty ? [] : [""]) + (goals.isEmpty ? [tr("no goals")] : goals)
    }

    private static func result(_ gather: GatherSummary) -> String {
        switch gather.phase {
        case .open: tr("not over yet")
        case .ended: gather.result
        case .discarded: tr("left without a result")
        }
    }

    private static func times(_ gather: GatherSummary, _ report: MatchReport) -> String {
        let (date, start) = dateAndTime(report.startedAt ?? gather.openedAt)
        guard let endedAt = gather.endedAt else { return tr("%1$@, from %2$@", date, start) }
        let (lastDate, end) = dateAndTime(endedAt)
        let until = lastDate == date ? end : "\(lastDate) \(end)"
        let played = TimeText.gone(milliseconds: report.goneMilliseconds)
        return tr("%1$@, %2$@ to %3$@, %4$@ played", date, start, until, played)
    }

    private static func dateAndTime(_ time: String) -> (date: Substring, time: Substring) {
        let text = TimeText.dateAndTime(time)
        return (text.prefix(TimeText.dateWidth), text.dropFirst(TimeText.dateWidth + 1))
    }

    private static func line(_ goal: TimelineEntry, _ gather: GatherSummary) -> String {
        let minute = TimeText.minute(milliseconds: goal.goneMilliseconds)
        let score = "\(minute)' \(goal.standingScore ?? goal.score)"
        if goal.correction == true { return tr("%1$@ corrected", score) }
        // An older gatherd without this field does not report whose goal it was.
        let team = goal.team.map { $0 == .teamA ? gather.teamAName : gather.teamBName }
        let count = goal.goals.flatMap {
            $0 > 1 ? tr("%1$@ goal", "%1$@ goals", count: $0) : nil
        }
        let scorer = goal.scorer.map { goal.ownGoal == true ? tr("own goal of %1$@", $0) : $0 }
        let end = goal.lowered == true ? tr("removed") : nil
        let details = [team, count ?? scorer, end].compactMap(\.self).joined(separator: ", ")
        return details.isEmpty ? score : "\(score) \(details)"
    }
}
