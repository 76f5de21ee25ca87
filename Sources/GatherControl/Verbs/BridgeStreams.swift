import Glibc
import LinuxIO

/// `bridge`: connects its standard streams with the daemon's socket until one of the two ends, for
/// `--host` of another machine.
struct BridgeStreams: Command {
    static let verb = Verb(
        name: "bridge", summary: tr("connect standard streams to gatherd, for --host"),
        failure: tr("cannot run the bridge: %1$@"),
        topic: .program, options: [.varlink],
        manual: """
            Connect standard input and output to gatherd(8); --host runs it on the other machine.
            First it writes 'gatherctl-bridge' and how long its machine has been up, sleep included,
            in microseconds. It writes that again for each empty line, and then it carries Varlink.
            With --varlink it carries only Varlink, for other clients such as varlinkctl(1):
            .Pp
            .Dl varlinkctl info \"ssh-exec:HOST:gatherctl bridge --varlink\"
            """
    ) { BridgeStreams(isPure: $0.has(.varlink)) }

    /// True if nothing but Varlink is carried.
    let isPure: Bool

    func run(_ context: Context) throws(Failure) {
        let line = { Bridge.line(at: context.time.now().boottime) }
        guard !context.streams.input.isTerminal else {
            throw Failure(
                .usage,
                Self.verb.failure,
                cause: tr("it is for programs, and standard input is a terminal"),
                hint: tr("'gatherctl --host' runs it on the other machine"))
        }
        let socket: Descriptor
        do { socket = try context.connector(context.socket.path) } catch {
            throw context.unreachable(error)
        }
        do {
            var forwarder = try StreamForwarder(
                input: context.streams.input.descriptor, output: context.streams.output.descriptor,
                socket: socket)
            var isAsking = !isPure
            try forwarder.run(first: isPure ? [] : line()) { bytes in
                guard isAsking else { return (Array(bytes), []) }
                let rest = bytes.drop { $0 == Bridge.question }
                isAsking = rest.isEmpty
                return (Array(rest), (0..<bytes.count - rest.count).flatMap { _ in line() })
            }
        } catch {
            if error.code == EPIPE { throw .outputClosed }
            throw Failure(.refused, Self.verb.failure, cause: error)
        }
    }
}

extension Option {
    fileprivate static let varlink = Option(
        "varlink", tr("no greeting: only Varlink, for other clients"))
}
