import Dispatch
import LinuxIO
import Testing

struct AlarmTests {
    private let queue = DispatchQueue(label: "AlarmTests")
    private let clock: SystemClock

    init() throws {
        clock = try SystemClock()
    }

    /// An alarm and when it fired, by the boot time.
    private func alarm() throws -> (alarm: any Alarm, firings: AsyncStream<Duration>) {
        let (firings, continuation) = AsyncStream.makeStream(of: Duration.self)
        let alarm = try clock.makeAlarm(on: queue) { [queue, clock] in
            dispatchPrecondition(condition: .onQueue(queue))
            continuation.yield(clock.now().boottime)
        }
        return (alarm, firings)
    }

    private func next(_ firings: AsyncStream<Duration>) async -> Duration {
        for await firing in firings { return firing }
        return .zero
    }

    @Test("an alarm fires on its queue at its time or after it")
    func fires() async throws {
        let (alarm, firings) = try alarm()
        let time = clock.now().boottime + .milliseconds(15)
        alarm.set(at: time)
        #expect(await next(firings) >= time)
        withExtendedLifetime(alarm) {}
    }

    @Test("an alarm for a time that has passed fires at once", arguments: [0, -1, -1 << 40])
    func past(seconds: Int) async throws {
        let (alarm, firings) = try alarm()
        alarm.set(at: clock.now().boottime + .seconds(seconds))
        #expect(await next(firings) <= clock.now().boottime)
        withExtendedLifetime(alarm) {}
    }

    @Test("an alarm that is set again fires at the new time, and can fire any number of times")
    func setAgain() async throws {
        let (alarm, firings) = try alarm()
        alarm.set(at: clock.now().boottime + .seconds(3_600))
        for _ in 0..<3 {
            let time = clock.now().boottime + .milliseconds(5)
            alarm.set(at: time)
            #expect(await next(firings) >= time)
        }
        withExtendedLifetime(alarm) {}
    }

    @Test("an alarm that is cleared, or set to a later time, does not fire at the old one")
    func clear() async throws {
        let (cleared, clearedFirings) = try alarm()
        let (later, laterFirings) = try alarm()
        let (other, otherFirings) = try alarm()
        let time = clock.now().boottime + .milliseconds(20)
        cleared.set(at: time)
        later.set(at: time)
        cleared.clear()
        later.set(at: time + .milliseconds(20))
        other.set(at: time + .milliseconds(10))
        let firing = await next(otherFirings)
        #expect(await next(laterFirings) >= time + .milliseconds(20))
        cleared.set(at: .zero)
        #expect(await next(clearedFirings) > firing)
        withExtendedLifetime((cleared, later, other)) {}
    }

    @Test("an alarm for a time that never comes is no trap")
    func never() throws {
        let alarm = try alarm().alarm
        alarm.set(at: .seconds(1 << 40))
        alarm.set(at: .seconds(Int64.max))
        alarm.clear()
    }
}
