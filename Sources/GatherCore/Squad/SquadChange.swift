/// A person's change to the squad, as remembered for the player.
///
/// Undo applies to the match only, so it has to know which squad changes came later, and to whom.
public struct SquadChange: Hashable, Sendable {
    /// The kind of a change.
    public enum Kind: Hashable, Sendable {
        /// The player was added to the squad.
        case added
        /// The player was edited; the value is the former profile.
        case edited(from: PlayerProfile)
        /// The player was removed.
        case removed
    }

    /// The kind of the change.
    public let kind: Kind
    /// A number that grows by one with every command that changes the squad; the changes of one
    /// command share it.
    public let number: Int
    /// The time of the change.
    public let moment: Moment
    /// The ID of the gather at that time; empty if there was none.
    public let gather: String
    /// The revision of that gather at that time.
    public let revision: Int

    /// Makes a change.
    public init(kind: Kind, number: Int, moment: Moment, gather: String, revision: Int) {
        (self.kind, self.number, self.moment) = (kind, number, moment)
        (self.gather, self.revision) = (gather, revision)
    }
}

/// The newest change to the squad.
public struct LatestSquadChange: Hashable, Sendable {
    /// The player; of several, the one with the lowest number.
    public let member: Squad.Member
    /// The change.
    public let change: SquadChange
    /// The number of players that the command changed.
    public let count: Int
}

extension Squad {
    /// The newest change that was not reverted.
    public var latestChange: LatestSquadChange? {
        var latest: (number: Int, members: [Member]) = (0, [])
        for member in everybody {
            guard let number = member.changes.last?.number, number >= latest.number else {
                continue
            }
            latest = (number, (number == latest.number ? latest.members : []) + [member])
        }
        guard let member = latest.members.first, let change = member.changes.last else {
            return nil
        }
        return LatestSquadChange(member: member, change: change, count: latest.members.count)
    }

    /// Returns the members with the changes of a command noted.
    ///
    /// If the command reverts a change, that change is removed instead.
    public func recording(_ members: [Member], at now: Moment, during gather: Gather) -> [Member] {
        let number = (latestChange?.change.number ?? 0) + 1
        return members.map { member in
            var member = member
            let change = kind(of: member).map {
                SquadChange(
                    kind: $0, number: number, moment: now, gather: gather.id,
                    revision: gather.revision)
            }
            record(change, in: &member)
            return member
        }
    }

    /// Returns the kind of change that a command makes to a member.
    ///
    /// It is nil if a person sees no difference, or if the player is restored.
    private func kind(of member: Member) -> SquadChange.Kind? {
        guard let before = self[member.id] else { return .added }
        if member.isRemoved, !before.isRemoved { return .removed }
        return member.profile == before.profile ? nil : .edited(from: before.profile)
    }

    private func record(_ change: SquadChange?, in member: inout Member) {
        guard let before = self[member.id] else {
            if let change { member.changes = [change] }
            return
        }
        if before.isRemoved, !member.isRemoved, member.changes.last?.kind == .removed {
            member.changes.removeLast()
        }
        guard let change else { return }
        if case .edited = change.kind, member.changes.last?.kind == .edited(from: member.profile) {
            member.changes.removeLast()
        } else {
            member.changes = (member.changes + [change]).suffix(Limits.squadChanges)
        }
    }
}
