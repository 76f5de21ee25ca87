import GatherAPI

extension ControlPanel {
    /// Records that a request has counted a goal, and names its scorer if one was picked before.
    ///
    /// A scorer who was named elsewhere in the meantime stays.
    mutating func count(
        _ goal: AwaitedScorers.Goal, by request: Int, _ gather: GatherSnapshot?,
        at now: Duration
    ) -> [Action] {
        guard let text = scorer(of: goal, gather) else {
            return scorers.count(goal, by: request).map { [$0] } ?? []
        }
        if case .scorer(let pick) = question, pick.request == request {
            withdraw(pick, text, at: now)
        } else if let notice = scorers.forget(request) {
            giveUp(notice, text, at: now)
        }
        return []
    }

    /// Returns who was named elsewhere as the scorer of a goal; nil while nobody was.
    func scorer(of goal: AwaitedScorers.Goal, _ gather: GatherSnapshot?) -> String? {
        let latest = [gather.flatMap(goal.find), goal.known].compactMap(\.self)
        if let named = latest.first(where: { $0.scorer != nil || $0.amendedBy != nil }) {
            let name = named.scorer?.name ?? tr("nobody")
            return elsewhere(named.team, gather, by: name, isOwn: named.ownGoal)
        }
        guard let gather, goal.isOf(gather),
            let entry = goals.first(where: { $0.number == goal.number }),
            let side = entry.team, let scorer = entry.scorer
        else { return nil }
        return elsewhere(side, gather, by: scorer, isOwn: entry.ownGoal == true)
    }

    private func elsewhere(
        _ side: Side, _ gather: GatherSnapshot?, by scorer: String, isOwn: Bool
    ) -> String {
        tr("named elsewhere: %1$@", GoalText.of(side, gather, by: scorer, isOwn: isOwn))
    }
}

/// The words for a goal with its scorer.
enum GoalText {
    /// Returns the words, such as `goal for Reds by Ada`.
    static func of(
        _ side: Side, _ gather: GatherSnapshot?, by scorer: String, isOwn: Bool
    ) -> String {
        let name = gather.name(of: side)
        return isOwn
            ? tr("own goal for %1$@ by %2$@", name, scorer)
            : tr("goal for %1$@ by %2$@", name, scorer)
    }
}
