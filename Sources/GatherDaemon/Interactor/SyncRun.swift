import GatherAPI
import GatherCore

/// A plan that is being carried out, one step after another.
struct SyncRun: Sendable {
    let account: Account
    let plan: SyncPlan
    /// The numbers of all players who are known to be at the server.
    var known: Set<Int>
    /// The steps as they are told, as far as they have come.
    var told: [SyncStepFields]
    /// Which step is next.
    var next = 0
    /// Is told of all steps in the end.
    let done: @Sendable (Result<[SyncStepFields], PlayersError>) -> Void

    /// Makes a run of a plan of which nothing is done.
    init(
        _ plan: SyncPlan, _ listed: [ListedPlayer], account: Account, told: [SyncStepFields],
        done: @escaping @Sendable (Result<[SyncStepFields], PlayersError>) -> Void
    ) {
        (self.plan, self.account, self.told, self.done) = (plan, account, told, done)
        known = Set(listed.map(\.id))
    }

    /// The next step; nil at the end.
    var step: SyncStep? { next < plan.steps.count ? plan.steps[next] : nil }

    /// Goes on after a step.
    ///
    /// - Parameter error: Why it was not done; nil if it was.
    mutating func goOn(_ error: String?) {
        let isQuestion = told[next].action == .ask || told[next].action == .missing
        told[next].done = error == nil && !isQuestion
        told[next].error = error
        next += 1
    }
}
