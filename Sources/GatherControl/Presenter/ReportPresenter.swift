import GatherAPI

/// A match in a few lines of plain text, for people who were not there.
enum ReportPresenter {
    /// The lines.
    static func lines(_ gather: GatherSummary, _ report: MatchReport) -> [String] {
        let goals = goals(gather, report)
        let sides = report.sides.map(SidesPresenter.lines) ?? []
        return ["\(gather.scoreLine)\(result(gather))", times(gather, report), ""]
            + sides + (sides.isEmpty ? [] : [""]) + (goals.isEmpty ? ["no goals"] : goals)
    }

    private static func result(_ gather: GatherSummary) -> String {
        switch gather.phase {
        case .open: ", not over yet"
        case .ended: ", \(gather.result)"
        case .discarded: ", left without a result"
        }
    }

    private static func times(_ gather: GatherSummary, _ report: MatchReport) -> String {
        let (date, start) = dateAndTime(report.startedAt ?? gather.openedAt)
        guard let endedAt = gather.endedAt else { return "\(date), from \(start)" }
        let (lastDate, end) = dateAndTime(endedAt)
        let until = lastDate == date ? end : "\(lastDate) \(end)"
        let played = TimeWords.gone(milliseconds: report.goneMilliseconds)
        return "\(date), \(start) to \(until), \(played) played"
    }

    private static func dateAndTime(_ time: String) -> (date: Substring, time: Substring) {
        let text = TimeWords.dateAndTime(time)
        return (text.prefix(TimeWords.dateWidth), text.dropFirst(TimeWords.dateWidth + 1))
    }

    /// A line for each; the scores of then where those counted anew do not come to the result.
    private static func goals(_ gather: GatherSummary, _ report: MatchReport) -> [String] {
        let isRight = report.goals.last.map { "\($0.score[0])-\($0.score[1])" } == gather.score
        return report.goals.filter { $0.change != [0, 0] }.map { goal in
            let score = isRight ? goal.score : goal.scoreThen
            let end = goal.isTakenBack && !goal.isCorrection ? ", taken back" : ""
            return "\(goal.minute)' \(score[0])-\(score[1]) \(whose(goal, gather))\(end)"
        }
    }

    private static func whose(_ goal: MatchReport.Goal, _ gather: GatherSummary) -> String {
        if goal.isCorrection { return "corrected" }
        let name = goal.change[0] > 0 ? gather.teamAName : gather.teamBName
        let count = goal.change.max() ?? 1
        guard count == 1 else { return "\(name), \(count) goals" }
        guard let scorer = goal.scorer else { return name }
        return goal.isOwnGoal ? "\(name), own goal of \(scorer)" : "\(name), \(scorer)"
    }
}
