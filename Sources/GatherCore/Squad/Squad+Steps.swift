/// Changes to the squad by the steps of a submission.
extension Squad {
    /// Returns the player to store before a step begins that may make the player at the server.
    public func member(beginning step: SubmissionStep) -> Member? {
        guard case .createPlayer(let id, _) = step, var member = self[id] else { return nil }
        member.isListed = false
        return member
    }

    /// Returns the players about whom a step has learnt something.
    public func members(
        after step: SubmissionStep, _ outcome: StepOutcome, account: String
    ) -> [Member] {
        switch (step, outcome) {
        case (.listSquad(let ids), .squad(let listed)):
            return members(ids, foundIn: listed, account: account)
        case (.createPlayer(let id, let profile), .createdPlayer(let remote)):
            guard var member = self[id] else { return [] }
            member.link = .linked(
                LinkedPlayer(account: account, id: remote, agreed: AgreedProfile(profile)))
            return [member]
        case (.listMade(let made), .squad(let listed)):
            let index = ListedIndex(listed)
            return made.compactMap { member(made: $0, foundIn: index, account: account) }
        default: return []
        }
    }

    /// Returns a player with the link to one of the same name that somebody else made earlier; nil
    /// if there is none.
    private func member(made: MadePlayer, foundIn listed: ListedIndex, account: String) -> Member? {
        let taken = taken(by: account, excluding: made.number)
        guard var member = self[made.number], member.link.id(for: account) == made.id,
            let earlierNamesake = made.earlierNamesake(in: listed, taken: taken)
        else { return nil }
        let agreed = AgreedProfile(member.profile).common(with: earlierNamesake.profile)
        member.link = .linked(
            LinkedPlayer(account: account, id: earlierNamesake.id, agreed: agreed))
        return member
    }

    /// Returns the players with these numbers, updated by a list of the server's players, where
    /// they change.
    ///
    /// If exactly one player there has the name and belongs to nobody else, the two are linked. If
    /// none has it, the player can be made. In any other case a person is asked.
    private func members(
        _ ids: [Int], foundIn listed: [ListedPlayer], account: String
    ) -> [Member] {
        var squad = self
        let index = ListedIndex(listed)
        for id in ids {
            guard var member = squad[id] else { continue }
            if let remote = member.link.id(for: account) {
                guard member.relation(of: remote, in: index) == .gone else { continue }
                member.link = .unlinked
            }
            if case .creating(_, let name, _) = member.link {
                let taken = squad.taken(by: account, excluding: id)
                member.link = member.link.settled(
                    by: index.namesakes(of: name), account: account, taken: taken)
            }
            if member.link.id(for: account) == nil {
                squad.search(for: &member, in: index, account: account)
            }
            squad.put(member)
        }
        return ids.compactMap { squad[$0] }.filter { $0 != self[$0.id] }
    }

    private func search(for member: inout Member, in listed: ListedIndex, account: String) {
        let name = member.profile.name
        // A person has decided that the player to be made is none of those who were there.
        if case .creating(account, name, _) = member.link {
            member.isListed = true
            return
        }
        let same = namesakes(of: member, in: listed, account: account)
        let isOnlyOne = !present.contains { other in
            other.id != member.id && other.link.id(for: account) == nil
                && PlayerName.isSame(other.profile.name, name)
        }
        let taken = taken(by: account, excluding: member.id)
        member.isListed = same.isEmpty || member.isRemoved && same.count > 1
        if member.isListed {
            member.link = .creating(account: account, name: name, before: Set(same.map(\.id)))
        } else if same.count == 1, isOnlyOne, !taken.contains(same[0].id) {
            let agreed = AgreedProfile(member.profile).common(with: same[0].profile)
            member.link = .linked(LinkedPlayer(account: account, id: same[0].id, agreed: agreed))
        }
    }

    /// Returns the server's players who have a member's name and belong to no other present member.
    public func namesakes(
        of member: Member, in listed: ListedIndex, account: String
    ) -> [ListedPlayer] {
        let taken = Set(
            present.filter { $0.id != member.id }.compactMap { $0.link.id(for: account) })
        return listed.namesakes(of: member.profile.name).filter { !taken.contains($0.id) }
    }
}

extension Squad.Member {
    /// The relation between a number at the server and this player.
    enum Relation: Hashable, Sendable {
        /// The number is this player's, by the present name, the last agreed name or a confirmed
        /// one.
        case same
        /// The number is nobody's by now, or was never this player's.
        case gone
        /// The number is somebody else's, or the player has another name there.
        case other
    }

    /// Returns the relation of a server's number to this player, given all players there.
    func relation(of remote: Int, in listed: ListedIndex) -> Relation {
        guard case .linked(let linked) = link, linked.id == remote, let found = listed[remote]
        else { return .gone }
        let names = [profile.name, linked.agreed.name, linked.confirmedName].compactMap { $0 }
        if names.contains(where: { PlayerName.isSame($0, found.profile.name) }) { return .same }
        // Nobody could answer that question for a removed player whose number is another's there.
        let isAnother = isRemoved && !PlayerName.isRelated(profile.name, found.profile.name)
        return isAnother ? .gone : .other
    }
}
