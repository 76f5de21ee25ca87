import CLinux
import Dispatch
import Glibc

/// Determines which of many descriptors are ready, epoll(7).
///
/// A descriptor is reported as long as it is ready, and after the others that are. So a caller that
/// takes a few at a time takes all of them in turn.
public final class ReadinessSet: Sendable {
    /// The events that a descriptor waits for, or is ready for.
    public struct Readiness: OptionSet, Sendable {
        /// The bits, as in epoll(7).
        public let rawValue: UInt32

        /// Makes a set from its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is data to read, or the end of the stream.
        public static let readable = Readiness(rawValue: clinux_epoll_readable)

        /// There is room to write, or no reader is left.
        public static let writable = Readiness(rawValue: clinux_epoll_writable)

        /// The other end is closed, or the descriptor is broken; reported whether it is wanted or
        /// not.
        public static let over = Readiness(rawValue: clinux_epoll_over)

        /// The other end sends nothing more, and may still read.
        public static let ended = Readiness(rawValue: clinux_epoll_ended)

        /// The other wanted events are reported once, when they occur, and not as long as they
        /// last.
        static let onlyOnce = Readiness(rawValue: clinux_epoll_once)
    }

    /// The number of a ready descriptor, with the events.
    public typealias Ready = (number: Int, readiness: Readiness)

    /// The maximum number of descriptors reported at once.
    public static let inTurn = 16

    private let epoll: Descriptor

    /// Makes an empty set.
    public init() throws(SystemError) {
        epoll = Descriptor(owning: try checked { clinux_epoll_create() })
    }

    /// Adds a descriptor under a number.
    public func add(_ descriptor: Descriptor, number: Int, wanted: Readiness) throws(SystemError) {
        try add(descriptor.number, number: number, wanted: wanted)
    }

    func add(_ descriptor: Int32, number: Int, wanted: Readiness) throws(SystemError) {
        _ = try checked {
            clinux_epoll_add(epoll.number, descriptor, wanted.rawValue, Int64(number))
        }
    }

    /// Adds another set, which is readable while any of its descriptors is ready.
    public func add(_ set: ReadinessSet, number: Int) throws(SystemError) {
        try add(set.epoll, number: number, wanted: .readable)
    }

    /// Changes the events that a descriptor waits for; its end is reported even without any.
    public func change(
        _ descriptor: Descriptor, number: Int, wanted: Readiness
    ) throws(SystemError) {
        try change(descriptor.number, number: number, wanted: wanted)
    }

    func change(_ descriptor: Int32, number: Int, wanted: Readiness) throws(SystemError) {
        _ = try checked {
            clinux_epoll_change(epoll.number, descriptor, wanted.rawValue, Int64(number))
        }
    }

    /// Removes a descriptor.
    ///
    /// Closing it is enough only if no other process has the same one, epoll(7).
    public func remove(_ descriptor: Descriptor) { remove(descriptor.number) }

    func remove(_ descriptor: Int32) { clinux_epoll_remove(epoll.number, descriptor) }

    /// Makes a source that is ready while any of the descriptors is.
    func makeSource(on queue: DispatchQueue) -> any DispatchSourceRead {
        DispatchSource.makeReadSource(fileDescriptor: epoll.number, queue: queue)
    }

    /// Returns some of the descriptors that are ready now, at most ``inTurn``.
    public func ready(atMost limit: Int = inTurn) -> [Ready] { ready(limit, isWaiting: false) }

    /// Waits until one is ready.
    ///
    /// - Returns: Some of those that are, at most ``inTurn``; none if a signal arrived.
    func wait() -> [Ready] { ready(Self.inTurn, isWaiting: true) }

    private func ready(_ limit: Int, isWaiting: Bool) -> [Ready] {
        let limit = min(max(limit, 1), Self.inTurn)
        return withUnsafeTemporaryAllocation(of: clinux_ready.self, capacity: limit) { ready in
            // The only possible error is an interruption, after which the caller tries again.
            let count = clinux_epoll_ready(epoll.number, ready.baseAddress, Int32(limit), isWaiting)
            return ready.prefix(max(0, Int(count))).map { entry in
                // An end or an error is noticed by reading as well as by writing.
                let over: Readiness = entry.is_over ? [.readable, .writable, .over] : []
                return (Int(entry.number), over.union(Readiness(rawValue: entry.events)))
            }
        }
    }
}
