import GatherAPI
import GatherCore

/// Turns the squad into the values that clients receive.
enum PlayersPresenter {
    /// Returns a player of the squad, with the number at the server of an account.
    static func player(_ member: Squad.Member, account: String?) -> SquadPlayerFields {
        SquadPlayerFields(
            id: member.id, profile: profile(member.profile),
            remoteID: account.flatMap(member.link.id))
    }

    static func profile(_ profile: PlayerProfile) -> ProfileFields {
        ProfileFields(
            name: profile.name, age: profile.age,
            skill: profile.skill.flatMap { PlayerSkill(rawValue: $0.rawValue) },
            position: profile.position.flatMap { PlayerPosition(rawValue: $0.rawValue) },
            favouriteTeam: profile.favouriteTeam, shirt: profile.shirt)
    }

    /// Returns the newest change to the squad.
    static func change(_ latest: LatestSquadChange) -> SquadChangeFields {
        var earlier: ProfileFields?
        let kind: SquadChangeFields.Kind
        switch latest.change.kind {
        case .added: kind = .added
        case .removed: kind = .removed
        case .edited(let profile): (kind, earlier) = (.edited, Self.profile(profile))
        }
        return SquadChangeFields(
            kind: kind, playerID: latest.member.id, profile: profile(latest.member.profile),
            earlier: earlier, count: latest.count)
    }

    static func serverProfile(_ profile: PlayerProfile) -> ServerProfile {
        let fields = Self.profile(profile)
        return ServerProfile(
            name: fields.name, age: fields.age, skill: fields.skill,
            preferredPosition: fields.position, favouriteTeam: fields.favouriteTeam)
    }

    static func listed(_ player: ServerPlayer) -> ListedPlayer {
        let profile = player.profile
        return ListedPlayer(
            id: player.id,
            profile: AgreedProfile(
                name: profile.name, age: profile.age,
                skill: profile.skill.flatMap { Skill(rawValue: $0.rawValue) },
                position: profile.preferredPosition.flatMap { Position(rawValue: $0.rawValue) },
                favouriteTeam: profile.favouriteTeam),
            unknown: Set(
                player.unknown.compactMap {
                    $0 == "preferredPosition" ? .position : PlayerProfile.Field(rawValue: $0)
                }))
    }

    /// Returns the error for an invalid player, given the player's index in the request.
    static func error(_ problem: PlayerProfile.Problem, at index: Int) -> PlayersError {
        switch problem {
        case .age: .invalidPlayer(index: index, field: "age", problem: .outOfRange)
        case .shirt: .invalidPlayer(index: index, field: "shirt", problem: .outOfRange)
        case .text(let field, let problem):
            .invalidPlayer(index: index, field: field.rawValue, problem: Self.problem(problem))
        }
    }

    private static func problem(_ problem: CleanText.Problem) -> PlayersError.Problem {
        switch problem {
        case .empty: .empty
        case .tooLong: .tooLong
        case .unprintable: .unprintable
        }
    }
}
