import CMicroHTTP

/// A request with its answer, as libmicrohttpd asks for them: the head, parts of the body, the end.
final class HTTPExchange {
    /// The request.
    var request: HTTPRequest
    /// The moment at which its head was there.
    let begun: Duration
    /// The number of bytes of the body so far.
    private(set) var received = 0
    /// True if the body is longer than allowed; the rest of it is not kept.
    private(set) var isTooLong = false

    private let connection: OpaquePointer
    private var response: HTTPResponse?
    private enum State {
        /// The body is being read.
        case reading
        /// The handler works on it, within a call of libmicrohttpd.
        case handling
        /// The handler works on it, and the connection is suspended meanwhile.
        case waiting
        /// The response is there, or the connection has ended.
        case over
    }
    private var state = State.reading

    init(_ request: HTTPRequest, on connection: OpaquePointer, at now: Duration) {
        self.request = request
        begun = now
        self.connection = connection
    }

    /// Adds a part of the body.
    func receive(_ part: UnsafeRawBufferPointer, limit: Int) {
        received += part.count
        if request.body.count + part.count > limit { isTooLong = true }
        if !isTooLong { request.body.append(contentsOf: part) }
    }

    /// Takes the response, or suspends the connection until it is there.
    ///
    /// - Parameter handle: Called once, with what takes the response, now or later.
    func response(
        _ handle: (HTTPRequest, @escaping (HTTPResponse) -> Void) -> Void,
        resumed: @escaping () -> Void
    ) -> HTTPResponse? {
        if case .reading = state {
            state = .handling
            handle(request) { [self] in answer($0, resumed) }
        }
        guard let response else {
            state = .waiting
            MHD_suspend_connection(connection)
            return nil
        }
        state = .over
        return response
    }

    /// Ends it, with or without an answer.
    func finish() { state = .over }

    private func answer(_ response: HTTPResponse, _ resumed: () -> Void) {
        switch state {
        case .handling: self.response = response
        case .waiting:
            self.response = response
            state = .handling
            MHD_resume_connection(connection)
            resumed()
        case .reading, .over: break
        }
    }
}
