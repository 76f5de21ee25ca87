import CLinux
import Glibc

/// Tells which of many descriptors are ready, epoll(7).
///
/// A descriptor is reported as long as it is ready, and after the others that are: so whoever takes
/// a few at a time takes all of them in turn.
public final class ReadinessSet: Sendable {
    /// What a descriptor is waited for, or ready for.
    public struct Readiness: OptionSet, Sendable {
        /// The bits, as epoll(7) has them.
        public let rawValue: UInt32

        /// Makes a set of its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is something to read, or the end.
        public static let readable = Readiness(rawValue: clinux_epoll_readable)

        /// There is room to write, or nobody to read.
        public static let writable = Readiness(rawValue: clinux_epoll_writable)

        /// The other end is gone, or the descriptor is broken; told whether it is wanted or not.
        public static let over = Readiness(rawValue: clinux_epoll_over)

        /// What else is wanted is told once, when it comes about, and not as long as it lasts.
        static let onlyOnce = Readiness(rawValue: clinux_epoll_once)
    }

    /// A descriptor that is ready, by its number, and what for.
    public typealias Ready = (number: Int, readiness: Readiness)

    /// How many are told of at once.
    public static let inTurn = 16

    private let epoll: Descriptor

    /// Makes an empty set.
    public init() throws(SystemError) {
        epoll = Descriptor(owning: try checked { clinux_epoll_create() })
    }

    /// Waits for a descriptor from now on, under a number.
    public func add(
        _ descriptor: Descriptor, number: Int, wanted: Readiness
    ) throws(SystemError) {
        _ = try checked {
            clinux_epoll_add(epoll.number, descriptor.number, wanted.rawValue, Int64(number))
        }
    }

    /// Waits for those of another set, which is readable while any of them is ready.
    public func add(_ set: ReadinessSet, number: Int) throws(SystemError) {
        try add(set.epoll, number: number, wanted: .readable)
    }

    /// Waits for something else of a descriptor than before; for nothing still tells its end.
    public func change(
        _ descriptor: Descriptor, number: Int, wanted: Readiness
    ) throws(SystemError) {
        _ = try checked {
            clinux_epoll_change(epoll.number, descriptor.number, wanted.rawValue, Int64(number))
        }
    }

    /// Waits for a descriptor no more.
    ///
    /// To close it does that only where no other process has the same one, epoll(7).
    public func remove(_ descriptor: Descriptor) {
        clinux_epoll_remove(epoll.number, descriptor.number)
    }

    /// Some of those that are ready now; at most ``inTurn``.
    public func ready(atMost limit: Int = inTurn) -> [Ready] { ready(limit, isWaiting: false) }

    /// Waits until one is ready.
    ///
    /// - Returns: Some of those that are, at most ``inTurn``; none where a signal came.
    func wait() -> [Ready] { ready(Self.inTurn, isWaiting: true) }

    private func ready(_ limit: Int, isWaiting: Bool) -> [Ready] {
        let limit = min(max(limit, 1), Self.inTurn)
        return withUnsafeTemporaryAllocation(of: clinux_ready.self, capacity: limit) { ready in
            // An error can only be an interruption: whoever asks asks again.
            let count = clinux_epoll_ready(
                epoll.number, ready.baseAddress, Int32(limit), isWaiting)
            return ready.prefix(max(0, Int(count))).map { entry in
                // An end or an error is found by reading as well as by writing.
                let over: Readiness = entry.is_over ? [.readable, .writable, .over] : []
                return (Int(entry.number), over.union(Readiness(rawValue: entry.events)))
            }
        }
    }
}
