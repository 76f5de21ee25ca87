import Glibc
import LinuxIO

/// A program that is to connect to the daemon of another machine, until it has greeted.
final class Attempt {
    private let process: SpawnedProcess
    private let words: Descriptor
    private let deadline: Duration?
    private var given: Descriptor?
    private weak var taken: Descriptor?
    private var greeting = Greeting()
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    /// Starts the program.
    ///
    /// - Parameter deadline: When it has to have greeted, by this machine's boot time; nil where
    ///   somebody may be asked first.
    init(_ arguments: [String], deadline: Duration?) throws(SystemError) {
        self.deadline = deadline
        let (ours, theirs) = try UnixSocket.blockingPair()
        // What it says is for the time it fails.
        words = try MemoryFile.of([])
        process = try SpawnedProcess(
            arguments,
            streams: SpawnedProcess.Streams(input: theirs, output: theirs, errors: words),
            leadsGroup: false)
        given = ours
    }

    /// The connection, which is the caller's from now on.
    var socket: Descriptor {
        let socket = given ?? taken ?? Descriptor(owning: -1)
        taken = socket
        given = nil
        return socket
    }

    /// Whether nobody holds the connection any more.
    var isUnused: Bool { given == nil && taken == nil }

    /// Waits until it greets, and asks for the time over there.
    func waitForGreeting(_ time: RemoteTimekeeper) throws(SystemError) {
        repeat {
            _ = time.wait(for: given, timeout: left(time))
        } while try !hasGreeting(time)
        for _ in 0..<2 { try askForTime(time) }
    }

    /// Whether it has greeted by now.
    ///
    /// - Throws: A ``SystemError`` if it has ended instead, or it is too late for it.
    func hasGreeting(_ time: RemoteTimekeeper) throws(SystemError) -> Bool {
        while time.wait(for: given, timeout: .zero) {
            guard let stamp = try nextStamp() else { continue }
            time.clock.begin()
            time.clock.hear(stamp, arrival: time.ownBoottime)
            return true
        }
        guard left(time) != .zero else { throw SystemError(ETIMEDOUT) }
        return false
    }

    private func left(_ time: RemoteTimekeeper) -> Duration? {
        deadline.map { max($0 - time.ownBoottime, .zero) }
    }

    private func askForTime(_ time: RemoteTimekeeper) throws(SystemError) {
        let askedAt = time.ownBoottime
        guard let given, try given.write([Bridge.question]) != nil else {
            throw SystemError(ECONNRESET)
        }
        var stamp: Duration?
        repeat {
            guard time.wait(for: given, timeout: left(time)) else {
                throw SystemError(ETIMEDOUT)
            }
            stamp = try nextStamp()
        } while stamp == nil
        guard let stamp else { return }
        time.clock.hear(stamp, askedAt: askedAt, arrival: time.ownBoottime)
    }

    private func nextStamp() throws(SystemError) -> Duration? {
        guard let given, let count = try given.read(into: &buffer), count > 0 else {
            throw SystemError(ECONNREFUSED)
        }
        return try greeting.take(buffer[..<count])
    }

    /// Has the program end, and does not wait for it.
    ///
    /// - Returns: Whether it has ended.
    func end() -> Bool {
        given = nil
        guard process.hasEnded else {
            process.send(SIGTERM)
            return false
        }
        _ = process.end()
        return true
    }

    /// What the program has returned, and said, in lines.
    func lastWords() -> (status: String, lines: [String]) {
        given = nil
        // It may hang in what it does without us.
        process.send(SIGTERM)
        let status =
            switch process.end() {
            case .exited(let status): "status \(status)"
            case .killed(let signal): "signal \(signal)"
            }
        let bytes = (try? words.read(16_384, at: 0)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }
        return (status, lines.map { $0.filter { $0 != "\r" } }.filter { !$0.isEmpty })
    }
}
