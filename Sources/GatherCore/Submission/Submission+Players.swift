/// The players of the match at the server.
extension Submission {
    /// Looks up the server's numbers of the players.
    ///
    /// For a player who is not in the squad, there is nothing that could be sent.
    mutating func identifyPlayers(account: String, _ squad: Squad) {
        for player in state.players where !isKnown(player) {
            guard let id = squad[player.number]?.link.id(for: account) else { continue }
            identify(player.number, as: id)
        }
        state.players.removeAll { $0.id == nil && squad[$0.number] == nil }
    }

    mutating func identify(_ number: Int, as id: Int?) {
        for index in state.players.indices where state.players[index].number == number {
            state.players[index].id = id
        }
    }

    /// Takes out a player who is forgotten, as ``SubmissionRecord/forget(_:named:)`` does.
    public mutating func forget(_ number: Int, named names: Set<String>) {
        state.forget(number, named: names)
        searched.remove(number)
        if case .player(number) = lost?.kind { lost = nil }
    }

    mutating func forgetPlayers() {
        for index in state.players.indices { state.players[index].id = nil }
        (checked, searched, state.questions) = ([], [], [])
        state.made = []
    }

    /// Returns the players who are not known to be in the gather.
    func missingPlayers(_ remote: RemoteGather) -> [SubmittedPlayer] {
        state.players.filter { !remote.contains($0) }
    }

    func isQuestioned(_ player: SubmittedPlayer) -> Bool { isQuestioned(player.number) }

    func isQuestioned(_ number: Int) -> Bool {
        state.questions.contains { $0.number == number }
    }

    /// Returns true if a player is in the gather, or has a number just confirmed to be the
    /// player's.
    private func isKnown(_ player: SubmittedPlayer) -> Bool {
        if remote?.contains(player) == true { return true }
        return player.id.map(checked.contains) ?? false
    }

    /// Returns the squad numbers of the players who have to be looked for at the server.
    private func unsearchedPlayers(_ squad: Squad) -> [Int] {
        state.players.filter { player in
            guard !isQuestioned(player), !isKnown(player), let member = squad[player.number] else {
                return false
            }
            return player.id != nil || !member.isListed || !searched.contains(member.id)
        }.map(\.number)
    }

    /// Returns true if the next step concerns the players at the server.
    public func needsPlayer(account: String, at now: Moment, _ squad: Squad) -> Bool {
        var next = self
        return next.begin(account: account, at: now, squad: squad)?.makesPlayer == true
    }

    /// Returns the next player to make at the server.
    ///
    /// All are made before one of them is put into the gather.
    private func unmadePlayer(_ remote: RemoteGather, _ squad: Squad) -> Squad.Member? {
        for player in missingPlayers(remote) where player.id == nil && !isQuestioned(player) {
            if let member = squad[player.number] { return member }
        }
        return nil
    }

    /// Returns the next step for the players; nil if there is none.
    mutating func playerStep(
        _ remote: RemoteGather, at now: Moment, _ squad: Squad
    ) -> SubmissionStep? {
        guard let player = missingPlayers(remote).first(where: { !isQuestioned($0) }) else {
            return nil
        }
        let unsearched = unsearchedPlayers(squad)
        if !unsearched.isEmpty {
            for number in unsearched { doubtCreation(of: number, remote.account, at: now, squad) }
            return .listSquad(unsearched)
        }
        if let member = unmadePlayer(remote, squad) {
            let step = SubmissionStep.createPlayer(member.id, member.profile)
            if isAwaited(step, at: now) { return .listSquad([member.id]) }
            if case .creating(_, _, let before) = member.link { namesakesBefore = before }
            return step
        }
        if numbers.hasGap, !state.made.isEmpty { return .listMade(state.made) }
        state.made = []
        let step = SubmissionStep.addPlayer(player, gather: remote.id)
        let isListed = mayHaveMorePlayers || isAwaited(step, at: now)
        return isListed ? .listPlayers(gather: remote.id) : step
    }

    /// Processes a list of the server's players.
    ///
    /// A number that belongs to nobody any more is not used, and one that may belong to somebody
    /// else waits for a person.
    mutating func take(
        _ listed: [ListedPlayer], _ numbers: [Int], account: String, _ squad: Squad
    ) {
        if purpose == .check { return check(listed, account: account, squad) }
        searched.formUnion(numbers)
        self.numbers.list(listed)
        let index = ListedIndex(listed)
        for number in numbers {
            guard let member = squad[number] else { continue }
            guard let id = member.link.id(for: account) else {
                identify(number, as: nil)
                if !member.isListed {
                    let same = squad.namesakes(of: member, in: index, account: account)
                    state.questions.append(
                        PlayerQuestion(number: number, .sameName(same.map(\.id))))
                }
                continue
            }
            identify(number, as: id)
            switch member.relation(of: id, in: index) {
            case .same: checked.insert(id)
            case .gone: identify(number, as: nil)
            case .other:
                state.questions.append(PlayerQuestion(number: number, .otherName(id)))
            }
        }
    }

    /// Processes a list of the server's players after some were made.
    ///
    /// If somebody else made a player earlier, that one is used, and ours is left to a person.
    mutating func take(
        _ listed: [ListedPlayer], made players: [MadePlayer], account: String, _ squad: Squad
    ) {
        state.made = []
        numbers.close()
        numbers.list(listed)
        let index = ListedIndex(listed)
        for player in players {
            let taken = squad.taken(by: account, excluding: player.number)
            guard let id = squad[player.number]?.link.id(for: account),
                id == player.earlierNamesake(in: index, taken: taken)?.id
            else { continue }
            identify(player.number, as: id)
            checked.insert(id)
            let name = index[player.id]?.profile.name
            state.leftovers.append(
                Leftover(.player, account: account, id: "\(player.id)", name: name))
        }
    }

    /// Processes the list of players in a gather.
    mutating func take(_ players: [Int], in id: String) {
        if purpose == .inspection { return inspect(players, of: id) }
        if purpose == .verification { return verify(players, in: id) }
        var known = state.players
        if case .placement(let player) = lost?.kind { known.insert(player, at: 0) }
        change(id) { $0.take(players, of: known) }
        mayHaveMorePlayers = false
        if purpose == .check { endCheck() }
    }

    /// Looks the players up again, because it has been settled who they are.
    ///
    /// - Parameter asked: The numbers of those of whom a person still has to settle it.
    public mutating func playersChanged(except asked: Set<Int> = [], at now: Moment) {
        if state.questions.allSatisfy({ asked.contains($0.number) }) { return }
        (checked, searched, state.questions) = ([], [], [])
        if case .due = schedule { schedule = .due(at: now) }
    }
}
