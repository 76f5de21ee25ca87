import CMicroHTTP

/// The connection of an answer without an end.
///
/// While there is nothing to send, libmicrohttpd keeps it suspended. It does not notice then that
/// the client has left, so a source should have something to send from time to time.
final class HTTPStream {
    private let source: EventListener
    private let connection: OpaquePointer
    private var isSuspended = false

    private init(_ source: EventListener, _ connection: OpaquePointer) {
        self.source = source
        self.connection = connection
    }

    /// Asks the source for bytes again, once the engine runs.
    func wake() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection)
    }

    /// Makes a response that reads a source.
    static func response(of source: EventListener, on connection: OpaquePointer) -> OpaquePointer? {
        let stream = HTTPStream(source, connection)
        source.begin(stream)
        let context = Unmanaged.passRetained(stream)
        let response = cmicrohttp_stream(
            { context, _, buffer, count in
                guard let context, let buffer else { return cmicrohttp_stream_failure() }
                let stream = Unmanaged<HTTPStream>.fromOpaque(context).takeUnretainedValue()
                return stream.read(UnsafeMutableRawBufferPointer(start: buffer, count: count))
            }, context.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<HTTPStream>.fromOpaque(context).takeRetainedValue().finish()
            })
        if response == nil { context.release() }
        return response
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = source.read(into: buffer)
        if count == 0 {
            isSuspended = true
            MHD_suspend_connection(connection)
        }
        return count
    }

    private func finish() {
        isSuspended = false
        source.end()
    }
}
