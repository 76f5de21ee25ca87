import GatherAPI
import GatherCore
import Varlink

/// What somebody has to settle at a server that others use too: the server is asked first, and each
/// answer is that of now.
extension GatherInteractor {
    /// Receives an answer that takes the server.
    typealias Answered<Value> = @Sendable (Result<Value, AccountError>) -> Void

    /// Lists the gathers of the server that may be the one of a submission.
    func candidates(of name: String, done: @escaping Answered<[CandidateFields]>) {
        guard let (number, submission) = found(name, done) else { return }
        guard case .undecided = submission.verdict else { return done(.failure(.nothingToDecide)) }
        ask(.listGathers(interest: submission.listedGathers), done) { interactor, outcome in
            guard case .gathers(let list) = outcome else { return }
            let ids = interactor.candidates(of: number, submission, in: list)
            // Who looks need not wait for a choice that has become none.
            if ids.count <= 1 { interactor.relist(number) }
            interactor.ask(.listSquad([]), done) { interactor, outcome in
                guard case .squad(let listed) = outcome else { return }
                let names = Dictionary(
                    listed.map { ($0.id, $0.profile.name ?? "") }, uniquingKeysWith: { $1 })
                let shown = ids.prefix(Limits.submissionCandidates)
                interactor.describe(shown[...], names, [], done)
            }
        }
    }

    private func describe(
        _ ids: ArraySlice<String>, _ names: [Int: String], _ described: [CandidateFields],
        _ done: @escaping Answered<[CandidateFields]>
    ) {
        guard let id = ids.first else { return done(.success(described)) }
        ask(.listPlayers(gather: id), done) { interactor, outcome in
            guard case .players(let players) = outcome else { return }
            let candidate = CandidateFields(
                remoteID: id, players: players.map { names[$0] ?? "\($0)" })
            interactor.describe(ids.dropFirst(), names, described + [candidate], done)
        }
    }

    private func candidates(
        of number: Int, _ submission: Submission, in list: GatherList
    ) -> [String] {
        guard let key = account.assumeIsolated({ $0.account?.key }) else { return [] }
        return submission.candidates(
            in: list, account: key, others: submissions.others(than: number))
    }

    /// Decides which gather of the server a gather is; nil for none.
    func decide(_ name: String, _ remoteID: String?, done: @escaping Answered<Void>) {
        guard let (number, submission) = found(name, done) else { return }
        guard case .undecided = submission.verdict else { return done(.failure(.nothingToDecide)) }
        guard let remoteID else { return done(decided(name, nil)) }
        let interest = submission.listedGathers.union([remoteID])
        ask(.listGathers(interest: interest), done) { interactor, outcome in
            guard case .gathers(let list) = outcome else { return }
            let candidates = interactor.candidates(of: number, submission, in: list)
            let listed = candidates.first { $0.lowercased() == remoteID.lowercased() }
            let remoteID = listed ?? remoteID
            // Of one whose record was damaged, it is only known which it was.
            let isItself = submission.remoteID == remoteID && list[remoteID] != nil
            guard isItself || candidates.contains(remoteID) else {
                interactor.relist(number)
                return done(.failure(.notACandidate))
            }
            done(interactor.decided(name, remoteID))
        }
    }

    private func decided(_ name: String, _ remoteID: String?) -> Result<Void, AccountError> {
        Result { () throws(AccountError) in try decide(name, remoteID) }
    }

    private func relist(_ number: Int) {
        let now = moment()
        submissions.relist(number, at: now)
        submit(at: now)
    }

    // MARK: - What is left

    /// Takes what is left at the server off the list, and leaves it there.
    func keepLeftover(of name: String, _ remoteID: String) throws(AccountError) {
        let submission = try known(of: try ended(named: name))
        guard var submission else { throw .noSuchLeftover }
        let remoteID = submission.leftover(remoteID)?.id ?? remoteID
        let isFormer = submission.keepFormer(remoteID)
        guard isFormer || submission.leftover(remoteID) != nil else { throw .noSuchLeftover }
        try change(name) { submission, _ in
            submission.removeLeftover(remoteID)
            _ = submission.keepFormer(remoteID)
        }
    }

    /// Deletes what is left at the server, if it is as it was seen.
    func removeLeftover(of name: String, _ remoteID: String, done: @escaping Answered<Void>) {
        guard let (_, submission) = found(name, done) else { return }
        guard let leftover = submission.leftover(remoteID) else {
            return done(.failure(.noSuchLeftover))
        }
        guard leftover.account == account.assumeIsolated({ $0.account?.key }) else {
            return done(.failure(.otherAccount(of: submission)))
        }
        let remoteID = leftover.id
        if leftover.kind == .player { return removePlayer(leftover, of: name, done) }
        ask(.listGathers(interest: [remoteID]), done) { interactor, outcome in
            guard case .gathers(let list) = outcome else { return }
            guard let there = list[remoteID] else {
                return done(interactor.settled(leftover, of: name))
            }
            interactor.ask(.listPlayers(gather: remoteID), done) { interactor, outcome in
                guard case .players(let players) = outcome else { return }
                guard leftover.isUnchanged(there, players) else {
                    let seen = leftover.seen(there, players)
                    try? interactor.change(name) { submission, _ in submission.replace(seen) }
                    return done(.failure(.leftoverChanged))
                }
                interactor.ask(.deleteGather(remoteID), done) { interactor, _ in
                    done(interactor.settled(leftover, of: name))
                }
            }
        }
    }

    private func removePlayer(
        _ leftover: Leftover, of name: String, _ done: @escaping Answered<Void>
    ) {
        guard let remoteID = Int(leftover.id) else { return done(.failure(.noSuchLeftover)) }
        ask(.listSquad([]), done) { interactor, outcome in
            guard case .squad(let listed) = outcome else { return }
            guard let there = listed.first(where: { $0.id == remoteID }) else {
                return done(interactor.settled(leftover, of: name))
            }
            let isLinked = interactor.book.squad.taken(by: leftover.account).contains(remoteID)
            guard there.profile.name == leftover.name, !isLinked else {
                return done(.failure(.leftoverChanged))
            }
            interactor.ask(.listGathersOfPlayer(remoteID), done) { interactor, outcome in
                guard case .gathers(let list) = outcome else { return }
                // With the player, the server would take her out of a gather of somebody's.
                guard list.count == 0 else { return done(.failure(.leftoverChanged)) }
                interactor.deletePlayer(remoteID, done) { interactor in
                    done(interactor.settled(leftover, of: name))
                }
            }
        }
    }

    private func settled(_ leftover: Leftover, of name: String) -> Result<Void, AccountError> {
        Result { () throws(AccountError) in
            try change(name) { submission, _ in submission.removeLeftover(leftover.id) }
        }
    }

    // MARK: - Checking

    /// Compares results that have arrived with those of the server.
    ///
    /// - Parameter name: The gather; nil for the newest ones, without a look at the players.
    func check(_ name: String?, done: @escaping Answered<[CheckedResultFields]>) {
        let sent: [(gather: Gather, submission: Submission)]
        if let name {
            guard let (_, submission) = found(name, done) else { return }
            do throws(AccountError) {
                sent = [(try ended(named: name).gather, submission)]
            } catch {
                return done(.failure(error))
            }
        } else {
            sent = newestSubmissions()
        }
        let (key, mine) = (account.assumeIsolated { $0.account?.key }, owner)
        let arrived = sent.filter { _, submission in
            guard submission.sentResult != nil else { return false }
            if submission.account == key { return true }
            return mine.map { submission.record.owner?.isSame(as: $0) == true } ?? false
        }
        if name != nil, arrived.isEmpty, let submission = sent.first?.submission {
            let isHere = submission.sentResult == nil
            return done(.failure(isHere ? .noResult : .otherAccount(of: submission)))
        }
        let interest = Set(arrived.compactMap(\.submission.remoteID))
        ask(.listGathers(interest: interest), done) { interactor, outcome in
            guard case .gathers(let list) = outcome else { return }
            let checked = arrived.compactMap {
                GatherPresenter.checked($0.submission, $0.gather, list)
            }
            guard name != nil, let only = checked.first, only.finding == .same else {
                return done(.success(checked))
            }
            interactor.ask(.listPlayers(gather: only.remoteID), done) { _, outcome in
                guard case .players(let players) = outcome else { return }
                var only = only
                if arrived.first?.submission.hasPlaced(players) == false { only.finding = .players }
                done(.success([only]))
            }
        }
    }

    private func newestSubmissions() -> [(gather: Gather, submission: Submission)] {
        let now = moment()
        let rows = (try? match.store.newestSubmissions()) ?? []
        return rows.compactMap { row in
            let known = submissions.known(row.gather) ?? row.submission(at: now)
            guard let known, known.sentResult != nil,
                let gather = try? match.store.gather(row.gather).gather
            else { return nil }
            return (gather, known)
        }
    }

    // MARK: - Asking

    /// A gather that has ended, with its submission.
    private func found<Value>(
        _ name: String, _ done: Answered<Value>
    ) -> (number: Int, submission: Submission)? {
        do throws(AccountError) {
            guard isSignedIn else { throw .notSignedIn }
            let stored = try ended(named: name)
            guard let submission = try known(of: stored) else { throw .noResult }
            return (stored.number, submission)
        } catch {
            done(.failure(error))
            return nil
        }
    }

    /// Makes a step, and goes on if the server has answered it.
    private func ask<Value>(
        _ step: SubmissionStep, _ done: @escaping Answered<Value>,
        next: @escaping @Sendable (isolated GatherInteractor, StepOutcome) -> Void
    ) {
        guard let account = account.assumeIsolated({ $0.account }), let token = account.token else {
            return done(.failure(.notSignedIn))
        }
        let call = step.call(server: account.server, token: token)
        submitter.carryOut(step, call, for: .check) { [weak self] outcome in
            guard let self else { return }
            if let error = AccountError(outcome) { return done(.failure(error)) }
            self.assumeIsolated { next($0, outcome) }
        }
    }

    private func deletePlayer(
        _ remoteID: Int, _ done: @escaping Answered<Void>,
        next: @escaping @Sendable (isolated GatherInteractor) -> Void
    ) {
        guard let account = account.assumeIsolated({ $0.account }), let token = account.token else {
            return done(.failure(.notSignedIn))
        }
        let call = SubmitterMethod.DeletePlayer(
            server: account.server, token: token.text, playerID: remoteID
        ).call
        submitter.carryOut(call, for: .check) { [weak self] result in
            if case .failure(let error) = result { return done(.failure(AccountError(error))) }
            self?.assumeIsolated { next($0) }
        }
    }
}

extension AccountError {
    /// The error for what is in the account of another user.
    fileprivate static func otherAccount(of submission: Submission) -> AccountError {
        let owner = submission.record.owner
        return .otherAccount(userName: owner?.name, server: owner?.server ?? "")
    }

    /// The reason that a step has come to nothing; nil if it was done.
    fileprivate init?(_ outcome: StepOutcome) {
        switch outcome {
        // What is told of these statuses is about a name and a password.
        case .answered(401, _): self = .notSignedIn
        case .answered(500, let reason):
            self = .outcomeUnknown(reason: "the server answers 500: \(reason)")
        case .answered(let status, let reason):
            self = .serverRefused(status: status, reason: reason)
        case .notSent(let reason): self = .serverUnreachable(reason: reason)
        case .unknown(let reason): self = .outcomeUnknown(reason: reason)
        case .created, .gathers, .players, .squad, .createdPlayer, .done: return nil
        }
    }
}

extension Leftover {
    /// True if it is at the server as it was seen; a stray gather has had no players.
    func isUnchanged(_ there: ListedGather, _ players: [Int]) -> Bool {
        guard there.score == score, there.hasResult == (score != nil) else { return false }
        if kind == .stray { return players.isEmpty }
        return self.players.map { $0 == players.sorted() } ?? true
    }

    /// The same as it is by now.
    func seen(_ there: ListedGather, _ players: [Int]) -> Leftover {
        Leftover(
            kind, account: account, id: id, name: name, score: there.score,
            players: players.sorted())
    }
}
