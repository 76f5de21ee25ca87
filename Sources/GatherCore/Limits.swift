/// Every limit on what a peer, a person or a file can make grow.
///
/// The limits stand in one place so that they can be read together. Those that a client has to know
/// are in the interfaces, from which `Generated` is made. A module that may not import the core
/// (``Varlink``, for one) receives its limits from the daemon's assembly.
public enum Limits {
    // MARK: The match

    /// The shortest and the longest time of a countdown: one second to one day.
    public static let time: ClosedRange<Duration> =
        .seconds(timeSeconds.lowerBound) ... .seconds(timeSeconds.upperBound)

    /// The time penalty of a card that names no other.
    public static let usualPenalty: Duration = .seconds(120)

    /// The longest time ahead of a kick-off.
    public static let kickOffAhead: Duration = .seconds(kickOffSeconds.upperBound)

    /// The delay before a kick-off is tried again that the disk did not take.
    public static let kickOffRetry: Duration = .seconds(30)

    /// The number of periods of a format.
    public static let formatPeriods = 1...24

    /// The number of periods of play of a format that its name describes.
    public static let formatPlays = 1...12

    /// The maximum number of characters in the name of a format or a period.
    public static let formatNameCharacters = 32

    /// The number of files with formats that are listed.
    public static let formatFiles = 100

    /// The maximum size of a file with a format, in bytes.
    public static let formatFileBytes = 65_536

    /// The number of time-outs that a format can give a side in a period.
    public static let timeOutsPerPeriod = 1...9

    /// The shortest and the longest time-out: one second to one hour.
    public static let timeOut: ClosedRange<Duration> = .seconds(1) ... .seconds(3_600)

    /// The length of a cooling break: the longest that Law 7 knows.
    public static let coolingBreak: Duration = .seconds(180)

    /// The number of time-outs and cooling breaks of a period that are kept.
    public static let timeOuts = 100

    /// The number up to which the fouls of a side in a period are counted.
    public static let fouls = 99

    /// The regular minutes that a person can give, up to two days; ``addedMinutes`` limits others.
    public static let minute = 1...2_880

    /// The time after a whistle within which another one is taken for a second press.
    public static let doubleWhistle: Duration = .seconds(1)

    /// The range of seeds that the daemon makes up: few enough digits to be read out.
    public static let generatedSeed = 0...999_999

    /// The number of commands that can be guarded for which it is remembered over which connection
    /// they were given.
    public static let pressesKept = 32

    /// The time within which a guarded goal, card, foul or adjustment of the time is taken for a
    /// second press of the same one.
    public static let doublePress: Duration = .seconds(1)

    /// The time after its end within which undo can reopen a gather.
    public static let undoOfEnd: Duration = .seconds(12 * 3_600)

    /// The minimum time for which a request ID is remembered.
    public static let requestMemory: Duration = .seconds(24 * 3_600)

    /// The difference from which the wall clock counts as set since the last event.
    public static let wallStep: Duration = .seconds(1)

    /// The interval at which an untrusted wall clock, or a failing disk, is checked again.
    public static let recheck: Duration = .seconds(5)

    /// The number of missed seconds that are published one by one.
    ///
    /// After more, as after a suspend, only the present second is published.
    public static let missedTicks = 10

    // MARK: The protocol

    /// The maximum size of an incoming message, in bytes.
    public static let messageBytes = 1 << 20

    /// The maximum number of values in a message: numbers, texts, lists and objects.
    public static let messageValues = 4_096

    /// The maximum number of bytes of unfinished messages: one budget for all users who may
    /// control, one for all others.
    ///
    /// Over it, the connection with the longest unfinished message is closed, of the user who has
    /// the most bytes.
    public static let unfinishedBytes = 1 << 20

    /// The maximum number of bytes of unsent replies: one budget for all users who may control, one
    /// for all others.
    ///
    /// Over it, the connection with the most unsent bytes is closed, of the user who has the most
    /// bytes.
    public static let unsentBytes = 1 << 24

    /// The maximum number of bytes per read; what a client sends beyond it waits in its socket.
    public static let readBytes = 1 << 12

    /// The number of bytes of replies that the kernel keeps for a client that does not read, the
    /// kernel's own overhead included.
    ///
    /// They count as memory of the daemon, which its unit limits.
    public static let unreadBytes = 1 << 15

    /// The same for a client of a user who may control, once it has a longer reply.
    public static let longReplyBytes = 1 << 19

    /// The deepest nesting of objects and arrays in a message.
    public static let messageNesting = 16

    /// The maximum number of calls of one connection whose replies are not sent yet.
    public static let callsInFlight = 64

    /// The number of unsent reply bytes above which no further call of the connection is answered.
    public static let replyBytesInFlight = 1 << 16

    /// The number of connections accepted before other work has its turn, so that a client that
    /// connects again and again cannot delay it.
    public static let acceptsInTurn = 16

    /// The maximum number of connections in all.
    public static let connections = 4_096

    /// The maximum number of connections of one user.
    public static let connectionsPerUser = 2_048

    /// The share of connections reserved for users who may control the match: one in this many.
    public static let reservedShare = 8

    /// The number of connections that a user always keeps when there are too many.
    public static let connectionsKept = 8

    /// The number of idle connections that are closed at once when there are too many.
    public static let closedAtOnce = 32

    /// The time for which a user is assumed to have no idle connection, after a search found none.
    public static let idleSearchInterval: Duration = .milliseconds(200)

    /// The minimum time between two log lines about the same user having no room.
    public static let refusalLogInterval: Duration = .seconds(60)

    /// The number of other users' connections that are served before those who may control have
    /// their turn.
    public static let othersInTurn = 4

    /// The number of descriptors to which the soft limit is raised, or the hard limit if that is
    /// lower.
    public static let descriptors = 8_192

    // MARK: The squad

    /// The maximum number of players of a squad, including the removed ones, whose records stay.
    ///
    /// All of them are in memory, and each command that adds some looks through them.
    public static let squadMembers = 5_000

    /// The number of changes per player that are remembered, to say how to revert them.
    public static let squadChanges = 8

    /// The interval at which old requests that changed the squad are forgotten.
    public static let requestCleanup: Duration = .seconds(3_600)

    // MARK: Submission

    /// The time that a gather's result waits before it is sent, unless the daemon is configured
    /// otherwise.
    public static let submissionGrace: Duration = .seconds(60)

    /// The range of that delay where somebody has chosen another.
    public static let submissionDelay: ClosedRange<Duration> = .zero ... .seconds(86_400)

    /// The delay before a failed step is retried: after the first failure, and at most.
    public static let submissionRetry: ClosedRange<Duration> = .seconds(1) ... .seconds(900)

    /// The longest delay before a failed step is retried that a server can ask for.
    public static let submissionRetryAfter: Duration = .seconds(3_600)

    /// The minimum interval between retries that are brought forward because people are watching.
    public static let submissionRetryInterval: Duration = .seconds(5)

    /// The time after a lost answer during which the server is not asked for the outcome, because
    /// it may still be working on the request.
    public static let submissionSettling: Duration = .seconds(2)

    /// The duration from which a request shows that the server is slow to write.
    public static let submissionSlow: Duration = .seconds(20)

    /// The time for which the effect of such a request is only looked for before the request is
    /// repeated.
    public static let submissionSearchTimeout: Duration = .seconds(60)

    /// The maximum number of a gather's results that are remembered as lost on their way to the
    /// server.
    public static let submissionResultsKnown = 8

    /// The times after a lost answer at which the server is checked for the request's effect, once
    /// it has the result.
    public static let submissionChecks: [Duration] = [15, 45, 105, 225, 465, 945].map {
        .seconds($0)
    }

    /// The maximum number of gathers without a result at a server; with more, it is unknown which
    /// were there before.
    public static let submissionGathersKnown = 1_000

    /// The maximum number of gathers that a person is asked to choose between.
    public static let submissionCandidates = 20

    /// The maximum number of leftovers of a gather that are reported at a time; more are found by a
    /// later check.
    public static let submissionLeftovers = 100

    /// The time that gather-submit may take for a step; gather-submit itself limits each to 30 s.
    public static let submitterTimeout: Duration = .seconds(45)

    /// The time that a socket of gather-submit may take to accept a connection.
    public static let submitterConnect: Duration = .seconds(5)

    /// The maximum size of a reply of gather-submit, in bytes; a list comes in many replies.
    public static let submitterReplyBytes = 1 << 20

    /// The maximum number of values in a reply of gather-submit.
    public static let submitterReplyValues = 50_000

    /// The maximum size of what is kept of the players that a server lists, in bytes.
    public static let listedPlayersBytes = 8 << 20

    /// The maximum number of concurrent requests to a server for results.
    public static let submissionLanes = 2

    /// The maximum size of an account file, in bytes.
    public static let accountBytes = 16_384

    // MARK: Storage and lifecycle

    /// The duration of a reader's turn, which is also the longest read transaction.
    public static let readingTurn: Duration = .milliseconds(10)

    /// The number of events from which on a reply with those of many gathers has no others.
    ///
    /// So many fit into ``longReplyBytes``, and each reply wakes the client once.
    public static let eventsInReply = 64

    /// The number of gathers that a ranking since a given time counts at once.
    public static let gathersRankedAtOnce = 100

    /// The maximum number of events of the gather that is kept in memory for the next reading,
    /// however late that comes.
    public static let eventsKept = 50_000

    /// The time for which a gather with more events is kept for the next reading.
    public static let longGatherKept: Duration = .seconds(5)

    /// The size of the page cache for readers of the database, in KiB.
    public static let archiveCacheKilobytes = 512

    /// The time that a change may take at the disk before the changes behind it are refused.
    public static let diskTimeout: Duration = .seconds(5)

    /// The delay after that before a second check, which comes before anything is reported about
    /// the disk.
    public static let secondDiskCheck: Duration = .milliseconds(200)

    /// The time that a statement waits for a lock held by another process.
    public static let databaseBusy: Duration = .milliseconds(100)

    /// The number of commands after which the write-ahead log is emptied, between two commands.
    public static let additionsPerCheckpoint = 256

    /// The maximum number of consecutive unreadable events that are filled in.
    ///
    /// An event number that leaves a greater gap was not written by the daemon.
    public static let salvagedGap = 100_000

    /// The maximum number of damaged databases that are set aside; a person has to look at them
    /// before there can be more.
    public static let filesSetAside = 20

    /// The time that salvaging a few thousand rows of a damaged database may take, on a slow card.
    public static let salvageStep = Duration.seconds(60)

    /// The size in bytes up to which a damaged database is salvaged in about a second; the salvage
    /// of a larger one is announced first.
    public static let bytesSalvagedAtOnce = 1 << 25

    /// The maximum number of copies of the database that are made or read at a time.
    public static let backups = 2

    /// The time without a call after which a copy of the database is given up.
    public static let backupTimeout: Duration = .seconds(60)

    /// The number of bytes of a copy that one reply has: as text they are well below the limits of
    /// messages and of unsent replies.
    public static let backupPieceBytes = 3 << 16

    /// The duration from which a commit is logged as slow.
    public static let slowCommit: Duration = .seconds(1)

    /// The number of checks, 10 ms apart, in which a clean stop waits for clients to take their
    /// last answers.
    public static let stoppingTries = 100

    /// The number of earlier checks, 10 ms apart, in which a clean stop waits for changes in
    /// progress.
    public static let workingTries = 300

    /// The time that a stop waits for the store to close.
    public static let closingTimeout: Duration = .seconds(4)

    /// The time after a stop request at which the process ends unconditionally, before systemd
    /// kills it after 15 s.
    public static let stoppingTimeout: Duration = .seconds(10)

    /// The minimum number of descriptors at the start; about 20 are the daemon's own.
    public static let descriptorsNeeded = 32

    /// The minimum number of threads at the start.
    ///
    /// Each busy queue has one thread, and Dispatch waits forever for a thread that it cannot
    /// create.
    public static let threadsNeeded = 16
}
