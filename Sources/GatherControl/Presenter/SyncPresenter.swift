import GatherAPI

/// Tells what makes the squad and the players at the server the same.
enum SyncPresenter {
    /// A line for each step, and below those that ask what can be decided.
    static func lines(_ steps: [SyncStepFields], isDryRun: Bool) -> [String] {
        if steps.isEmpty { return ["nothing to do: both sides are the same"] }
        var columns = Columns()
        let lines = columns.lines(steps.map { cells($0, isDryRun) })
        return zip(steps, lines).flatMap { step, line -> [String] in
            let error = step.error.map { ["  failed: \(PrintableText.of($0))"] } ?? []
            return [line] + error + choices(step)
        }
    }

    /// How a step is named in a decision: our number, `@` and the server's, or one of the two.
    static func token(_ playerID: Int?, _ remoteID: Int?) -> String {
        (playerID.map { "\($0)" } ?? "") + (remoteID.map { "@\($0)" } ?? "")
    }

    private static func cells(_ step: SyncStepFields, _ isDryRun: Bool) -> [String] {
        let details = step.details.isEmpty ? "" : ", \(PrintableText.name(step.details))"
        return [
            step.done ? done(step) : planned(step, isDryRun), token(step.playerID, step.remoteID),
            PrintableText.name(step.name) + details,
        ]
    }

    private static func done(_ step: SyncStepFields) -> String {
        switch step.action {
        case .create: "created there"
        case .adopt: "kept as one"
        case .send: "sent"
        case .fetch: step.playerID == nil ? "added here" : "fetched"
        case .ask: "asks"
        case .missing: "missing"
        case .remove: "removed here"
        case .delete: "deleted there"
        }
    }

    private static func planned(_ step: SyncStepFields, _ isDryRun: Bool) -> String {
        if step.action == .ask || step.action == .missing { return done(step) }
        let verb =
            switch step.action {
            case .create: "create there"
            case .adopt: "keep as one"
            case .send: "send"
            case .fetch: step.playerID == nil ? "add here" : "fetch"
            case .remove: "remove here"
            case .delete: "delete there"
            case .ask, .missing: step.action.rawValue
            }
        return isDryRun ? "would \(verb)" : "did not \(verb)"
    }

    private static func choices(_ step: SyncStepFields) -> [String] {
        guard !step.done, step.error == nil else { return [] }
        let token = token(step.playerID, step.remoteID)
        return step.choices.map { choice in
            "  \(words(choice)): 'gatherctl player sync \(choice.rawValue) \(token)'"
        }
    }

    private static func words(_ choice: SyncDecisionFields.Choice) -> String {
        switch choice {
        case .create: "make ours there, as another one"
        case .adopt: "the two are one"
        case .send: "ours is right"
        case .fetch: "the server's is right"
        case .remove: "remove ours"
        case .delete: "delete the server's"
        }
    }
}
