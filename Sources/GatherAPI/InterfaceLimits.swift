/// The limits that the interfaces tell in words, and that a client can keep to before it asks.
///
/// The rules have them by themselves, in the core's `Limits`, which imports nothing and which a
/// client does not have; a test compares the two.
public enum InterfaceLimits {
    /// The shortest and the longest time of a countdown, in seconds.
    public static let timeSeconds = 1...86_400

    /// The goals that a side can have.
    public static let score = 0...999

    /// By how much one command can change a score, either way.
    public static let scoreDelta = 1...999

    /// By how many seconds one command can adjust the countdown, either way.
    public static let adjustmentSeconds = 1...86_400

    /// The time by which a command can be dated back, in milliseconds.
    public static let agoMilliseconds = 1...86_400_000

    /// The greatest number of characters in a name of a side or a player, or of a player's team.
    public static let nameCharacters = 100

    /// The greatest number of UTF-8 bytes in such a name.
    public static let nameBytes = 1_024

    /// The ages that a player can have, in years.
    public static let age = 1...120

    /// The seeds that a draw can have.
    public static let seed = 0...4_294_967_295

    /// The most players in a squad, and so in one message.
    public static let squad = 500

    /// The number of characters in a request ID.
    public static let requestIDCharacters = 1...64

    /// The part of a gather's ID that names it, in bytes.
    public static let gatherNameBytes = 4...36

    /// The most gathers, or events of one, in an answer.
    public static let historyPage = 1_000

    /// The greatest number of characters in the name of a user at a server.
    public static let accountNameCharacters = 20
}
