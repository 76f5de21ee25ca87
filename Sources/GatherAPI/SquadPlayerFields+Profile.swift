/// The profile of a player of the squad, without the numbers.
extension SquadPlayerFields {
    /// The fields that a profile has as well.
    public var profile: ProfileFields {
        get {
            ProfileFields(
                name: $name, age: age, skill: skill, position: position,
                favouriteTeam: $favouriteTeam, shirt: shirt)
        }
        set {
            (name, age, skill) = (newValue.$name, newValue.age, newValue.skill)
            (position, favouriteTeam) = (newValue.position, newValue.$favouriteTeam)
            shirt = newValue.shirt
        }
    }

    /// Makes a player from a profile.
    public init(id: Int, profile: ProfileFields, remoteID: Int? = nil) {
        self.init(id: id, name: profile.$name, remoteID: remoteID)
        self.profile = profile
    }
}
