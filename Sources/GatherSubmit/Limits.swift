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

    /// How long a server's answer may be, its headers included, if it is read whole.
    static let answerBytes = 1 << 20

    /// How long an element of a list may be that is read as it comes; the list is of any length.
    static let elementBytes = 65_536

    /// How many values such an element may have.
    static let elementValues = 1_000

    /// How long the ID of a gather in such a list may be, in bytes.
    static let gatherIDBytes = 64

    /// How many elements a page of such a list has.
    static let pageRows = 1_000

    /// With so many bytes of the server's, a page is full.
    static let pageBytes = 65_536

    /// With so many bytes of an answer that is read as it comes, the server waits until they are
    /// taken.
    static let partBytes = 65_536

    /// With so many bytes of pages that wait for a client, no more of the list is taken.
    static let pageBytesWaiting = 1 << 18

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
