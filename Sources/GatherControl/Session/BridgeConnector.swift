import Glibc
import LinuxIO

/// An attempt to connect to the daemon of another machine by a program, until the bridge has
/// greeted.
final class BridgeConnector {
    private let process: SpawnedProcess
    private let errors: Descriptor
    private let deadline: Duration?
    private var given: Descriptor?
    private weak var taken: Descriptor?
    private var greeting = Greeting()
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    /// Starts the program.
    ///
    /// - Parameter deadline: The boot time of this machine by which the greeting must arrive; nil
    ///   if the program may ask the user something first.
    init(_ arguments: [String], deadline: Duration?) throws(SystemError) {
        self.deadline = deadline
        let (ours, theirs) = try UnixSocket.blockingPair()
        // Its messages are needed only if it fails.
        errors = try MemoryFile.of([])
        process = try SpawnedProcess(
            arguments,
            streams: SpawnedProcess.Streams(input: theirs, output: theirs, errors: errors),
            leadsGroup: false)
        given = ours
    }

    /// The connection, which the caller owns from now on.
    var socket: Descriptor {
        let socket = given.take() ?? taken ?? Descriptor(owning: -1)
        taken = socket
        return socket
    }

    /// True if the connection is no longer held.
    var isUnused: Bool { given == nil && taken == nil }

    /// Waits for the greeting, and then requests the time of the other machine.
    ///
    /// - Throws: A ``SystemError`` if the program has ended instead, or the deadline is over.
    func waitForGreeting(_ time: RemoteTimekeeper) throws(SystemError) {
        repeat {
            _ = time.wait(for: given, timeout: left(time))
        } while try !hasGreeting(time, awaitsState: false)
        for _ in 0..<2 { try requestTime(time) }
    }

    /// Returns true once the greeting has arrived.
    ///
    /// - Parameter awaitsState: True if the time in it counts only with the next state.
    /// - Throws: A ``SystemError`` if the program has ended instead, or the deadline is over.
    func hasGreeting(
        _ time: RemoteTimekeeper, awaitsState: Bool = true
    ) throws(SystemError) -> Bool {
        while time.wait(for: given, timeout: .zero) {
            guard let stamp = try nextStamp() else { continue }
            time.begin(stamp, awaitsState: awaitsState)
            return true
        }
        guard left(time) != .zero else { throw SystemError(ETIMEDOUT) }
        return false
    }

    private func left(_ time: RemoteTimekeeper) -> Duration? {
        deadline.map { max($0 - time.ownBoottime, .zero) }
    }

    private func requestTime(_ time: RemoteTimekeeper) throws(SystemError) {
        let requestedAt = time.ownBoottime
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
        time.clock.add(stamp, requestedAt: requestedAt, arrival: time.ownBoottime)
    }

    private func nextStamp() throws(SystemError) -> Duration? {
        guard let given, let count = try given.read(into: &buffer), count > 0 else {
            throw SystemError(ECONNREFUSED)
        }
        return try greeting.take(buffer[..<count])
    }

    /// Terminates the program without waiting for it.
    ///
    /// - Returns: True if it has ended.
    func end() -> Bool {
        given = nil
        guard process.hasEnded else {
            process.send(SIGTERM)
            return false
        }
        _ = process.end()
        return true
    }

    /// Terminates the program, and returns how it ended and what it wrote to standard error.
    func stop() -> (end: SpawnedProcess.End, lines: [String]) {
        given = nil
        // It may hang in work that does not depend on this process.
        process.send(SIGTERM)
        let end = process.end()
        let bytes = (try? errors.read(16_384, at: 0)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }
        return (end, lines.map { $0.filter { $0 != "\r" } }.filter { !$0.isEmpty })
    }
}
