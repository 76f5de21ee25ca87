import Dispatch
import LinuxIO
import Testing

@Suite struct MovedClockTests {
    @Test func itStandsAndRunsOnFromThere() throws {
        let clock = MovedClock(try SystemClock())
        #expect(clock.lead == .zero)
        let ahead = clock.now().boottime + .seconds(3_600)
        clock.move(to: ahead, standing: true)
        #expect(clock.now().boottime == ahead)
        #expect(clock.now().boottime == ahead)
        clock.move(to: .zero, standing: false)
        #expect(clock.now().boottime >= ahead, "it never goes back")
        let real = clock.unmoved.now()
        let moved = clock.now()
        #expect(moved.boottime - real.boottime >= clock.lead)
        #expect(moved.wall - real.wall >= clock.lead - .seconds(60), "both clocks are ahead")
    }

    @Test func anAlarmGoesByIt() throws {
        let clock = MovedClock(try SystemClock())
        let came = DispatchSemaphore(value: 0)
        let alarm = clock.makeAlarm(on: DispatchQueue(label: "test")) { came.signal() }
        // It would come in an hour, unless the clock is moved.
        let due = clock.now().boottime + .seconds(3_600)
        alarm.set(at: due)
        clock.move(to: due - .seconds(1), standing: true)
        #expect(came.wait(timeout: .now()) == .timedOut)
        clock.move(to: due, standing: true)
        #expect(came.wait(timeout: .now() + 30) == .success)
    }
}
