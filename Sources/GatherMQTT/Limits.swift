/// The limits on what the network, gatherd or the disk can make grow, and on what is waited for.
enum Limits {
    /// The age beyond which a result is no longer kept at the broker.
    static let resultAge: Duration = .seconds(30 * 86_400)

    /// The events of a match that are read at once.
    static let eventPage = 64

    /// The interval at which the list of matches is compared, for changes of older ones.
    static let listInterval: Duration = .seconds(60)

    /// The interval at which the reading of the wall clock is published.
    static let timeInterval: Duration = .seconds(5)

    /// The longest command, in bytes, and the greatest age of one, in milliseconds.
    static let commandBytes = 16_384
    static let commandAge = 5_000

    /// The time before gatherd is asked again that could not answer.
    static let askAgain: Duration = .seconds(1)

    /// The time for which gatherd may be away before it is told: a restart is shorter.
    static let absence: Duration = .seconds(2)

    /// The longest time for which acknowledged events are not on disk.
    static let writeDelay: Duration = .seconds(1)

    /// The longest file of what is kept, in bytes.
    static let recordBytes = 1 << 16

    /// The longest password, in bytes.
    static let passwordBytes = 1_024

    /// The time that ``Check`` and ``Withdrawal`` have for the broker's answers.
    static let trial: Duration = .seconds(15)
    /// The time after which nothing more is expected of what the broker retains.
    static let retained: Duration = .seconds(2)

    /// The most retained topics that are taken back at once.
    static let retainedTopics = 16_384
}
