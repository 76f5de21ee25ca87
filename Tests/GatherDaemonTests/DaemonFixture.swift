import Dispatch
import FoundationEssentials
import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// The daemon in this process, with a virtual clock and a directory of its own.
final class DaemonFixture {
    let clock: VirtualClock
    let manager = RecordingManager()
    let sleepLock = RecordingSleepLock()
    let submitter: any Submitter
    let directory: String
    private let log: any Log
    private var daemon: Daemon?
    /// Signalled whenever a daemon has ended.
    private let ended = DispatchSemaphore(value: 0)

    init(
        clock: VirtualClock = VirtualClock(), directory: String? = nil, log: any Log = SilentLog(),
        submitter: any Submitter = NoSubmitter()
    ) throws {
        self.clock = clock
        self.submitter = submitter
        self.log = log
        self.directory = try directory ?? Self.temporaryDirectory()
        daemon = try start()
    }

    /// A daemon with an account at a server.
    convenience init(clock: VirtualClock, server: VirtualServer) throws {
        let directory = try Self.temporaryDirectory()
        let account = Account(
            server: .init(url: "https://a.example"), userName: "alice",
            token: Secret(text: "token"))
        try AccountStore(in: directory, credentials: nil).write(account)
        try self.init(clock: clock, directory: directory, submitter: server)
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    var socketPath: String { "\(directory)/gatherd.sock" }

    /// The directory with what people have written for the daemon; there is none until a test
    /// makes it.
    var configurationDirectory: String { "\(directory)/configuration" }

    /// Stops the daemon, and starts another on what it left.
    func restart(meanwhile: (VirtualClock) -> Void = { _ in }) throws {
        stop()
        meanwhile(clock)
        daemon = try start()
    }

    /// Stops the daemon as SIGTERM does.
    func stop() {
        guard let stopping = daemon else { return }
        stopping.stop()
        ended.wait()
        stopping.server.queue.dispatch.sync {}
        stopping.match.queue.dispatch.sync {}
        daemon = nil
    }

    /// Has a call answered at once, as if a peer had made it.
    func answer(_ call: Call, from peer: Peer) throws -> Answer {
        let daemon = try #require(daemon)
        return try #require(daemon.server.sync { $0.service.answer(call, from: peer) })
    }

    /// Waits until all has run that is on the server's queue.
    func waitForServer() throws { try #require(daemon).server.queue.dispatch.sync {} }

    /// Waits until so many changes wait behind the one that is carried out.
    func wait(forWaiting count: Int) throws {
        let daemon = try #require(daemon)
        while daemon.server.sync({ $0.server.waitingChanges }) != count { sched_yield() }
    }

    /// Stops the daemon, and waits only for its own report that it has ended.
    func stopImpatiently() throws {
        try #require(daemon).stop()
        ended.wait()
        daemon = nil
    }

    /// Waits until the match has done what it was asked to by now.
    func waitForMatch() throws {
        let daemon = try #require(daemon)
        daemon.server.queue.dispatch.sync {}
        daemon.match.queue.dispatch.sync {}
    }

    func client() throws -> Client { try Client(path: socketPath) }

    static func temporaryDirectory(in place: String = "/tmp") throws -> String {
        var template = Array("\(place)/gatherd-test-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        return String(cString: made)
    }

    private func start() throws -> Daemon {
        let options = try Options(
            ["--socket", "\(directory)/gatherd.sock", "--state-directory", directory],
            environment: Environment(
                variables: ["CONFIGURATION_DIRECTORY": configurationDirectory], uid: 1_000))
        let daemon = try TestStore.whenFree {
            try Daemon(
                options: options, clock: clock, manager: manager, sleepLock: sleepLock, log: log,
                ended: { [ended] in ended.signal() }
            ) { queue in
                (self.submitter as? VirtualServer)?.deliver(on: queue)
                return self.submitter
            }
        }
        try daemon.start()
        return daemon
    }
}

/// Remembers what the service manager is told.
final class RecordingManager: ServiceManager {
    private let told = Lock<[String]>([])

    let watchdogInterval: Duration? = nil

    /// All that was told, in order.
    var messages: [String] { told.withLock { $0 } }

    func busy(for duration: Duration?) { add(duration == nil ? "at ease" : "busy") }

    func ready(status: String) { add("READY=1 STATUS=\(status)") }

    func status(_ status: String) { add("STATUS=\(status)") }

    func alive() { add("WATCHDOG=1") }

    func stopping() { add("STOPPING=1") }

    private func add(_ message: String) { told.withLock { $0.append(message) } }
}

/// Remembers when the machine was to stay awake.
final class RecordingSleepLock: SleepLock {
    private let held = Lock<[Bool]>([])

    /// Each time that it was held or let go, in order.
    var changes: [Bool] { held.withLock { $0 } }

    func hold(_ isWanted: Bool) {
        held.withLock { if $0.last ?? false != isWanted { $0.append(isWanted) } }
    }
}

/// A log that nobody reads.
struct SilentLog: Log {
    func write(_ entry: LogEntry) {}
    func record(_ entry: LogEntry) {}
}

/// A way to a server that there is none of.
struct NoSubmitter: Submitter {
    func perform(
        _ call: Call, into list: ServerList?, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (SubmitterResult) -> Void
    ) {
        done(.failure(.notSent(reason: "there is no network")))
    }
}

/// A client that waits for its answers.
final class Client {
    private let socket: Descriptor
    private var framer = MessageFramer(limit: 1 << 20, nesting: 16)
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    convenience init(path: String) throws {
        self.init(socket: try UnixSocket.connect(to: path))
    }

    /// Takes a socket that is connected, and waits.
    init(socket: Descriptor) {
        // A daemon that closes is to be an error of the next write.
        Signals.ignore(SIGPIPE)
        self.socket = socket
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try socket.write(rest) ?? 0) }
    }

    /// Whether there is something to be received already.
    func isAnswered() throws -> Bool { try socket.waitUntilReadable(timeout: .zero) }

    /// The next message, or nil when the daemon has closed the connection.
    func receive() throws -> Reply? {
        while true {
            if let message = try framer.next() { return try Reply(parsing: message) }
            let isReadable = try socket.waitUntilReadable(timeout: .seconds(60))
            try #require(isReadable, "the daemon does not answer")
            let count = try socket.read(into: &buffer) ?? 0
            if count == 0 { return nil }
            framer.append(buffer[..<count])
        }
    }

    func call(_ method: GatherMethod, _ parameters: JSONObject = [:]) throws -> Reply {
        try send(Call(method.fullName, parameters).message)
        return try #require(try receive())
    }

    /// Calls a method that is to work, and gives the gather that it returns.
    func gather(_ method: GatherMethod, _ parameters: JSONObject = [:]) throws -> GatherSnapshot {
        let reply = try call(method, parameters)
        #expect(reply.error == nil)
        return try Self.gather(in: reply)
    }

    func subscribe(ticks: Bool) throws {
        try send(Call(GatherMethod.subscribe.fullName, ["ticks": .bool(ticks)], more: true).message)
    }

    /// The next message of a subscription: its reason, and what the clock shows.
    func next() throws -> String {
        let reply = try #require(try receive())
        let gather = try Self.gather(in: reply)
        let shown = gather.timer.remaining
        let reason = try #require(reply.parameters["reason"]?.string)
        return "\(reason) \(shown.minutes):\(shown.seconds) \(gather.score)"
    }

    static func gather(in reply: Reply) throws -> GatherSnapshot {
        let json = try #require(reply.parameters["gather"])
        return try GatherSnapshot(json: json, name: "gather")
    }
}
