/// Links that a person makes and removes.
extension Squad {
    /// The reason why a player cannot be linked with one of a server.
    public enum LinkProblem: Error, Hashable, Sendable {
        /// The squad has no such player.
        case noSuchPlayer
        /// The server has no such player.
        case notAtServer
        /// Another player of the squad is linked with the one of the server.
        case linkedToAnother(Member)
    }

    /// Returns the changed members after linking a player with one of a server.
    ///
    /// A removed player who was linked with that one loses the link. The names may differ, since it
    /// is a person who says that both are the same.
    ///
    /// - Parameter listed: All players of the server.
    /// - Throws: A ``LinkProblem``.
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

    /// Returns a member without its link with a player of a server.
    public func unlinking(_ id: Int, account: String) throws(LinkProblem) -> Member {
        guard var member = self[id] else { throw .noSuchPlayer }
        if member.link.id(for: account) != nil {
            (member.link, member.isListed) = (.unlinked, false)
        }
        return member
    }

    /// Returns the removed members who were linked with a player of a server, without those links.
    ///
    /// - Parameter successor: The number of the member who is linked with that player now.
    public func releasing(_ remoteID: Int, for successor: Int, account: String) -> [Member] {
        everybody.compactMap { member in
            guard member.id != successor, member.isRemoved,
                member.link.id(for: account) == remoteID
            else { return nil }
            var member = member
            member.link = .unlinked
            return member
        }
    }
}

extension Squad.Member {
    /// Links the player with one of a server; the fields that are equal on both become the agreed
    /// ones.
    fileprivate mutating func link(with remote: ListedPlayer, account: String) {
        if link.id(for: account) != remote.id {
            let common = AgreedProfile(profile).common(with: remote.profile)
            link = .linked(LinkedPlayer(account: account, id: remote.id, agreed: common))
            isListed = false
        }
        let relation = relation(of: remote.id, in: ListedIndex([remote]))
        guard relation == .other, case .linked(var linked) = link else { return }
        // Without the confirmed name, the person would be asked again whose number it is.
        linked.confirmedName = PlayerName.kept(remote.profile.name)
        link = .linked(linked)
    }
}
