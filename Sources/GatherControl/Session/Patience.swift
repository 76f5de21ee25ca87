/// How long a client waits for a daemon that is away or silent.
struct Patience {
    /// For an answer, and again for it after the connection was lost.
    let answer: Duration
    /// Before the first try to connect again; each wait is twice the one before.
    let firstWait: Duration
    /// The longest wait between two tries.
    let longestWait: Duration

    /// Of a command: the person who typed it waits.
    static let ofCommand = Patience(
        answer: .seconds(5), firstWait: .milliseconds(20), longestWait: .milliseconds(200))

    /// How long whoever signs in waits: a server on the other side of the world has its time.
    static let ofServer = Duration.seconds(60)

    /// Of a watcher, which never gives up; the answer is the next message while the clock runs.
    static let ofWatcher = Patience(
        answer: .seconds(2), firstWait: .milliseconds(20), longestWait: .milliseconds(500))

    /// The wait after one of this length.
    func wait(after wait: Duration?) -> Duration {
        guard let wait else { return firstWait }
        return min(wait * 2, longestWait)
    }
}
