/// What steps on the way of a result make of the squad.
extension Squad {
    /// The player of a step that is begun, where it has to be known from here: one may be made.
    public func member(beginning step: SubmissionStep) -> Member? {
        guard case .createPlayer(let id, _) = step, var member = self[id] else { return nil }
        member.isListed = false
        return member
    }

    /// The players of whom a step has told something.
    public func members(
        after step: SubmissionStep, _ outcome: StepOutcome, account: String
    ) -> [Member] {
        switch (step, outcome) {
        case (.listSquad(let id), .squad(let listed)):
            guard var member = self[id] else { return [] }
            member.link = member.link.settled(
                by: listed, name: member.profile.name, account: account,
                taken: taken(by: account, butFor: id))
            member.isListed = true
            return [member]
        case (.checkSquad(let ids), .squad(let listed)):
            return ids.compactMap { self[$0]?.unlinked(from: listed, account: account) }
        case (.createPlayer(let id, let profile), .createdPlayer(let remote)):
            guard var member = self[id] else { return [] }
            member.link = .linked(
                LinkedPlayer(account: account, id: remote, agreed: AgreedProfile(profile)))
            return [member]
        default: return []
        }
    }
}

extension Squad.Member {
    /// Whether a number of the server is still that of this player.
    enum Standing: Hashable, Sendable {
        /// It is, by the name here or the one that both sides last had.
        case same
        /// It is nobody's by now, or was never this player's.
        case gone
        /// It is somebody else's, or the player has another name there.
        case other
    }

    /// Who has a number at the server, of all players there.
    func standing(of remote: Int, in listed: [ListedPlayer]) -> Standing {
        guard case .linked(let linked) = link, linked.id == remote,
            let found = listed.first(where: { $0.id == remote })
        else { return .gone }
        let names = [profile.name, linked.agreed.name].compactMap { $0 }
        if names.contains(where: { PlayerName.isSame($0, found.profile.name) }) { return .same }
        // Of one who was removed here and is another one there, nobody would ever be asked.
        let isAnother = isRemoved && !PlayerName.isRelated(profile.name, found.profile.name)
        return isAnother ? .gone : .other
    }

    /// The player without a number that is nobody's any more; nil if there is none such.
    fileprivate func unlinked(from listed: [ListedPlayer], account: String) -> Self? {
        guard let remote = link.id(for: account), standing(of: remote, in: listed) == .gone else {
            return nil
        }
        var member = self
        member.link = .unlinked
        return member
    }
}
