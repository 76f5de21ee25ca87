import GatherClient
import GatherClub

/// The limits on what the network, gatherd or the disk can make grow, and on what is waited for.
enum Limits {
    /// The age beyond which a result is no longer kept at the broker, unless it is of one of the
    /// newest matches.
    static let resultAge: Duration = .seconds(30 * 86_400)

    /// The events of a match that are read at once.
    static let eventPage = 64

    /// The interval at which the list of matches is compared, for changes of older ones.
    static let listInterval: Duration = .seconds(60)

    /// The time after which what the broker did not take is published again.
    static let denialInterval = listInterval

    /// The time after which the reading of the wall clock is published first, and the interval.
    static let firstTime: Duration = .seconds(1)
    static let timeInterval: Duration = .seconds(5)

    /// The longest command, in bytes, and the greatest age of one, in milliseconds.
    static let commandBytes = 16_384
    static let commandAge = 5_000

    /// The longest packet that is read, in bytes: that of the longest fixtures or table.
    ///
    /// The example of mosquitto.conf has the same number.
    static let packet = max(FixtureList.mostBytes, Table.mostBytes) + 1_024
    /// That of what reads a pitch alone.
    static let pitchPacket = PitchBook.mostBytes + 1_024

    /// The time after which another client that has published the pitch has gone: it publishes its
    /// wall clock three times in that.
    static let rival: Duration = .seconds(15)

    /// The time before a gatherd that could not answer is called again.
    static let retryDelay: Duration = .seconds(1)

    /// The time for which gatherd may be away before that is published: a restart is shorter.
    static let absence: Duration = .seconds(2)

    /// The longest time for which acknowledged events are not on disk.
    static let writeDelay: Duration = .seconds(1)

    /// The longest password, in bytes.
    static let passwordBytes = 1_024

    /// The time that ``Check`` and ``Withdrawal`` have for the broker's answers.
    static let trial: Duration = .seconds(15)
    /// The time after which nothing more is expected of what the broker retains.
    static let retained: Duration = .seconds(2)
    /// The longest time for which changes of it are waited for.
    static let changes: Duration = .seconds(10)

    /// The time after which a pitch that the broker has lost is not waited for any more.
    ///
    /// It tries again at most 30 s after the end of a try, which takes long where packets vanish on
    /// the way: the kernel then sends again after up to 64 s.
    static let pitchReturn: Duration = .seconds(120)
    /// The time after which is read again what there was no room for.
    static let readAgain: Duration = .seconds(10)
    /// The time after which fixtures or a table that another one has replaced are published again.
    static let restoration: Duration = .seconds(10)
    /// The time for which changes of the table are gathered.
    static let tableDelay: Duration = .milliseconds(50)
    /// The time for which changes of the pitches are gathered.
    static let pitchDelay: Duration = .milliseconds(20)
    /// The time that the one who makes the table has for a result, before the table is an old one.
    static let tableAge: Duration = .seconds(5)
    /// The time for which the broker's word on new fixtures is waited for.
    static let importAnswer: Duration = .seconds(3)
    /// The most answers to commands that the broker has not acknowledged.
    static let answersUnderWay = 4_096
    /// The most topics that are reported on a connection.
    static let reportedTopics = 256

    /// The limits on who asks for what is known of a club: a list of fixtures is a long message.
    static let calls = CallLimits(
        clients: 64, clientsOfUser: 48, messageBytes: FixtureList.mostBytes + 4_096, nesting: 8,
        values: FixtureList.mostValues, replies: 16, replyBytes: 1 << 16, patience: .seconds(10))

    /// The most retained topics that are taken back at once.
    static let retainedTopics = 16_384
}
