import GatherAPI
import GatherCore
import Varlink

/// The synchronisation of the squad with the players at the server.
struct SyncInteractor {
    let squad: SquadInteractor
    let match: CurrentMatch
    let submissions: SubmissionQueue
    let account: AccountInteractor
    let results: SubmissionInteractor

    private var roster: SquadRoster { squad.roster }

    /// Plans the steps that make both the same, and carries them out unless `isDry` is true.
    ///
    /// - Parameter done: Receives all steps.
    func sync(
        isDry: Bool, _ decisions: [SyncDecisionFields],
        done: @escaping Completion<[SyncStepFields]>
    ) throws(PlayersError) {
        try listPlayers { [self] account, listed in
            switch listed {
            case .success(let listed): plan(listed, isDry: isDry, decisions, account, done)
            case .failure(let error): end(.failure(error), done)
            }
        }
    }

    /// Lists the server's players.
    ///
    /// No other operation makes or lists players until the caller reports that it has finished.
    ///
    /// - Parameter done: Receives all players of the account.
    func listPlayers(
        done: @escaping (Account, Result<[ListedPlayer], PlayersError>) -> Void
    ) throws(PlayersError) {
        guard let user = account.signedIn else { throw .notSignedIn }
        guard !submissions.isMakingPlayer else { throw .syncInProgress }
        roster.isSyncing = true
        account.perform(.listSquad([]), as: user, for: .players) { outcome in
            if case .squad(let listed) = outcome {
                done(user.account, .success(listed))
            } else {
                done(user.account, .failure(PlayersError(outcome)))
            }
        }
    }

    private func plan(
        _ listed: [ListedPlayer], isDry: Bool, _ decisions: [SyncDecisionFields],
        _ account: Account,
        _ done: @escaping Completion<[SyncStepFields]>
    ) {
        var chosen: [SyncStep.Key: SyncStep.Choice] = [:]
        for (index, decision) in decisions.enumerated() {
            let choice = SyncStep.Choice(rawValue: decision.choice.rawValue)
            // Of two contradicting decisions, neither has priority.
            guard chosen[decision.key] == nil || chosen[decision.key] == choice else {
                return end(.failure(PlayersError.nothingToDecide(index: index)), done)
            }
            chosen[decision.key] = choice
        }
        let plan = SyncPlan(roster.squad, listed, account: account.key, decisions: chosen)
        if let index = decisions.firstIndex(where: { !plan.decided.contains($0.key) }) {
            return end(.failure(PlayersError.nothingToDecide(index: index)), done)
        }
        let index = ListedIndex(listed)
        let report = plan.steps.map { PlayersPresenter.step($0, roster.squad, index) }
        if isDry { return end(.success(report), done) }
        for (id, agreed) in plan.agreements { _ = keep(id) { $0.agree(on: agreed) } }
        proceed(
            SyncRun(plan, of: roster.squad, listed, account: account, report: report, done: done))
    }

    /// Ends a synchronisation.
    ///
    /// - Parameter asked: The numbers of players of whom a person still has to settle who they are;
    ///   nil if nothing was settled.
    private func end(
        _ result: Result<[SyncStepFields], any Error>, except asked: Set<Int>? = nil,
        _ done: Completion<[SyncStepFields]>
    ) {
        roster.isSyncing = false
        // The consequences are shown before the answer. If nothing was settled, a result with a
        // question would list the players once more, and no other synchronisation could begin
        // meanwhile.
        if let asked {
            results.playersChanged(except: asked, isPublished: false)
        } else {
            results.submit()
        }
        done(result)
    }

    private func end(_ run: SyncRun) { end(.success(run.report), except: run.asked, run.done) }

    // MARK: - Steps

    /// Continues until a step needs a request to the server.
    private func proceed(_ run: SyncRun) {
        var run = run
        while let step = run.step {
            guard account.signedIn?.account.key == run.account.key else {
                run.advance(Self.signedOut)
                return end(run)
            }
            guard !run.isChanged(step, roster.squad) else {
                run.advance(Self.changedMeanwhile)
                continue
            }
            guard let call = begin(step, &run) else {
                run.advance(finish(step, nil, &run))
                continue
            }
            switch call {
            case .failure(let error): run.advance(error.reason)
            case .success(let call):
                return account.send(call, for: .players) { [self, run] result in
                    finish(step, result, of: run)
                }
            }
        }
        end(run)
    }

    private func finish(_ step: SyncStep, _ result: SubmitterResult, of run: SyncRun) {
        var run = run
        switch result {
        case .success(let reply):
            run.advance(finish(step, reply.fields, &run))
        case .failure(let error):
            run.advance(PlayersPresenter.text(error))
            if error.endsAll { return end(run) }
        }
        proceed(run)
    }

    /// Returns the request of a step; nil if it needs none.
    ///
    /// Everything that a lost answer would leave unknown is stored first.
    private func begin(_ step: SyncStep, _ run: inout SyncRun) -> Result<Call, SyncFailure>? {
        guard let token = run.account.token?.text else { return nil }
        let server = run.account.server
        let profile = step.profile.map(PlayersPresenter.serverProfile)
        switch step.action {
        case .adopt, .fetch, .ask, .missing, .remove: return nil
        case .create:
            guard let profile else { return nil }
            let (account, known) = (run.account.key, run.known)
            let failure = keep(step.key.playerID) { member in
                member.link = .creating(account: account, name: member.profile.name, before: known)
                member.isListed = false
            }
            run.update(step, roster.squad)
            if let failure { return .failure(SyncFailure(reason: failure)) }
            return .success(
                SubmitterMethod.CreatePlayer(server: server, token: token, profile: profile).call)
        case .send:
            guard let profile, let id = step.key.remoteID else { return nil }
            return .success(
                SubmitterMethod.UpdatePlayer(
                    server: server, token: token, playerID: id, profile: profile
                ).call)
        case .delete:
            guard let id = step.key.remoteID else { return nil }
            return .success(
                SubmitterMethod.DeletePlayer(server: server, token: token, playerID: id).call)
        }
    }

    private static let changedMeanwhile = "the player was changed meanwhile"
    private static let signedOut = "the user has signed out meanwhile"

    /// Stores the outcome of a step.
    ///
    /// - Returns: The reason why it could not be stored; nil if it was.
    private func finish(_ step: SyncStep, _ reply: JSONObject?, _ run: inout SyncRun) -> String? {
        let account = run.account.key
        switch step.action {
        case .ask, .missing: return nil
        case .create:
            guard let id = reply.flatMap({ try? SubmitterMethod.CreatePlayer.Reply($0) })?.playerID
            else {
                return "the answer does not say which player was made"
            }
            guard run.known.insert(id).inserted else {
                return "the answer names a player who was there before"
            }
            return keepLink(step, run) { $0.link(id, account, step.agreed) }
        case .adopt:
            defer { run.update(step, roster.squad) }
            return adopt(step, account)
        case .send:
            return keepLink(step, run) { $0.link(step.key.remoteID, account, step.agreed) }
        case .fetch:
            defer { run.update(step, roster.squad) }
            return fetch(step, account)
        case .remove:
            if let id = step.key.playerID, match.gather.phase == .open,
                match.gather.lineup.player(id) != nil
            {
                return "the player is in the match that is open"
            }
            return keep(step.key.playerID) { member in
                (member.isRemoved, member.link) = (true, .unlinked)
            }
        case .delete:
            // The server may give the number to the next player who is made.
            if let id = step.key.remoteID { run.known.remove(id) }
            return step.key.playerID == nil ? nil : keepLink(step, run) { $0.link = .unlinked }
        }
    }

    /// Stores the link that results from an answer of the server, unless it was changed meanwhile.
    private func keepLink(
        _ step: SyncStep, _ run: SyncRun, _ body: (inout Squad.Member) -> Void
    ) -> String? {
        guard !run.isLinkChanged(step, roster.squad) else { return Self.changedMeanwhile }
        return keep(step.key.playerID, body)
    }

    /// Links the two numbers; a former member with the same server number must have been removed.
    private func adopt(_ step: SyncStep, _ account: String) -> String? {
        guard let id = step.key.playerID, var member = roster.squad[id],
            let remoteID = step.key.remoteID
        else { return "there is no such player here" }
        member.link(remoteID, account, step.agreed)
        return keep(roster.squad.releasing(remoteID, for: id, account: account) + [member])
    }

    private func fetch(_ step: SyncStep, _ account: String) -> String? {
        guard let profile = step.profile else { return nil }
        let before = step.key.playerID.flatMap { roster.squad[$0] }
        let isRestored = before?.isRemoved == true
        let limit = roster.squad.limit(
            exceededByAdding: step.key.playerID == nil ? 1 : 0, restoring: isRestored ? 1 : 0)
        if let limit { return "a squad has at most \(limit) players" }
        if let id = step.key.playerID {
            return keep(id) { member in
                (member.profile, member.isRemoved) = (member.profile.replaced(by: profile), false)
                member.link(step.key.remoteID, account, step.agreed)
            }
        }
        var member = Squad.Member(id: roster.squad.nextID, profile: profile)
        member.link(step.key.remoteID, account, step.agreed)
        return keep([member])
    }

    /// Changes and stores a player; returns the reason why that failed, if it did.
    private func keep(_ id: Int?, _ body: (inout Squad.Member) -> Void) -> String? {
        guard let id, var member = roster.squad[id] else { return "there is no such player here" }
        body(&member)
        return keep([member])
    }

    private func keep(_ members: [Squad.Member]) -> String? {
        do throws(PlayersError) {
            try squad.put(members)
            return nil
        } catch {
            guard case .storageFailed(let reason) = error else { return "it could not be stored" }
            return "it could not be stored: \(reason)"
        }
    }
}

/// A plan that is being carried out, one step after another.
private struct SyncRun {
    let account: Account
    let plan: SyncPlan
    /// The squad as planned for and as changed by the steps since.
    private var squad: Squad
    /// The numbers of all players who are known to be at the server.
    var known: Set<Int>
    /// The steps as reported to the client, with their outcomes so far.
    var report: [SyncStepFields]
    var next = 0
    /// Receives all steps at the end.
    let done: Completion<[SyncStepFields]>

    init(
        _ plan: SyncPlan, of squad: Squad, _ listed: [ListedPlayer], account: Account,
        report: [SyncStepFields], done: @escaping Completion<[SyncStepFields]>
    ) {
        (self.plan, self.squad, self.account) = (plan, squad, account)
        (self.report, self.done) = (report, done)
        known = Set(listed.map(\.id))
    }

    /// The numbers of the players of whom a person still has to settle who they are.
    var asked: Set<Int> {
        Set(plan.steps.filter { $0.question?.isOfIdentity == true }.compactMap(\.key.playerID))
    }

    /// The next step; nil at the end.
    var step: SyncStep? { next < plan.steps.count ? plan.steps[next] : nil }

    /// Returns true if the player of a step is not the one that it was planned for: the step would
    /// undo what a person has done since.
    func isChanged(_ step: SyncStep, _ present: Squad) -> Bool {
        guard let id = step.key.playerID, step.question == nil else { return false }
        let (before, now) = (squad[id], present[id])
        return before?.profile != now?.profile || before?.isRemoved != now?.isRemoved
            || before?.link != now?.link
    }

    /// Returns true if the player of a step was linked or unlinked while the server was asked.
    ///
    /// A profile may have changed: it differs from the one agreed on then, which the next
    /// synchronisation sees.
    func isLinkChanged(_ step: SyncStep, _ present: Squad) -> Bool {
        step.key.playerID.map { squad[$0]?.link != present[$0]?.link } ?? false
    }

    /// Records what a step has changed in its player.
    mutating func update(_ step: SyncStep, _ present: Squad) {
        if let member = step.key.playerID.flatMap({ present[$0] }) { squad.put(member) }
    }

    /// Moves on to the next step.
    ///
    /// - Parameter error: The reason why the step was not done; nil if it was.
    mutating func advance(_ error: String?) {
        let isQuestion = report[next].action == .ask || report[next].action == .missing
        report[next].done = error == nil && !isQuestion
        report[next].error = error
        next += 1
    }
}

/// The reason why a step is not begun.
private struct SyncFailure: Error {
    let reason: String
}

extension Squad.Member {
    /// Records the server's number of the player and the agreed values.
    fileprivate mutating func link(_ id: Int?, _ account: String, _ agreed: AgreedProfile?) {
        guard let id, let agreed else { return }
        link = .linked(LinkedPlayer(account: account, id: id, agreed: agreed))
    }

    /// Records the newly agreed values.
    fileprivate mutating func agree(on agreed: AgreedProfile) {
        guard case .linked(var linked) = link else { return }
        linked.agreed = agreed
        link = .linked(linked)
    }
}

extension SyncDecisionFields {
    fileprivate var key: SyncStep.Key { SyncStep.Key(playerID: playerID, remoteID: remoteID) }
}

extension SubmitterError {
    /// True if the remaining steps would fail in the same way.
    fileprivate var endsAll: Bool {
        switch self {
        case .invalidServer, .notSent: true
        case .unexpectedStatus(let status, _, _):
            ServerAnswer.Meaning(status: status) == .signInNeeded
        case .outcomeUnknown: false
        }
    }
}

extension PlayersError {
    /// Makes the reason why the players at the server are unknown.
    fileprivate init(_ outcome: StepOutcome) {
        switch outcome {
        case .answered(let answer):
            self = .serverRefused(status: answer.code, reason: answer.reason)
        case .notSent(let reason), .unknown(let reason):
            self = .serverUnreachable(reason: reason)
        default: self = .serverUnreachable(reason: "the answer is not one to what was asked")
        }
    }
}
