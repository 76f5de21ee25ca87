/// The limits on what gatherd can make grow, and on how long it is waited for.
enum Limits {
    /// The bytes of a message that are read at once.
    static let readBytes = 65_536

    /// The time that gatherd has for an answer.
    static let answer: Duration = .seconds(5)

    /// The time after which a gatherd is lost whose clock runs and which sends no ticks.
    static let silence: Duration = .seconds(2)

    /// The time before the first try to reach gatherd again, and the longest such time.
    static let firstRetry: Duration = .milliseconds(20)
    static let longestRetry: Duration = .milliseconds(500)

    /// The calls that wait for an answer of gatherd at once, and those that wait for their turn.
    static let callsUnderWay = 16
    static let callsWaiting = 256
}
