import CLinux
public import Dispatch
import Glibc

/// Tells which of many descriptors are ready, at the price of one Dispatch source.
///
/// A Dispatch source costs more than half a kilobyte, and a connection would have two; epoll(7)
/// keeps its list in the kernel.
public final class ReadinessSet {
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
    }

    /// How many are told of at once; the others have their turn when the handler is called again.
    public static let inTurn = 16

    private let epoll: Descriptor
    private let source: ReadinessSource

    /// Makes an empty set; the handler is called on the queue while something in it is ready.
    public init(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        epoll = Descriptor(owning: try checked { clinux_epoll_create() })
        source = ReadinessSource(.readable, of: epoll, on: queue, handler: handler)
        source.isWanted = true
    }

    /// Waits for a descriptor from now on, under a number.
    ///
    /// Closing it ends that.
    public func add(
        _ descriptor: Descriptor, number: Int, wanted: Readiness
    ) throws(SystemError) {
        _ = try checked {
            clinux_epoll_add(epoll.number, descriptor.number, wanted.rawValue, Int64(number))
        }
    }

    /// Waits for something else of a descriptor than before; for nothing still tells its end.
    public func change(
        _ descriptor: Descriptor, number: Int, wanted: Readiness
    ) throws(SystemError) {
        _ = try checked {
            clinux_epoll_change(epoll.number, descriptor.number, wanted.rawValue, Int64(number))
        }
    }

    /// Some of those that are ready, by their numbers; at most ``inTurn``.
    public func ready(atMost limit: Int = inTurn) -> [(number: Int, readiness: Readiness)] {
        let limit = min(max(limit, 1), Self.inTurn)
        var ready = [clinux_ready](repeating: clinux_ready(), count: limit)
        // Without a wait, an error can only be an interruption: the handler is called again.
        let count = clinux_epoll_ready(epoll.number, &ready, Int32(limit))
        return ready.prefix(max(0, Int(count))).map { entry in
            // An end or an error is found by reading as well as by writing.
            let over: Readiness = entry.is_over ? [.readable, .writable, .over] : []
            return (Int(entry.number), over.union(Readiness(rawValue: entry.events)))
        }
    }
}
