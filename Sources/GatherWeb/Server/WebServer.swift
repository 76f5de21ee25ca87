import LinuxIO

/// The server: its listeners, its engine, and what it serves.
final class WebServer {
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let options: Options
    private let log: ServiceLog
    private let clients: ClientTable
    private let hub: EventHub
    private let router: Router
    /// The engine for connections that listen to events, and the one for all others.
    private var streams: HTTPEngine?
    private var engine: HTTPEngine?
    /// The engines with the connections that were accepted before the certificate was renewed.
    private var former: [HTTPEngine] = []
    private var reception: Reception?
    private var certificate: Certificate?
    private var nextLook = Duration.zero
    private var listeners: [Listener] = []
    private let runner: Runner
    /// The remote; nil if only the board is served.
    let remote: Remote?

    /// The object through which the hub runs the engines, which are made after the hub.
    private final class Runner {
        weak var server: WebServer?
        func run() { server?.engines.forEach { $0.run() } }
    }

    /// Makes a server that accepts nothing yet.
    ///
    /// - Parameters:
    ///   - gatherd: The socket of the usual pitch.
    ///   - club: The places at which a club may be served.
    ///   - devices: The devices that may change a match; nil for the board alone.
    init(
        _ options: Options, gatherd: String, club: [String], queue: SerialQueue,
        clock: any MachineClock, devices: DeviceStore?, log: ServiceLog
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
            club: ClubRoutes(
                ClubSocket(at: club, queue: queue), queue: queue, clock: clock),
            hub: hub, clients: clients,
            hosts: HostRule(machine: MachineName.current, more: options.hosts),
            remote: remote)
        if let certificate = options.certificate, let key = options.key {
            self.certificate = Certificate(certificate: certificate, key: key)
        }
        let identity = try certificate?.renewed()
        engine = try makeEngine(identity)
        if identity == nil {
            streams = try makeEngine(isForStreams: true, nil)
            reception = try Reception(
                queue: queue, clock: clock,
                received: { [unowned self] in receive($0, $1, $2) },
                expired: { [unowned self] in refuse($0, $1, "") })
        }
        runner.server = self
    }

    /// Serves a listening socket.
    func serve(_ socket: Descriptor) throws(SystemError) {
        listeners.append(try Listener(socket, queue: queue) { [weak self] in self?.accept($0, $1) })
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
        let local = InternetSocket.localAddress(of: number)?.internetAddress
        guard clients.connect(peer.internetAddress, to: local) else {
            return refuse(number, nil, Self.tooMany)
        }
        InternetSocket.limitUnread(of: number, to: Limits.unreadBytes)
        // With TLS the first bytes do not show the request, so there is no reception.
        guard let reception else {
            renew()
            engine?.add(number, from: peer)
            return
        }
        reception.add(number, from: peer)
    }

    private func receive(_ number: Int32, _ peer: SocketAddress, _ kind: Reception.Kind) {
        switch kind {
        case .stream: streams?.add(number, from: peer)
        case .other: engine?.add(number, from: peer)
        case .tooLong: refuse(number, peer, Self.tooLong)
        }
    }

    /// Ends a connection with an answer, if there is room for it.
    ///
    /// - Parameter counted: The peer, if the connection was counted.
    private func refuse(_ number: Int32, _ counted: SocketAddress?, _ answer: String) {
        // The descriptor closes the connection.
        let socket = Descriptor(owning: number)
        if certificate == nil { _ = try? socket.write(Array(answer.utf8)[...]) }
        if let counted { clients.disconnect(counted.internetAddress) }
    }

    private static let tooMany = refusal(
        "503 Service Unavailable", "too many connections of this address")

    private static let tooLong = refusal(
        "431 Request Header Fields Too Large", "the request is too long")

    /// Returns an answer that is sent without an engine.
    private static func refusal(_ status: String, _ text: String) -> String {
        """
        HTTP/1.1 \(status)\r
        Content-Type: text/plain\r
        Content-Length: \(text.utf8.count + 1)\r
        Retry-After: 10\r
        Connection: close\r
        \r
        \(text)

        """
    }

    private var engines: [HTTPEngine] { former + [streams, engine].compactMap(\.self) }

    private func makeEngine(
        isForStreams: Bool = false, _ identity: HTTPEngine.Identity?
    ) throws(ServiceFailure) -> HTTPEngine {
        try HTTPEngine(
            queue: queue, clock: clock,
            connectionBytes: isForStreams ? Limits.streamBytes : Limits.connectionBytes,
            isForStreams: isForStreams, identity: identity, proxies: options.proxies,
            handler: router, closed: { [clients] in clients.disconnect($0) })
    }

    /// Takes a renewed certificate, and drops engines that have nothing left to do.
    private func renew() {
        former.removeAll { $0.connections == 0 }
        let now = clock.now().boottime
        guard certificate != nil, nextLook <= now else { return }
        nextLook = now + Limits.certificateLook
        do {
            guard let identity = try certificate?.renewed() else { return }
            let renewed = try makeEngine(identity)
            if let engine { former.append(engine) }
            engine = renewed
            log.write(.info, "the certificate was renewed")
        } catch {
            log.write(.warning, "cannot take the renewed certificate, going on: \(error)")
        }
    }
}
