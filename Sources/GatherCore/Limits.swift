/// Every limit on what a peer, a person or a file can make grow.
///
/// They stand in one place so that they can be read together; those that a client has to know are
/// in the interfaces, of which `Generated` is made. A part that may not import the core
/// (``Varlink``, for one) is given its limits by the daemon's assembly.
public enum Limits {
    // MARK: The match

    /// The shortest and the longest time a countdown can have: a second to a day.
    public static let time: ClosedRange<Duration> =
        .seconds(timeSeconds.lowerBound) ... .seconds(timeSeconds.upperBound)

    /// What a seed is that is made up: few enough figures to be read out.
    public static let seedMadeUp = 0...999_999

    /// How long after its end a gather is reopened by undo.
    public static let undoOfEnd: Duration = .seconds(12 * 3_600)

    /// How long a request ID is remembered at least.
    public static let requestMemory: Duration = .seconds(24 * 3_600)

    /// A wall clock that is off by so much since the last event has been set.
    public static let wallStep: Duration = .seconds(1)

    /// How often a wall clock that cannot be trusted, or a disk that fails, is looked at again.
    public static let recheck: Duration = .seconds(5)

    /// How many seconds that passed unnoticed are told one by one; after more, as after a suspend,
    /// only the present one is.
    public static let missedTicks = 10

    // MARK: The protocol

    /// The greatest size of a message that comes in, in bytes.
    public static let messageBytes = 1 << 20

    /// The most values in a message: numbers, texts, lists and objects.
    public static let messageValues = 4_096

    /// Bytes of unfinished messages of all who may control together, and of all others: over it,
    /// the longest one of the user with the most is closed.
    public static let unfinishedBytes = 1 << 20

    /// Bytes of replies that have not left, of all who may control together, and of all others:
    /// over it, the connection with the most of the user with the most is closed.
    public static let unsentBytes = 1 << 24

    /// How many bytes are read at once: what a client sends beyond it waits in its socket.
    public static let readBytes = 1 << 12

    /// How many bytes of replies the kernel keeps for a client that does not read, its own for each
    /// included: they count as memory of the daemon, of which its unit has an end.
    public static let unreadBytes = 1 << 15

    /// The deepest nesting of objects and arrays in a message.
    public static let messageNesting = 16

    /// Calls of one connection whose replies have not left yet.
    public static let callsInFlight = 64

    /// Bytes of replies that have not left yet: with more, no other call of the connection is
    /// answered.
    public static let replyBytesInFlight = 1 << 16

    /// Connections accepted before others have their turn: who connects again and again must not
    /// keep them waiting.
    public static let acceptsInTurn = 16

    /// Connections in all.
    public static let connections = 4_096

    /// Connections of one user.
    public static let connectionsPerUser = 2_048

    /// One in so many connections is for those who may control the match alone.
    public static let reservedShare = 8

    /// Connections that a user keeps when it is tight, whatever happens.
    public static let connectionsKept = 8

    /// Idle connections that are closed at once when it is tight.
    public static let closedAtOnce = 32

    /// The time for which it is believed of a user that none of the connections is idle.
    public static let idleLook: Duration = .milliseconds(200)

    /// The time after which it is said again of a user that there is no room.
    public static let saidAgain: Duration = .seconds(60)

    /// Connections of others that are served before those who may control have their turn.
    public static let othersInTurn = 4

    /// Descriptors: the soft limit is raised to this, or to the hard limit if that is lower.
    public static let descriptors = 8_192

    // MARK: The way to a server

    /// How long the result of a gather waits before it is sent, unless the daemon is told else.
    public static let submissionGrace: Duration = .seconds(60)

    /// How long a step that has failed waits before the next try: from the first time to the last.
    public static let submissionRetry: ClosedRange<Duration> = .seconds(1) ... .seconds(900)

    /// How often people who look bring the next try on, at most.
    public static let submissionHurry: Duration = .seconds(5)

    /// How long after a request whose answer was lost the server is not asked what came of it: it
    /// may still be at it.
    public static let submissionSettling: Duration = .seconds(2)

    /// A request that took so long was made to a server that is slow in writing.
    public static let submissionSlow: Duration = .seconds(20)

    /// How long the write of such a request is only looked for, before it is repeated.
    public static let submissionPatience: Duration = .seconds(60)

    /// The results of a gather that are remembered as lost on their way to the server.
    public static let submissionResultsKnown = 8

    /// How long after a lost answer the server is looked at for what came of it, once it has the
    /// result.
    public static let submissionLooks: [Duration] = [15, 45, 105, 225, 465, 945].map {
        .seconds($0)
    }

    /// How many gathers without a result a server can have: with more, it is not known which were
    /// there before.
    public static let submissionGathersKnown = 1_000

    /// How many gathers somebody has to decide between, at most.
    public static let submissionCandidates = 20

    /// How long gather-submit may take for a step: it gives each 30 s itself.
    public static let submitterPatience: Duration = .seconds(45)

    /// How long a socket of gather-submit may take no connection.
    public static let submitterConnect: Duration = .seconds(5)

    /// The greatest size of a reply of gather-submit, in bytes: a list comes in many.
    public static let submitterReplyBytes = 1 << 20

    /// The most values in a reply of gather-submit.
    public static let submitterReplyValues = 50_000

    /// The greatest size of what is kept of the players that a server lists, in bytes.
    public static let listedPlayersBytes = 8 << 20

    /// How many requests to a server for results are on their way at once.
    public static let submissionLanes = 2

    /// The greatest size of a file of the account, in bytes.
    public static let accountBytes = 16_384

    // MARK: Storage and life

    /// The time of a reading's turn: no transaction of it is longer.
    public static let readingTurn: Duration = .milliseconds(10)

    /// The number of gathers that a ranking since a time counts at once.
    public static let gathersRankedAtOnce = 100

    /// The memory in which those who only read keep parts of the file, in KiB.
    public static let archiveCacheKilobytes = 512

    /// The time that a change may be at the disk before those behind it are refused.
    public static let diskPatience: Duration = .seconds(5)

    /// The time after that to a second look, before anything is said of the disk.
    public static let secondLook: Duration = .milliseconds(200)

    /// How long a statement waits for a lock that another process holds.
    public static let databaseBusy: Duration = .milliseconds(100)

    /// How many commands the write-ahead log takes in before it is emptied between two of them.
    public static let additionsUntilTidied = 256

    /// How many events in a row are filled in where they could not be read: a number that says more
    /// is not one that was written.
    public static let salvagedGap = 100_000

    /// How many damaged databases are set aside; a person is to look at them before there are more.
    public static let filesSetAside = 20

    /// How long a few thousand rows of a damaged database may take, on a slow card.
    public static let salvageStep = Duration.seconds(60)

    /// A damaged database of up to so many bytes is salvaged in a second or so; of a greater one it
    /// is said before.
    public static let bytesSalvagedAtOnce = 1 << 25

    /// A commit that takes longer is logged.
    public static let slowCommit: Duration = .seconds(1)

    /// How many changes of a player are remembered, to be told what takes them back.
    public static let squadChanges = 8

    /// How many times, 10 ms apart, a clean stop looks whether clients took their last answers.
    public static let stoppingTries = 100

    /// The number of looks before, 10 ms apart, for changes that are still carried out.
    public static let workingTries = 300

    /// The time that the end of the store is waited for.
    public static let closingPatience: Duration = .seconds(4)

    /// A process that has not ended so long after it was told to ends without more ado: before
    /// systemd, which gives it 15 s, would kill it.
    public static let stoppingPatience: Duration = .seconds(10)

    /// How many descriptors there have to be at the start: some 20 are the daemon's own.
    public static let descriptorsNeeded = 32

    /// How many threads there have to be at the start: each queue that is at work has one, and
    /// Dispatch waits for ever for one that it does not get.
    public static let threadsNeeded = 16
}
