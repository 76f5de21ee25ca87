import Glibc
import LinuxIO

/// `bridge`: connects its standard streams with the daemon's socket, for `--host` of another
/// machine.
struct BridgeCommand {
    private let context: Context
    private let connect: (String) throws(SystemError) -> Descriptor

    private static let task = "bridge"

    /// Makes a command that has not connected yet.
    init(context: Context, connect: @escaping (String) throws(SystemError) -> Descriptor) {
        self.context = context
        self.connect = connect
    }

    /// Runs until one of the two sides is over.
    func run() throws(Failure) {
        guard !context.streams.input.isTerminal else {
            throw Failure(
                .usage,
                "cannot \(Self.task): it is for programs, and standard input is a terminal",
                hint: "'gatherctl --host' runs it on the other machine")
        }
        let socket: Descriptor
        do { socket = try connect(context.socket.path) } catch { throw context.unreachable(error) }
        do {
            var relay = try Relay(
                input: context.streams.input.descriptor, output: context.streams.output.descriptor,
                socket: socket)
            var isAsking = true
            try relay.run(first: line) { bytes in
                guard isAsking else { return (Array(bytes), []) }
                let rest = bytes.drop { $0 == Bridge.question }
                isAsking = rest.isEmpty
                return (Array(rest), (0..<bytes.count - rest.count).flatMap { _ in line })
            }
        } catch {
            if error.code == EPIPE { throw .outputClosed }
            throw Failure(.refused, "cannot \(Self.task): \(error)")
        }
    }

    private var line: [UInt8] { Bridge.line(at: context.time.now().boottime) }
}
