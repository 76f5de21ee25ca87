/// What a client, a server or the network can make grow, and how far.
enum Limits {
    /// How long a step may take in all, if the call does not say.
    static let stepMilliseconds = 30_000

    /// How long a call may say that a step may take.
    static let stepMillisecondsAllowed = 1...120_000

    /// How long of that a step may take until it has a connection: name, TCP and TLS.
    static let connectMilliseconds = 10_000

    /// How many requests are on their way at once.
    static let steps = 2

    /// How long a server's answer may be, its headers included.
    static let answerBytes = 1 << 20

    /// How deep arrays and objects may be nested in an answer or a message.
    static let nesting = 16

    /// How many values an answer or a message may have.
    static let values = 200_000

    /// How long the process stays with nothing to do.
    static let idle: Duration = .seconds(30)

    /// How many clients are served at once; more wait in the backlog.
    static let clients = 16

    /// How long a message of a client may be.
    static let messageBytes = 1 << 20

    /// How many replies may wait for a client that does not read.
    static let repliesWaiting = 64

    /// With so many bytes waiting for a client, no other call of it is taken.
    static let replyBytesWaiting = 4 << 20

    /// How much of a message is read at once.
    static let readBytes = 65_536

    /// The longest text that a call may have in one parameter, in bytes.
    static let textBytes = 4_096

    /// The longest reason that an error has, in characters.
    static let reasonCharacters = 200
}
