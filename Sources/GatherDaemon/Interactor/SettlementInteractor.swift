import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// The questions that a person has to settle at a server that others use too.
///
/// The server is asked first, so each decision is checked against its present state.
struct SettlementInteractor {
    let clock: any MachineClock
    let match: CurrentMatch
    let submissions: SubmissionQueue
    let roster: SquadRoster
    let account: AccountInteractor
    let results: SubmissionInteractor

    // MARK: - Choices

    /// Lists the gathers of the server that may be the one of a submission.
    func candidates(of name: String, done: @escaping Completion<[CandidateFields]>) throws {
        let (number, submission) = try undecided(name)
        try listGathers(submission.listedGathers, done) { [self] list in
            let ids = candidates(of: number, submission, in: list)
            // With one candidate or none there is nothing to choose: the submission continues.
            if ids.count <= 1 { refreshCandidates(number) }
            try listSquad(done) { [self] listed in
                let names = Dictionary(
                    listed.map { ($0.id, $0.profile.name ?? "") }, uniquingKeysWith: { $1 })
                let shown = ids.prefix(Limits.submissionCandidates)
                try describe(shown[...], names, [], done)
            }
        }
    }

    private func describe(
        _ ids: ArraySlice<String>, _ names: [Int: String], _ described: [CandidateFields],
        _ done: @escaping Completion<[CandidateFields]>
    ) throws {
        guard let id = ids.first else { return done(.success(described)) }
        try listPlayers(id, done) { [self] players in
            let candidate = CandidateFields(
                remoteID: id, players: players.map { names[$0] ?? "\($0)" })
            try describe(ids.dropFirst(), names, described + [candidate], done)
        }
    }

    private func candidates(
        of number: Int, _ submission: Submission, in list: GatherList
    ) -> [String] {
        guard let key = account.key else { return [] }
        return submission.candidates(
            in: list, account: key, others: submissions.others(than: number))
    }

    /// Records which gather of the server a gather is; nil for none.
    func decide(_ name: String, _ remoteID: String?, done: @escaping Completion<Void>) throws {
        let (number, submission) = try undecided(name)
        guard let remoteID else { return done(.success(try results.decide(name, nil))) }
        let interest = submission.listedGathers.union([remoteID])
        try listGathers(interest, done) { [self] list in
            let candidates = candidates(of: number, submission, in: list)
            let listed = candidates.first { $0.lowercased() == remoteID.lowercased() }
            let remoteID = listed ?? remoteID
            // For a submission whose record is outdated, only the ID is known.
            let isItself = submission.remoteID == remoteID && list[remoteID] != nil
            guard isItself || candidates.contains(remoteID) else {
                refreshCandidates(number)
                throw AccountError.notACandidate
            }
            done(.success(try results.decide(name, remoteID)))
        }
    }

    private func undecided(_ name: String) throws -> (Int, Submission) {
        let (stored, submission) = try found(name)
        guard case .undecided = submission.verdict else { throw AccountError.nothingToDecide }
        return (stored.number, submission)
    }

    private func refreshCandidates(_ number: Int) {
        submissions.refreshCandidates(number, at: clock.moment)
        results.submit()
    }

    // MARK: - Leftovers

    /// Removes a leftover from the list, and leaves it at the server.
    func keepLeftover(of name: String, _ remoteID: String) throws {
        let submission = try results.known(of: try results.ended(named: name))
        guard var submission else { throw AccountError.noSuchLeftover }
        let remoteID = submission.leftover(remoteID)?.id ?? remoteID
        let isFormer = submission.keepFormer(remoteID)
        guard isFormer || submission.leftover(remoteID) != nil else {
            throw AccountError.noSuchLeftover
        }
        try results.change(name) { submission, _ in
            submission.removeLeftover(remoteID)
            _ = submission.keepFormer(remoteID)
        }
    }

    /// Deletes a leftover at the server, if it is unchanged since it was last seen.
    func removeLeftover(
        of name: String, _ remoteID: String, done: @escaping Completion<Void>
    ) throws {
        let (_, submission) = try found(name)
        guard let leftover = submission.leftover(remoteID) else {
            throw AccountError.noSuchLeftover
        }
        guard leftover.account == account.key else {
            throw AccountError.otherAccount(of: submission)
        }
        let remoteID = leftover.id
        if leftover.kind == .player { return try removePlayer(leftover, of: name, done) }
        try listGathers([remoteID], done) { [self] list in
            guard let there = list[remoteID] else {
                return done(.success(try settle(leftover, of: name)))
            }
            try listPlayers(remoteID, done) { [self] players in
                guard leftover.isUnchanged(there, players) else {
                    let seen = leftover.seen(there, players)
                    try? results.change(name) { submission, _ in submission.replace(seen) }
                    throw AccountError.leftoverChanged
                }
                try perform(.deleteGather(remoteID), done) { [self] _ in
                    done(.success(try settle(leftover, of: name)))
                }
            }
        }
    }

    private func removePlayer(
        _ leftover: Leftover, of name: String, _ done: @escaping Completion<Void>
    ) throws {
        guard let remoteID = Int(leftover.id) else { throw AccountError.noSuchLeftover }
        try listSquad(done) { [self] listed in
            guard let there = listed.first(where: { $0.id == remoteID }) else {
                return done(.success(try settle(leftover, of: name)))
            }
            let isLinked = roster.squad.taken(by: leftover.account).contains(remoteID)
            guard there.profile.name == leftover.name, !isLinked else {
                throw AccountError.leftoverChanged
            }
            try perform(.listGathersOfPlayer(remoteID), done) { [self] outcome in
                guard case .gathers(let list) = outcome else { return }
                // Deleting the player would make the server remove her from somebody's gather.
                guard list.count == 0 else { throw AccountError.leftoverChanged }
                try deletePlayer(remoteID, done) { [self] in
                    done(.success(try settle(leftover, of: name)))
                }
            }
        }
    }

    private func settle(_ leftover: Leftover, of name: String) throws {
        try results.change(name) { submission, _ in submission.removeLeftover(leftover.id) }
    }

    // MARK: - Checks

    /// Compares results that have arrived with those of the server.
    ///
    /// - Parameter name: The gather; nil for the newest ones, without a check of the players.
    func check(_ name: String?, done: @escaping Completion<[CheckedResultFields]>) throws {
        let sent: [(gather: GatherTitle, submission: Submission)]
        if let name {
            let (stored, submission) = try found(name)
            sent = [(GatherTitle(stored.gather, id: stored.gather.id), submission)]
        } else {
            sent = newestSubmissions()
        }
        let (key, mine) = (account.key, account.owner)
        let arrived = sent.filter { _, submission in
            guard submission.sentResult != nil else { return false }
            if submission.account == key { return true }
            return mine.map { submission.record.owner?.isSame(as: $0) == true } ?? false
        }
        if name != nil, arrived.isEmpty, let submission = sent.first?.submission {
            if submission.sentResult == nil { throw AccountError.noResult }
            throw AccountError.otherAccount(of: submission)
        }
        let interest = Set(arrived.compactMap(\.submission.remoteID))
        try listGathers(interest, done) { [self] list in
            let checked = arrived.compactMap {
                GatherPresenter.checked($0.submission, $0.gather, list)
            }
            guard name != nil, let only = checked.first, only.finding == .same else {
                return done(.success(checked))
            }
            try listPlayers(only.remoteID, done) { players in
                var only = only
                if arrived.first?.submission.hasPlaced(players) == false { only.finding = .players }
                done(.success([only]))
            }
        }
    }

    private func newestSubmissions() -> [(gather: GatherTitle, submission: Submission)] {
        let now = clock.moment
        let rows = (try? match.store.newestSubmissions()) ?? []
        return rows.compactMap { row in
            let known = submissions.known(row.gather) ?? row.submission(at: now)
            guard let known, known.sentResult != nil,
                let title = try? match.store.title(of: row.gather)
            else { return nil }
            return (title, known)
        }
    }

    /// Returns a gather that has ended, with its submission.
    private func found(_ name: String) throws -> (StoredGather, Submission) {
        guard account.signedIn != nil else { throw AccountError.notSignedIn }
        let stored = try results.ended(named: name)
        guard let submission = try results.known(of: stored) else { throw AccountError.noResult }
        return (stored, submission)
    }

    // MARK: - Requests to the server

    /// The continuation after an answer of the server; an error it throws ends the sequence.
    private typealias Next<Answer> = (Answer) throws -> Void

    private func listGathers<Value>(
        _ interest: Set<String>, _ done: @escaping Completion<Value>,
        next: @escaping Next<GatherList>
    ) throws {
        try perform(.listGathers(interest: interest), done) { outcome in
            if case .gathers(let list) = outcome { try next(list) }
        }
    }

    private func listPlayers<Value>(
        _ gather: String, _ done: @escaping Completion<Value>, next: @escaping Next<[Int]>
    ) throws {
        try perform(.listPlayers(gather: gather), done) { outcome in
            if case .players(let players) = outcome { try next(players) }
        }
    }

    private func listSquad<Value>(
        _ done: @escaping Completion<Value>, next: @escaping Next<[ListedPlayer]>
    ) throws {
        try perform(.listSquad([]), done) { outcome in
            if case .squad(let listed) = outcome { try next(listed) }
        }
    }

    private func perform<Value>(
        _ step: SubmissionStep, _ done: @escaping Completion<Value>,
        next: @escaping Next<StepOutcome>
    ) throws {
        guard let user = account.signedIn else { throw AccountError.notSignedIn }
        account.perform(step, as: user, for: .check) { outcome in
            do {
                if let error = AccountError(outcome) { throw error }
                try next(outcome)
            } catch {
                done(.failure(error))
            }
        }
    }

    private func deletePlayer(
        _ remoteID: Int, _ done: @escaping Completion<Void>, next: @escaping Next<Void>
    ) throws {
        guard let (account, token) = account.signedIn else { throw AccountError.notSignedIn }
        let call = SubmitterMethod.DeletePlayer(
            server: account.server, token: token.text, playerID: remoteID
        ).call
        self.account.send(call, for: .check) { result in
            do {
                if case .failure(let error) = result { throw AccountError(error) }
                try next(())
            } catch {
                done(.failure(error))
            }
        }
    }
}

extension AccountError {
    /// Returns the error for something in the account of another user.
    fileprivate static func otherAccount(of submission: Submission) -> AccountError {
        let owner = submission.record.owner
        return .otherAccount(userName: owner?.name, server: owner?.server ?? "")
    }

    /// Makes the reason why a step has failed; nil if it succeeded.
    fileprivate init?(_ outcome: StepOutcome) {
        switch outcome {
        case .answered(let answer):
            switch answer.meaning {
            // The usual texts for these answers are about a name and a password.
            case .signInNeeded: self = .notSignedIn
            case .failed where answer.code == 500:
                self = .outcomeUnknown(reason: outcome.reason)
            default: self = .serverRefused(status: answer.code, reason: answer.reason)
            }
        case .notSent(let reason): self = .serverUnreachable(reason: reason)
        case .unknown(let reason): self = .outcomeUnknown(reason: reason)
        case .created, .gathers, .players, .squad, .createdPlayer, .done: return nil
        }
    }
}

extension Leftover {
    /// Returns true if the server's gather is as last seen; a stray gather has no players.
    func isUnchanged(_ there: ListedGather, _ players: [Int]) -> Bool {
        guard there.score == score, there.hasResult == (score != nil) else { return false }
        if kind == .stray { return players.isEmpty }
        return self.players.map { $0 == players.sorted() } ?? true
    }

    /// Returns the leftover with its present state.
    func seen(_ there: ListedGather, _ players: [Int]) -> Leftover {
        Leftover(
            kind, account: account, id: id, name: name, score: there.score,
            players: players.sorted())
    }
}
