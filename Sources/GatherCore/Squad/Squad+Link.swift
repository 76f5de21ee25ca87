/// Links that a person makes and forgets.
extension Squad {
    /// The reason that a player cannot be linked with one of a server.
    public enum LinkProblem: Error, Hashable, Sendable {
        /// The squad has no such player.
        case noSuchPlayer
        /// The server has no such player.
        case notAtServer
        /// This other player of the squad is linked with the one of the server.
        case linkedToAnother(Member)
    }

    /// The members as they are once a player is linked with one of a server: whoever had that one
    /// and was removed gives it up.
    ///
    /// The names may differ, as it is a person who says that both are one.
    ///
    /// - Parameter listed: All players of the server.
    public func linking(
        _ id: Int, with remoteID: Int, of listed: [ListedPlayer], account: String
    ) throws(LinkProblem) -> [Member] {
        guard var member = self[id], !member.isRemoved else { throw .noSuchPlayer }
        guard let remote = listed.first(where: { $0.id == remoteID }) else { throw .notAtServer }
        let other = present.first { $0.id != id && $0.link.id(for: account) == remoteID }
        if let other { throw .linkedToAnother(other) }
        member.link(with: remote, account: account)
        return releasing(remoteID, for: id, account: account) + [member]
    }

    /// A member as it is without the link with a player of a server.
    public func unlinking(_ id: Int, account: String) throws(LinkProblem) -> Member {
        guard var member = self[id] else { throw .noSuchPlayer }
        if member.link.id(for: account) != nil {
            (member.link, member.isListed) = (.unlinked, false)
        }
        return member
    }

    /// Those who were removed and are linked with a player of a server, as they are without that.
    ///
    /// - Parameter heir: The number of the one who is linked with that player now.
    public func releasing(_ remoteID: Int, for heir: Int, account: String) -> [Member] {
        everybody.compactMap { member in
            guard member.id != heir, member.isRemoved,
                member.link.id(for: account) == remoteID
            else { return nil }
            var member = member
            member.link = .unlinked
            return member
        }
    }
}

extension Squad.Member {
    /// Links the player with one of a server; what both have in common is what they agree on.
    fileprivate mutating func link(with remote: ListedPlayer, account: String) {
        if link.id(for: account) != remote.id {
            let common = AgreedProfile(profile).common(with: remote.profile)
            link = .linked(LinkedPlayer(account: account, id: remote.id, agreed: common))
            isListed = false
        }
        guard standing(of: remote.id, in: [remote]) == .other, case .linked(var linked) = link
        else { return }
        // Without that it would be asked again who has the number.
        linked.confirmedName = PlayerName.kept(remote.profile.name)
        link = .linked(linked)
    }
}
