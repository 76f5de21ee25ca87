public import Dispatch

/// Calls its handler on a queue while a descriptor is ready, as long as that is wanted.
///
/// A Dispatch source must not be released while it is suspended, nor resumed twice; this keeps
/// the count.
public final class ReadinessSource {
    /// What to wait for.
    public enum Readiness: Sendable {
        /// There is something to read, or the end.
        case readable
        /// There is room to write, or nobody to read.
        case writable
    }

    private let source: any DispatchSourceProtocol
    private var isResumed = false
    private var isCancelled = false

    /// Makes a source that does not call yet.
    ///
    /// It keeps the descriptor open until it is cancelled.
    public init(
        _ readiness: Readiness, of descriptor: Descriptor, on queue: DispatchQueue,
        handler: @escaping @Sendable () -> Void
    ) {
        switch readiness {
        case .readable:
            source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor.number, queue: queue)
        case .writable:
            source = DispatchSource.makeWriteSource(
                fileDescriptor: descriptor.number, queue: queue)
        }
        source.setEventHandler(handler: handler)
        // The descriptor must stay open until the source has let go of it, dispatch_source_create.
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    }

    deinit { cancel() }

    /// Whether the handler is to be called.
    public var isWanted: Bool {
        get { isResumed }
        set {
            guard newValue != isResumed, !isCancelled else { return }
            isResumed = newValue
            if newValue { source.resume() } else { source.suspend() }
        }
    }

    /// Ends the calls for good.
    public func cancel() {
        guard !isCancelled else { return }
        isWanted = true
        isCancelled = true
        source.cancel()
    }
}
