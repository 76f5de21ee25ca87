import GatherAPI

/// Says how two sides were drawn.
enum DrawPresenter {
    /// The seed, the strengths and the sides; and who has no skill.
    ///
    /// - Parameters:
    ///   - again: Whether others than the present sides were wanted.
    ///   - gather: The present one, which a repeated request may not have been about.
    ///   - players: The names of players by their numbers.
    static func text(
        _ draw: DrawFields, again: Bool, _ gather: GatherSnapshot?, _ outcome: Outcome,
        _ players: [Int: String]
    ) -> String {
        let opened = outcome.opened ? ["opened a gather; 'gatherctl start' starts it"] : []
        let reason = again ? "no other sides are as fair" : "it was so already"
        let unchanged = outcome.changed ? [] : ["nobody moved: \(reason)"]
        let isPresent = outcome.gatherID.isEmpty || outcome.gatherID == gather?.id
        let sides = isPresent ? gather.map { SidesPresenter.card($0.sides) } ?? [] : []
        return (opened + unchanged + [strengths(draw)] + sides + unskilled(draw, players))
            .joined(separator: "\n")
    }

    private static func strengths(_ draw: DrawFields) -> String {
        let others =
            draw.equallyFair == 1
            ? "no other is as fair" : "one of \(draw.equallyFair) that are as fair"
        return "strength \(draw.strengthA) to \(draw.strengthB), seed \(draw.seed), \(others)"
    }

    private static func unskilled(_ draw: DrawFields, _ players: [Int: String]) -> [String] {
        guard !draw.withoutSkill.isEmpty else { return [] }
        let names = draw.withoutSkill.map { players[$0] ?? "\($0)" }
        return ["without a skill, counted as amateur: \(names.joined(separator: ", "))"]
    }
}
