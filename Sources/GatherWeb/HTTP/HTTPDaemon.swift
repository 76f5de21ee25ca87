import CMicroHTTP

/// A daemon of libmicrohttpd with its callbacks, which have to outlive it.
final class HTTPDaemon {
    private let callbacks: UnsafeMutablePointer<cmicrohttp_callbacks>
    /// The daemon of C; nil before the start and after the end.
    private(set) var pointer: OpaquePointer?

    init(_ callbacks: cmicrohttp_callbacks) {
        self.callbacks = .allocate(capacity: 1)
        self.callbacks.initialize(to: callbacks)
    }

    deinit {
        stop()
        callbacks.deallocate()
    }

    /// Sets the context of the callbacks.
    func setContext(_ context: UnsafeMutableRawPointer) { callbacks.pointee.context = context }

    /// Starts it.
    ///
    /// - Returns: False if it does not start.
    func start(_ identity: HTTPEngine.Identity?, connectionBytes: Int) -> Bool {
        var settings = cmicrohttp_settings(
            connection_bytes: connectionBytes, connections: UInt32(Limits.connections),
            timeout_seconds: UInt32(Limits.idleSeconds), key: nil, certificate: nil)
        guard let identity else {
            pointer = cmicrohttp_start(&settings, callbacks)
            return pointer != nil
        }
        pointer = Self.text(identity.key).withUnsafeBufferPointer { key in
            Self.text(identity.certificate).withUnsafeBufferPointer { certificate in
                settings.key = key.baseAddress
                settings.certificate = certificate.baseAddress
                return cmicrohttp_start(&settings, callbacks)
            }
        }
        return pointer != nil
    }

    /// Ends it; there must be no connection that waits for an answer.
    func stop() {
        if let pointer { MHD_stop_daemon(pointer) }
        pointer = nil
    }

    /// Returns bytes as a text of C.
    private static func text(_ bytes: [UInt8]) -> [CChar] {
        bytes.map(CChar.init(bitPattern:)) + [0]
    }
}
