import GatherAPI

/// Presents the steps that synchronise the squad with the players at the server.
enum SyncPresenter {
    /// Returns a line for each step, with the possible choices below those that ask.
    static func lines(_ steps: [SyncStepFields], isDryRun: Bool) -> [String] {
        if steps.isEmpty { return [tr("no change: the squad and the server are the same")] }
        let lines = Columns.lines(steps.map { cells($0, isDryRun) })
        return zip(steps, lines).flatMap { step, line -> [String] in
            let error = step.error.map { ["  \(tr("failed: %1$@", $0))"] } ?? []
            return [line] + error + choices(step)
        }
    }

    /// Returns the offer of a sync for players who are not linked with the server; nil if there are
    /// none.
    static func offer(_ unlinked: Int?) -> String? {
        guard let unlinked, unlinked > 0 else { return nil }
        return tr(
            "%1$@ player is not linked with the server yet: gatherctl player sync",
            "%1$@ players are not linked with the server yet: gatherctl player sync",
            count: unlinked)
    }

    /// Returns the name of a step in a decision: our number, `@` and the server's, or one of the
    /// two.
    static func token(_ playerID: Int?, _ remoteID: Int?) -> String {
        (playerID.map { "\($0)" } ?? "") + (remoteID.map { "@\($0)" } ?? "")
    }

    private static func cells(_ step: SyncStepFields, _ isDryRun: Bool) -> [String] {
        let details = step.details.isEmpty ? text(step.action) : step.shownDetails
        return [
            state(step, isDryRun), token(step.playerID, step.remoteID),
            tr("%1$@: %2$@", step.name, details),
        ]
    }

    private static func state(_ step: SyncStepFields, _ isDryRun: Bool) -> String {
        if step.done { return tr("done") }
        if step.isOpenQuestion { return tr("to decide") }
        return isDryRun ? tr("to do") : tr("not done")
    }

    private static func text(_ action: SyncStepFields.Action) -> String {
        switch action {
        case .create: tr("is added at the server")
        case .adopt: tr("both are the same player")
        case .send: tr("is sent to the server")
        case .fetch: tr("is taken from the server")
        case .ask: tr("is not clear")
        case .missing: tr("is gone")
        case .remove: tr("is removed here")
        case .delete: tr("is deleted at the server")
        }
    }

    private static func choices(_ step: SyncStepFields) -> [String] {
        guard !step.done, step.error == nil else { return [] }
        let token = token(step.playerID, step.remoteID)
        return step.choices.map { choice in
            let command = "'gatherctl player sync \(choice.rawValue) \(token)'"
            return "  " + tr("%1$@: %2$@", text(choice, of: step), command)
        }
    }

    private static func text(
        _ choice: SyncDecisionFields.Choice, of step: SyncStepFields
    ) -> String {
        switch choice {
        case .create: tr("add ours at the server as another player")
        case .adopt: tr("both are the same player")
        case .send: tr("ours is right")
        case .fetch where step.playerID == nil: tr("add the server's here as a new player")
        case .fetch: tr("the server's is right")
        case .remove: tr("remove ours")
        case .delete: tr("delete the server's")
        }
    }
}

extension SyncStepFields {
    /// True if the user has to answer before the step can be done.
    var isOpenQuestion: Bool { !done && (action == .ask || action == .missing) }
}
