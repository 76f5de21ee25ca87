import CMicroHTTP
import Dispatch
import LinuxIO

/// libmicrohttpd on a queue of Dispatch: its epoll(7) descriptor is a source of the queue.
///
/// It accepts nothing by itself; connections are added.
final class HTTPEngine {
    /// A certificate with its key, both in PEM.
    struct Identity: Equatable {
        let certificate: [UInt8]
        let key: [UInt8]
    }

    /// The number of open connections.
    private(set) var connections = 0

    private let queue: SerialQueue
    private let isForStreams: Bool
    private unowned let handler: Router
    private let closed: (InternetAddress?) -> Void
    private let proxies: Set<InternetAddress>
    private let daemon: HTTPDaemon
    private var source: (any DispatchSourceRead)?
    private var alarm: (any Alarm)?
    private let clock: any MachineClock
    private var isRunning = false
    private var isScheduled = false
    /// The peers by the numbers of their sockets.
    private var peers: [Int32: InternetAddress] = [:]

    /// Makes an engine that runs from now on.
    ///
    /// - Parameters:
    ///   - connectionBytes: The memory of each connection.
    ///   - isForStreams: True to close a connection after an answer that is no stream: its memory
    ///     may be too small for the next request.
    ///   - identity: A certificate for TLS; nil for plain HTTP.
    ///   - proxies: The addresses whose word on the client's address is taken.
    ///   - closed: Called when a connection from an address has ended.
    init(
        queue: SerialQueue, clock: any MachineClock, connectionBytes: Int, isForStreams: Bool,
        identity: Identity?, proxies: Set<InternetAddress>, handler: Router,
        closed: @escaping (InternetAddress?) -> Void
    ) throws(ServiceFailure) {
        self.queue = queue
        self.clock = clock
        self.handler = handler
        self.proxies = proxies
        self.closed = closed
        self.isForStreams = isForStreams
        daemon = HTTPDaemon(
            cmicrohttp_callbacks(
                context: nil, handle: { HTTPEngine.of($0).handle($1, $2, $3, $4, $5, $6) },
                finish: { HTTPEngine.finish($1) }, close: { HTTPEngine.of($0).close($1) }))
        daemon.setContext(Unmanaged.passUnretained(self).toOpaque())
        guard daemon.start(identity, connectionBytes: connectionBytes) else {
            throw ServiceFailure(
                description: identity != nil
                    ? "the certificate and the key are not a pair in PEM, or cannot be used"
                    : "libmicrohttpd does not start")
        }
        let run = queue.bound { [unowned self] in self.run() }
        alarm = clock.makeAlarm(on: queue.dispatch, handler: run)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: cmicrohttp_epoll(daemon.pointer), queue: queue.dispatch)
        source.setEventHandler(handler: run)
        // The descriptor must stay open until the source is done with it.
        source.setCancelHandler(handler: queue.bound { [daemon] in daemon.stop() })
        source.activate()
        self.source = source
    }

    deinit {
        source?.cancel()
        alarm?.clear()
    }

    /// Takes over a connected socket.
    func add(_ number: Int32, from peer: SocketAddress) {
        let address = peer.internetAddress
        peers[number] = address
        connections += 1
        let isAdded = peer.with { cmicrohttp_add(daemon.pointer, number, $0, $1) }
        // libmicrohttpd closes a connection that it does not accept, without calling `close`.
        if !isAdded, peers.removeValue(forKey: number) != nil || address == nil { ended(address) }
        schedule()
    }

    /// Runs what is to be done now: what was woken, arrived, or has taken too long.
    func run() {
        guard !isRunning else { return schedule() }
        isRunning = true
        isScheduled = false
        cmicrohttp_run(daemon.pointer)
        isRunning = false
        let left = cmicrohttp_timeout(daemon.pointer)
        if left == 0 {
            schedule()
        } else if left > 0 {
            alarm?.set(at: clock.now().boottime + .milliseconds(left))
        }
    }

    /// Runs in a later turn of the queue.
    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        queue.later { [weak self] in self?.run() }
    }

    // MARK: - Calls of libmicrohttpd

    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPEngine {
        // The engine sets it, and outlives the daemon.
        guard let context else { preconditionFailure("a callback has its context") }
        return Unmanaged<HTTPEngine>.fromOpaque(context).takeUnretainedValue()
    }

    private func handle(
        _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
        _ method: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
        _ uploadSize: UnsafeMutablePointer<Int>?,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> Bool {
        guard let connection, let path, let method, let uploadSize, let state else { return false }
        guard let known = state.pointee else {
            let exchange = HTTPExchange(
                request(connection, path, method), on: connection, at: clock.now().boottime)
            state.pointee = Unmanaged.passRetained(exchange).toOpaque()
            // Near the end of the memory there may be no room for an answer.
            if cmicrohttp_head_bytes(connection) > Limits.headBytes {
                return queue(HTTPResponse(431), on: connection)
            }
            guard let refusal = handler.refusal(of: exchange.request) else { return true }
            return queue(refusal, on: connection)
        }
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
        if uploadSize.pointee > 0 {
            let part = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
            exchange.receive(part, limit: Limits.bodyBytes)
            uploadSize.pointee = 0
            // A body that is far too long or takes too long closes the connection.
            return exchange.received <= Limits.bodyBytesRead
                && clock.now().boottime - exchange.begun <= Limits.body
        }
        if exchange.isTooLong {
            return queue(HTTPResponse(413, text: tr("the body is too long")), on: connection)
        }
        let response = exchange.response(
            { [handler] request, answer in handler.handle(request, answer) },
            resumed: { [weak self] in self?.schedule() })
        return response.map { queue($0, on: connection) } ?? true
    }

    private static func finish(_ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
        guard let state, let known = state.pointee else { return }
        state.pointee = nil
        Unmanaged<HTTPExchange>.fromOpaque(known).takeRetainedValue().finish()
    }

    private func close(_ number: Int32) {
        ended(peers.removeValue(forKey: number))
    }

    private func ended(_ address: InternetAddress?) {
        connections -= 1
        closed(address)
    }

    private func request(
        _ connection: OpaquePointer, _ path: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>
    ) -> HTTPRequest {
        var arguments = QueryArguments()
        withUnsafeMutablePointer(to: &arguments) { pointer in
            cmicrohttp_arguments(connection, pointer) { context, name, value in
                guard let name, let value else { return }
                context?.assumingMemoryBound(to: QueryArguments.self).pointee
                    .add(String(cString: name), String(cString: value))
            }
        }
        let number = cmicrohttp_socket(connection)
        let peer = peers[number]
        return HTTPRequest(
            connection: connection, method: String(cString: method), path: String(cString: path),
            arguments: arguments.values, client: client(connection, peer),
            local: InternetSocket.localAddress(of: number)?.internetAddress)
    }

    /// Returns the client of a connection: behind a trusted proxy, the last address it names.
    private func client(_ connection: OpaquePointer, _ peer: InternetAddress?) -> InternetAddress? {
        // A connection without an address comes from this machine, over a Unix socket. A proxy may
        // add a header line of its own after one that the client sent, so the last one is read.
        guard peer.map(proxies.contains) ?? true,
            let header = cmicrohttp_last_header(connection, "X-Forwarded-For")
        else { return peer }
        let last = String(cString: header).split(separator: ",").last ?? ""
        return InternetAddress(String(last.drop { $0 == " " })) ?? peer
    }

    private func queue(_ response: HTTPResponse, on connection: OpaquePointer) -> Bool {
        guard let made = make(response, on: connection) else { return false }
        defer { MHD_destroy_response(made) }
        // Headers take memory as long as the answer lasts, which is long for a stream.
        var more = response.isStream ? [] : handler.pageHeaders
        if isForStreams, !response.isStream { more.append(("Connection", "close")) }
        for (name, value) in handler.commonHeaders + more + response.headers {
            guard cmicrohttp_add_header(made, name, value) else { return false }
        }
        return cmicrohttp_queue(connection, response.status, made)
    }

    private func make(_ response: HTTPResponse, on connection: OpaquePointer) -> OpaquePointer? {
        switch response.body {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { cmicrohttp_response($0.baseAddress, $0.count, false) }
        case .kept(let body):
            cmicrohttp_response(body.content.baseAddress, body.content.count, true)
        case .stream(let source): HTTPStream.response(of: source, on: connection)
        }
    }
}

/// The arguments of a query, of which there are few.
private struct QueryArguments {
    private(set) var values: [String: String] = [:]

    mutating func add(_ name: String, _ value: String) {
        guard values.count < Limits.queryArguments, values[name] == nil else { return }
        values[name] = value
    }
}
