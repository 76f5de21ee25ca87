import GatherCore

extension Squad {
    /// Thirty players with names, of each skill and each position, or none.
    static let thirty = Squad(
        (1...30).map { id in
            let skills: [Skill?] = [.amateur, .professional, .beginner, nil]
            let positions: [Position?] = [
                .goalkeeper, .defender, .midfielder, .winger, .striker, nil,
            ]
            return Member(
                id: id,
                profile: .named(
                    "Player \(id)", skill: skills[id % 4], position: positions[id % 6]))
        })

    /// Removes a player.
    mutating func remove(_ id: Int) {
        guard var member = self[id] else { return }
        member.isRemoved = true
        put(member)
    }
}

extension PlayerProfile {
    /// A profile whose name is known to be good.
    static func named(
        _ name: String, age: Int? = nil, skill: Skill? = nil, position: Position? = nil,
        favouriteTeam: String? = nil
    ) -> PlayerProfile {
        do {
            return try PlayerProfile(
                name: name, age: age, skill: skill, position: position,
                favouriteTeam: favouriteTeam)
        } catch {
            preconditionFailure("\(name): \(error)")
        }
    }
}
