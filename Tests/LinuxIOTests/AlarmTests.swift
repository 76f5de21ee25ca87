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
    private func alarm() -> (alarm: any Alarm, firings: AsyncStream<Duration>) {
        let (firings, continuation) = AsyncStream.makeStream(of: Duration.self)
        let alarm = clock.makeAlarm(on: queue) { [queue, clock] in
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
    func fires() async {
        let (alarm, firings) = alarm()
        let time = clock.now().boottime + .milliseconds(15)
        alarm.set(at: time)
        #expect(await next(firings) >= time)
        withExtendedLifetime(alarm) {}
    }

    @Test("an alarm for a time that has passed fires at once", arguments: [0, -1, -1 << 40])
    func past(seconds: Int) async {
        let (alarm, firings) = alarm()
        alarm.set(at: clock.now().boottime + .seconds(seconds))
        #expect(await next(firings) <= clock.now().boottime)
        withExtendedLifetime(alarm) {}
    }

    @Test("an alarm that is set again fires at the new time, and can fire any number of times")
    func setAgain() async {
        let (alarm, firings) = alarm()
        alarm.set(at: clock.now().boottime + .seconds(3_600))
        for _ in 0..<3 {
            let time = clock.now().boottime + .milliseconds(5)
            alarm.set(at: time)
            #expect(await next(firings) >= time)
        }
        withExtendedLifetime(alarm) {}
    }

    @Test("an alarm that is cleared, or set to a later time, does not fire at the old one")
    func clear() async {
        let (cleared, clearedFirings) = alarm()
        let (later, laterFirings) = alarm()
        let (other, otherFirings) = alarm()
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

    @Test("an alarm that is set to and fro fires at the time that it was set to last")
    func backAndForth() async {
        let (alarm, firings) = alarm()
        let time = clock.now().boottime
        for milliseconds in [10, 3_600_000, 15, 3_600_000, 20] {
            alarm.set(at: time + .milliseconds(milliseconds))
        }
        #expect(await next(firings) >= time + .milliseconds(20))
        alarm.clear()
        alarm.set(at: time + .milliseconds(25))
        #expect(await next(firings) >= time + .milliseconds(25))
        withExtendedLifetime(alarm) {}
    }

    @Test("an alarm that is set to second after second fires at each, and at another after them")
    func seconds() async {
        let (alarm, firings) = alarm()
        var time = clock.now().boottime
        for step in [10, 1_000, 1_000, 300] {
            time += .milliseconds(step)
            alarm.set(at: time)
            #expect(await next(firings) >= time)
        }
        alarm.clear()
        // The second after that passes with nothing.
        time += .milliseconds(1_100)
        alarm.set(at: time)
        #expect(await next(firings) >= time)
        withExtendedLifetime(alarm) {}
    }

    @Test("a point of the boot time is one of Dispatch's clock that counts through suspend")
    func encoding() {
        let points: [(Duration, UInt64)] = [
            (.nanoseconds(1), 0x8000_0000_0000_0001),
            (.seconds(1_000) + .nanoseconds(7), 0x8000_00e8_d4a5_1007),
            (.nanoseconds(1 << 62 - 1), 0xbfff_ffff_ffff_ffff),
            (.zero, 0x8000_0000_0000_0001), (.seconds(-5), 0x8000_0000_0000_0001),
            (.nanoseconds(1 << 62), .max), (.seconds(Int64.max), .max),
        ]
        for (boottime, encoded) in points {
            #expect(DispatchTime(boottime: boottime).rawValue == encoded, "\(boottime)")
        }
        #expect(DispatchTime(boottime: .seconds(2)) < DispatchTime(boottime: .seconds(3)))
    }

    @Test("an alarm for a time that never comes is no trap")
    func never() {
        let alarm = alarm().alarm
        alarm.set(at: .seconds(1 << 40))
        alarm.set(at: .seconds(Int64.max))
        alarm.clear()
    }
}
