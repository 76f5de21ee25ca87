/// The limits on what a client, a server or the network can make grow.
enum Limits {
    /// The time limit for a step, in milliseconds, if the call does not set one.
    static let stepMilliseconds = 30_000

    /// The range of time limits that a call may set for a step.
    static let stepMillisecondsAllowed = 1...120_000

    /// The part of that time until the step has a connection: name lookup, TCP and TLS.
    static let connectMilliseconds = 10_000

    /// The maximum number of concurrent requests.
    static let steps = 2

    /// The maximum size of a server's answer that is read as a whole, including its headers.
    static let answerBytes = 1 << 20

    /// The maximum size of an element of a list that is read as it arrives; the list can have any
    /// length.
    static let elementBytes = 65_536

    /// The maximum number of values in such an element.
    static let elementValues = 1_000

    /// The maximum length of a gather's ID in such a list, in bytes.
    static let gatherIDBytes = 64

    /// The maximum number of elements in a page of such a list.
    static let pageRows = 1_000

    /// The number of bytes from the server at which a page is full.
    static let pageBytes = 65_536

    /// The number of unprocessed bytes, of an answer that is read as it arrives, at which the
    /// server has to wait.
    static let partBytes = 65_536

    /// The number of bytes of unsent pages at which no more of the list is processed.
    static let pageBytesWaiting = 1 << 18

    /// The maximum nesting of arrays and objects in an answer or a message.
    static let nesting = 16

    /// The maximum number of values in an answer or a message.
    static let values = 200_000

    /// The time after which the process ends if it has nothing to do.
    static let idle: Duration = .seconds(30)

    /// The maximum number of clients served at once; at this number an idle one has to leave, and
    /// if none is idle, more wait in the backlog.
    static let clients = 16

    /// The maximum size of a client's message, in bytes.
    static let messageBytes = 1 << 20

    /// The maximum number of replies that wait for a client that does not read.
    static let repliesWaiting = 64

    /// The number of unsent reply bytes at which no further call of a client is processed.
    static let replyBytesWaiting = 4 << 20

    /// The number of bytes of a message that are read at once.
    static let readBytes = 65_536

    /// The maximum length of a text in a call's parameter, in bytes.
    static let textBytes = 4_096

    /// The maximum length of an error's reason, in characters.
    static let reasonCharacters = 200
}
