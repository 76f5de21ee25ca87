/// A step that makes the squad and the players at a server the same.
public struct SyncStep: Hashable, Sendable {
    /// The action of a step.
    public enum Action: String, Sendable {
        /// Makes the player at the server.
        case create
        /// Links the two numbers.
        case adopt
        /// Replaces the server's values.
        case send
        /// Takes over the server's values.
        case fetch
        /// Asks a question.
        case ask
        /// Asks what to do about a player who is missing on one side.
        case missing
        /// Removes the player here.
        case remove
        /// Deletes the player at the server.
        case delete
    }

    /// A question that a person has to decide.
    public enum Question: Hashable, Sendable {
        /// The question of whether two players of the same name are one.
        case sameName
        /// The question of whether a player at the server is another than a namesake who is on both
        /// sides.
        case secondOfName(Int)
        /// The question of whether the number still belongs to the same player, who has another
        /// name by now.
        case otherName
        /// The question of which side is right about fields that both have changed.
        case conflict(Set<PlayerProfile.Field>)
        /// The question of whether a server's value that is unknown here may be replaced.
        case unknownValue(Set<PlayerProfile.Field>)
        /// The question of what to do about a server's player whose values cannot be stored here.
        case unusable(PlayerProfile.Problem)
        /// The question of what to do about a player who is missing at the server.
        case removedRemotely
        /// The question of what to do about a player at the server who was removed here.
        case removedLocally

        /// True if a result waits as well until a person has settled who the player is.
        public var isOfIdentity: Bool {
            switch self {
            case .sameName, .secondOfName, .otherName, .removedLocally: true
            case .conflict(let fields): fields.contains(.name)
            case .unknownValue, .unusable, .removedRemotely: false
            }
        }
    }

    /// A possible decision.
    public enum Choice: String, CaseIterable, Sendable {
        /// Our player is made at the server, as a separate one.
        case create
        /// The two are one.
        case adopt
        /// Our values replace the server's.
        case send
        /// The server's values replace ours, or make a new player.
        case fetch
        /// Our player is removed.
        case remove
        /// The server's player is deleted.
        case delete
    }

    /// The two numbers by which a decision identifies a step.
    public struct Key: Hashable, Sendable {
        /// The number in the squad; nil for a player who is only at the server.
        public let playerID: Int?
        /// The server's number; nil for a player who is only here.
        public let remoteID: Int?

        /// Makes a key from both numbers.
        public init(playerID: Int?, remoteID: Int?) {
            (self.playerID, self.remoteID) = (playerID, remoteID)
        }
    }

    /// The action.
    public let action: Action
    /// The player that the step is about.
    public let key: Key
    /// The player's name.
    public let name: String
    /// The player's values after the step, if they may change.
    public var profile: PlayerProfile?
    /// The values that both sides have after the step.
    public var agreed: AgreedProfile?
    /// The fields that differ.
    public var fields: Set<PlayerProfile.Field> = []
    /// The question, if a person has to decide.
    public var question: Question?
    /// The possible decisions.
    public var choices: [Choice] = []

    init(_ action: Action, _ key: Key, name: String) {
        (self.action, self.key, self.name) = (action, key, name)
    }
}
