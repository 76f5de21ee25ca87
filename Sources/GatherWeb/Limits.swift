import GatherAPI
import GatherClient

/// The limits on what a browser, gatherd or the network can make grow.
enum Limits {
    /// The memory of a connection for the head of a request and for what is being sent, in bytes.
    static let connectionBytes = 20_480

    /// The memory of a connection whose first request asks for events with a short head, in bytes.
    ///
    /// It is smaller because thousands of such connections stay open.
    static let streamBytes = 4_096

    /// The longest head of a request that is answered, in bytes, and the longest one for which
    /// ``streamBytes`` is enough.
    static let headBytes = 8_192
    static let streamHeadBytes = 1_280

    /// The arguments from which on a head is too long: each takes far more memory than its bytes.
    static let headArguments = 64

    /// The time in which the first head of a connection has to arrive.
    static let headTimeout: Duration = .seconds(10)

    /// The most connections at once.
    static let connections = 8_192

    /// The most connections at once from one address, unless an option says otherwise.
    static let perAddress = 32

    /// The descriptors that the process needs besides those of connections.
    static let ownDescriptors = 256

    /// The time after which a connection is closed on which nothing was received or sent.
    static let idleSeconds = 10

    /// The longest body of a request, in bytes.
    static let bodyBytes = 16_384

    /// The bytes of a body after which its connection is closed, and the time after which it is
    /// closed while the body arrives: an address has only a few connections.
    static let bodyBytesRead = 4 << 20
    static let body: Duration = .seconds(20)

    /// The most languages of a browser that are looked at, and the longest code of one.
    static let languages = 16
    static let languageCode = 3

    /// The most arguments of a query that are read.
    static let queryArguments = 8

    /// The bytes that wait in the kernel for a browser that does not read.
    static let unreadBytes = 64 << 10

    /// The requests in a second that an address may make in the long run, and the requests that it
    /// may make at once, both for each connection that it may have: opening a page takes thirty.
    static let requestsPerSecond = 2
    static let requestsAtOnce = 16

    /// The most addresses whose requests are counted.
    static let addresses = 16_384

    /// The connections that are accepted before others get their turn.
    static let acceptsInTurn = 64

    /// The time for which no connection is accepted when none can be.
    static let acceptPause: Duration = .milliseconds(200)

    /// The time that gatherd has for what a page shows in its head.
    static let titleWait: Duration = .milliseconds(300)

    /// The most pitches of a machine that are served.
    static let pitches = 64

    /// The time after which the sockets of pitches are looked for again.
    static let pitchSearch: Duration = .seconds(5)

    /// The time for which what the club answers counts for all browsers that ask.
    static let clubAge: Duration = .seconds(1)

    /// The most matches in a page of the history.
    static let historyPage = 100

    /// The time after which the files of the certificate are looked at again.
    static let certificateLook: Duration = .seconds(5)

    /// The time for which a number for pairing is valid, in seconds, and the tries it has.
    static let pairingSeconds = 60
    static let pairingTries = 5

    /// The most paired devices.
    static let devices = 64

    /// The longest name of a device, in characters and in bytes.
    static let deviceNameCharacters = InterfaceLimits.deviceCharacters
    static let deviceNameBytes = 256

    /// The time after which the connections of a device that did nothing are closed.
    static let deviceIdle: Duration = .seconds(60)

    /// The time on the way by which a command is dated back: below it nobody sees a difference, and
    /// above it the page has given the command up.
    static let timeOnTheWay: ClosedRange<Duration> = .seconds(1)...(.seconds(10))

    /// The longest picture of a team, in bytes, and its greatest width and height.
    static let crestBytes = 256 << 10
    static let crestPixels = 2_048

    /// The limits on those who pair and list devices.
    static let control = CallLimits(
        clients: 16, messageBytes: 4_096, nesting: 8, values: 64, replies: 16,
        replyBytes: 1 << 16, patience: .seconds(1))
}
