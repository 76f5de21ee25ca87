import GatherAPI
import GatherClient

/// The limits on what a browser, gatherd or the network can make grow.
enum Limits {
    /// The memory of a connection for the head of a request and for what is being sent, in bytes.
    static let connectionBytes = 20_480

    /// That of a connection on which events are asked for with a short head: thousands of them stay
    /// open.
    static let streamBytes = 4_096

    /// The longest head of a request that is answered, and that fits ``streamBytes``, in bytes.
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

    /// The bytes of a body after which one that is too long is not read on, and the time in which a
    /// body has to come: its connection is one of the few of its address.
    static let bodyBytesRead = 4 << 20
    static let body: Duration = .seconds(20)

    /// The most languages of a browser that are looked at, and the longest code of one.
    static let languages = 16
    static let languageCode = 3

    /// The most arguments of a query that are read.
    static let queryArguments = 8

    /// The bytes that wait in the kernel for a browser that does not read.
    static let unreadBytes = 64 << 10

    /// The requests in a second that an address may make for long, and those at once, for each
    /// connection that it may have: one page takes thirty of them.
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

    /// The longest picture of a team, in bytes, and its greatest width and height.
    static let crestBytes = 256 << 10
    static let crestPixels = 2_048

    /// The limits on those who pair and list devices.
    static let control = CallLimits(
        clients: 16, messageBytes: 4_096, nesting: 8, values: 64, replies: 16,
        replyBytes: 1 << 16, patience: .seconds(1))
}
