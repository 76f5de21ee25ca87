import GatherAPI
import Varlink

/// `player sync`: makes the squad and the players at the server the same.
struct SyncCommand {
    /// What it works with.
    let context: Context
    /// Whether it only tells what it would do.
    let isDryRun: Bool
    /// What was decided of steps that ask.
    let decisions: [SyncDecisionFields]

    private static let task = "synchronise the players"

    /// Asks before somebody is deleted, has it done, and tells of each step.
    func run(isConfirmed: Bool) throws(Failure) {
        if !isConfirmed, !isDryRun { try askAboutDeletions() }
        let call = PlayersMethod.Sync(
            dryRun: isDryRun, decisions: decisions.isEmpty ? nil : decisions)
        let reply = try context.ask(call.call, task: Self.task)
        let steps = try context.read(reply, PlayersMethod.Sync.self).steps
        try context.show(reply) { () throws(Failure) in
            SyncPresenter.lines(steps, isDryRun: isDryRun).map { $0 + "\n" }.joined()
        }
        let failed = steps.count { $0.error != nil }
        guard failed == 0 else {
            let what = failed == 1 ? "1 step has" : "\(failed) steps have"
            throw Failure(
                .refused, "cannot \(Self.task): \(what) failed",
                hint: "'gatherctl player sync' goes on where it stopped")
        }
        // A dry run has done all that it was asked for.
        guard !isDryRun else { return }
        let open = steps.count { $0.isOpenQuestion }
        guard open == 0 else {
            let what = open == 1 ? "1 question is" : "\(open) questions are"
            throw Failure(
                .refused, "cannot \(Self.task): \(what) open",
                hint: "'gatherctl player sync CHOICE N@M' answers one")
        }
    }

    private func askAboutDeletions() throws(Failure) {
        let deletions = decisions.filter { $0.choice == .remove || $0.choice == .delete }
        guard !deletions.isEmpty else { return }
        let words = deletions.map { decision in
            decision.choice == .remove
                ? "\(SyncPresenter.token(decision.playerID, nil)) here"
                : "\(SyncPresenter.token(nil, decision.remoteID)) at the server"
        }
        try Question(context: context).ask(
            "Delete Players: \(words.joined(separator: ", "))\n"
                + "Are you sure you want to delete them? Yes/[Cancel] ")
    }
}
