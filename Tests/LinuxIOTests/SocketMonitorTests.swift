import Dispatch
import Glibc
import Testing

@testable import LinuxIO

@Suite("Sockets on a queue")
struct SocketMonitorTests {
    private let queue = SerialQueue(label: "monitor")
    private let ends: (Descriptor, Descriptor)

    init() throws {
        Signals.ignore(SIGPIPE)
        var numbers: [Int32] = [0, 0]
        _ = try checked { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) }
        ends = (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// Runs a body on the queue with a monitor, and waits until it has called `done`.
    private func watch(
        _ wanted: ReadinessSet.Readiness, _ ready: @escaping (ReadinessSet.Readiness) -> Bool,
        then body: () throws -> Void = {}
    ) throws {
        let done = DispatchSemaphore(value: 0)
        // The queue is what the monitor belongs to.
        nonisolated(unsafe) var monitor: SocketMonitor?
        nonisolated(unsafe) var number = 0
        try queue.dispatch.sync {
            let made = try SocketMonitor(queue: queue)
            number = try made.add(ends.0.number, wanted: wanted) { readiness in
                guard ready(readiness) else { return }
                made.remove(number)
                done.signal()
            }
            monitor = made
        }
        try body()
        #expect(done.wait(timeout: .now() + 10) == .success)
        queue.dispatch.sync { withExtendedLifetime(monitor) {} }
    }

    @Test("data, room and the end are delivered")
    func events() throws {
        try watch(.readable, { $0 == .readable }, then: { _ = try ends.1.write([1]) })
        try watch(.writable, { $0.contains(.writable) })
        try watch([], { $0.contains(.over) }, then: { shutdown(ends.1.number, Int32(SHUT_RDWR)) })
    }

    @Test("what is not wanted is not delivered until it is")
    func change() throws {
        _ = try ends.1.write([1])
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var monitor: SocketMonitor?
        nonisolated(unsafe) var calls = 0
        let number = try queue.dispatch.sync {
            let made = try SocketMonitor(queue: queue)
            monitor = made
            return try made.add(ends.0.number, wanted: []) { _ in
                calls += 1
                done.signal()
            }
        }
        queue.dispatch.sync {
            #expect(calls == 0)
            monitor?.change(number, wanted: .readable)
        }
        #expect(done.wait(timeout: .now() + 10) == .success)
        queue.dispatch.sync {
            monitor?.remove(number)
            monitor = nil
        }
    }
}
