import LinuxIO

/// The server: its listeners, its engine, and what it serves.
final class WebServer {
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let options: Options
    private let log: Log
    private let clients: ClientTable
    private let hub: EventHub
    private let router: Router
    /// The engines: the last one has the connections to come, an older one those that came before
    /// its certificate was renewed.
    private var engines: [HTTPEngine] = []
    private var certificate: Certificate?
    private var nextLook = Duration.zero
    private var listeners: [Listener] = []
    private let runner: Runner
    /// The remote; nil if only the board is served.
    let remote: Remote?

    /// Runs the engines; the hub has it before there are any.
    private final class Runner {
        weak var server: WebServer?
        func run() { server?.engines.forEach { $0.run() } }
    }

    /// Makes a server that accepts nothing yet.
    ///
    /// - Parameters:
    ///   - gatherd: The socket of the usual pitch.
    ///   - devices: The devices that may change a match; nil for the board alone.
    init(
        _ options: Options, gatherd: String, queue: SerialQueue, clock: any MachineClock,
        devices: DeviceStore?, log: Log
    ) throws {
        self.queue = queue
        self.clock = clock
        self.options = options
        self.log = log
        let directory = PitchDirectory(usual: gatherd)
        clients = ClientTable(
            perAddress: options.perAddress, unlimited: options.proxies, clock: clock)
        let runner = Runner()
        self.runner = runner
        hub = EventHub(directory, queue: queue, clock: clock) { runner.run() }
        remote = devices.map { Remote($0, directory, queue: queue, clock: clock, log: log) }
        router = Router(
            api: APIRoutes(
                directory, crests: CrestStore(options.crests), queue: queue, clock: clock),
            hub: hub, clients: clients,
            hosts: HostRule(machine: MachineName.current, more: options.hosts),
            remote: remote.map(RemoteRoutes.init))
        if let certificate = options.certificate, let key = options.key {
            self.certificate = Certificate(certificate: certificate, key: key)
        }
        let identity = try certificate?.renewed()
        engines = [try makeEngine(identity)]
        runner.server = self
    }

    /// Serves a listening socket.
    func serve(_ socket: Descriptor) throws(SystemError) {
        listeners.append(
            try Listener(socket, queue: queue) { [weak self] in self?.accept($0, $1) })
    }

    /// The state in one line, for the service manager.
    var status: String {
        "browsers that follow: \(hub.listeners)"
    }

    /// The first of the sockets that it listens on, with the port that the kernel chose.
    var endpoint: InternetEndpoint? {
        guard let socket = listeners.first?.socket,
            let local = InternetSocket.localAddress(of: socket.number),
            let address = local.internetAddress, let port = local.port
        else { return nil }
        return InternetEndpoint(address: address, port: port)
    }

    private func accept(_ number: Int32, _ peer: SocketAddress) {
        guard clients.connect(peer.internetAddress) else {
            // The descriptor closes the connection.
            let socket = Descriptor(owning: number)
            if certificate == nil { _ = try? socket.write(Self.tooMany[...]) }
            return
        }
        InternetSocket.limitUnread(of: number, to: Limits.unreadBytes)
        renew()
        engines.last?.add(number, from: peer)
    }

    private static let tooMany = Array(
        """
        HTTP/1.1 503 Service Unavailable\r
        Content-Type: text/plain\r
        Content-Length: 36\r
        Retry-After: 10\r
        Connection: close\r
        \r
        too many connections of this address

        """.utf8)

    private func makeEngine(
        _ identity: HTTPEngine.Identity?
    ) throws(HTTPEngine.Failure)
        -> HTTPEngine
    {
        try HTTPEngine(
            queue: queue, clock: clock, identity: identity, proxies: options.proxies,
            handler: router, closed: { [clients] in clients.disconnect($0) })
    }

    /// Takes a renewed certificate, and drops engines that have nothing left to do.
    private func renew() {
        let present = engines.last
        engines.removeAll { $0 !== present && $0.connections == 0 }
        let now = clock.now().boottime
        guard certificate != nil, nextLook <= now else { return }
        nextLook = now + Limits.certificateLook
        do {
            guard let identity = try certificate?.renewed() else { return }
            engines.append(try makeEngine(identity))
            log.write(.info, "the certificate was renewed")
        } catch {
            log.write(.warning, "cannot take the renewed certificate, going on: \(error)")
        }
    }
}
