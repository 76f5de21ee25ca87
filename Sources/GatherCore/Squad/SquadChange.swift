/// A change of the squad by a person, as it is remembered for the player.
///
/// Undo is of the match: it has to know what came after that, and who was changed.
public struct SquadChange: Hashable, Sendable {
    /// What was changed.
    public enum Kind: Hashable, Sendable {
        /// The player came into the squad.
        case added
        /// The player was so before.
        case edited(from: PlayerProfile)
        /// The player was removed.
        case removed
    }

    /// What was changed.
    public let kind: Kind
    /// Grows by one with every change of the squad; those of one command have the same.
    public let number: Int
    /// When.
    public let moment: Moment
    /// The ID of the gather of that time; empty where there was none.
    public let gather: String
    /// The revision of that gather then.
    public let revision: Int

    /// Makes a change of its parts.
    public init(kind: Kind, number: Int, moment: Moment, gather: String, revision: Int) {
        (self.kind, self.number, self.moment) = (kind, number, moment)
        (self.gather, self.revision) = (gather, revision)
    }
}

/// The newest change of the squad.
public struct LatestSquadChange: Hashable, Sendable {
    /// The player; of several, the one with the lowest number.
    public let member: Squad.Member
    /// What was changed.
    public let change: SquadChange
    /// How many players the command changed.
    public let count: Int
}

extension Squad {
    /// The newest change that was not taken back.
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

    /// The members with what is remembered of a command that makes them so: a change that it takes
    /// back is forgotten.
    public func noting(
        _ members: [Member], at now: Moment, during gather: Gather
    ) -> [Member] {
        let number = (latestChange?.change.number ?? 0) + 1
        return members.map { member in
            var member = member
            let change = kind(of: member).map {
                SquadChange(
                    kind: $0, number: number, moment: now, gather: gather.id,
                    revision: gather.revision)
            }
            note(change, in: &member)
            return member
        }
    }

    /// What a command changes about a member; nil if nothing that a person sees, or if the player
    /// is brought back.
    private func kind(of member: Member) -> SquadChange.Kind? {
        guard let before = self[member.id] else { return .added }
        if member.isRemoved, !before.isRemoved { return .removed }
        return member.profile == before.profile ? nil : .edited(from: before.profile)
    }

    private func note(_ change: SquadChange?, in member: inout Member) {
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
