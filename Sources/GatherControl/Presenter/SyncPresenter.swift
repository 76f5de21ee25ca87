import GatherAPI

/// Presents the steps that synchronise the squad with the players at the server.
enum SyncPresenter {
    /// Returns a line for each step, with the possible choices below those that ask.
    static func lines(_ steps: [SyncStepFields], isDryRun: Bool) -> [String] {
        if steps.isEmpty { return ["nothing to do: both sides are the same"] }
        var columns = Columns()
        let lines = columns.lines(steps.map { cells($0, isDryRun) })
        return zip(steps, lines).flatMap { step, line -> [String] in
            let error = step.error.map { ["  failed: \($0)"] } ?? []
            return [line] + error + choices(step)
        }
    }

    /// Returns the offer of a sync for players who are not linked with the server; nil if there are
    /// none.
    static func offer(_ unlinked: Int?) -> String? {
        guard let unlinked, unlinked > 0 else { return nil }
        let players = unlinked == 1 ? "1 player is" : "\(unlinked) players are"
        return "\(players) not linked with the server yet: gatherctl player sync"
    }

    /// Returns the name of a step in a decision: our number, `@` and the server's, or one of the
    /// two.
    static func token(_ playerID: Int?, _ remoteID: Int?) -> String {
        (playerID.map { "\($0)" } ?? "") + (remoteID.map { "@\($0)" } ?? "")
    }

    private static func cells(_ step: SyncStepFields, _ isDryRun: Bool) -> [String] {
        let details = step.details.isEmpty ? words(step.action) : step.details
        return [
            state(step, isDryRun), token(step.playerID, step.remoteID),
            "\(step.name): \(details)",
        ]
    }

    private static func state(_ step: SyncStepFields, _ isDryRun: Bool) -> String {
        if step.done { return "done" }
        if step.isOpenQuestion { return "asks" }
        return isDryRun ? "would" : "not done"
    }

    private static func words(_ action: SyncStepFields.Action) -> String {
        switch action {
        case .create: "is made at the server"
        case .adopt: "the two are one"
        case .send: "is sent"
        case .fetch: "is taken over"
        case .ask: "is not clear"
        case .missing: "is gone"
        case .remove: "is removed here"
        case .delete: "is deleted at the server"
        }
    }

    private static func choices(_ step: SyncStepFields) -> [String] {
        guard !step.done, step.error == nil else { return [] }
        let token = token(step.playerID, step.remoteID)
        return step.choices.map { choice in
            "  \(words(choice, of: step)): 'gatherctl player sync \(choice.rawValue) \(token)'"
        }
    }

    private static func words(
        _ choice: SyncDecisionFields.Choice, of step: SyncStepFields
    ) -> String {
        switch choice {
        case .create: "make ours there, as another one"
        case .adopt: "the two are one"
        case .send: "ours is right"
        case .fetch where step.playerID == nil: "take the server's as a new player"
        case .fetch: "the server's is right"
        case .remove: "remove ours"
        case .delete: "delete the server's"
        }
    }
}

extension SyncStepFields {
    /// True if the user has to answer before the step can be done.
    var isOpenQuestion: Bool { !done && (action == .ask || action == .missing) }
}
