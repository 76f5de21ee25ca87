/// Something that makes the squad and the players at a server the same.
public struct SyncStep: Hashable, Sendable {
    /// What it does.
    public enum Action: String, Sendable {
        /// Makes the player at the server.
        case create
        /// Keeps the two numbers together.
        case adopt
        /// Replaces what the server keeps.
        case send
        /// Takes over what the server keeps.
        case fetch
        /// Asks a question.
        case ask
        /// Asks what is to be done about one of the two who is gone.
        case missing
        /// Removes the player here.
        case remove
        /// Deletes the player at the server.
        case delete
    }

    /// What somebody has to decide.
    public enum Question: Hashable, Sendable {
        /// Whether the two of the same name are one.
        case sameName
        /// Whether one at the server is another than the one of the same name who is at both.
        case secondOfName(Int)
        /// Whether the number is still that of the same player, who has another name by now.
        case otherName
        /// Which side is right about a field that both have changed.
        case conflict(Set<PlayerProfile.Field>)
        /// Whether a word of the server that is not known here may be replaced.
        case unknownWord(Set<PlayerProfile.Field>)
        /// What is to be done about what the server has and nobody could be here.
        case unusable(PlayerProfile.Problem)
        /// What is to be done about a player who is gone from the server.
        case goneThere
        /// What is to be done about a player at the server who was removed here.
        case removedHere
    }

    /// What a decision can be.
    public enum Choice: String, CaseIterable, Sendable {
        /// Our player is made at the server, as another one.
        case create
        /// The two are one.
        case adopt
        /// Ours replaces the server's.
        case send
        /// The server's replaces ours, or is a new player.
        case fetch
        /// Ours is removed.
        case remove
        /// The server's is deleted.
        case delete
    }

    /// The two numbers that a decision names a step by.
    public struct Key: Hashable, Sendable {
        /// The number in the squad; nil for a player who is only at the server.
        public let playerID: Int?
        /// The server's number; nil for a player who is only here.
        public let remoteID: Int?

        /// Makes a key of both numbers.
        public init(playerID: Int?, remoteID: Int?) {
            (self.playerID, self.remoteID) = (playerID, remoteID)
        }
    }

    /// What it does.
    public let action: Action
    /// Whom it is about.
    public let key: Key
    /// The name.
    public let name: String
    /// What the player is like afterwards, where that may change.
    public var profile: PlayerProfile?
    /// What both sides have once it is done.
    public var agreed: AgreedProfile?
    /// The fields that are different.
    public var fields: Set<PlayerProfile.Field> = []
    /// What is asked.
    public var question: Question?
    /// What a decision can be.
    public var choices: [Choice] = []

    init(_ action: Action, _ key: Key, name: String) {
        (self.action, self.key, self.name) = (action, key, name)
    }
}
