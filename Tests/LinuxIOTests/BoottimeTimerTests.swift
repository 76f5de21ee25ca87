import LinuxIO
import Testing

struct BoottimeTimerTests {
    @Test("a timer is readable from its time on, and never before")
    func readable() throws {
        let timer = try BoottimeTimer()
        #expect(try !timer.descriptor.waitUntilReadable(timeout: .zero))
        let time = ClockReading.current.boottime + .milliseconds(15)
        timer.set(at: time)
        #expect(try timer.descriptor.waitUntilReadable(timeout: nil))
        #expect(ClockReading.current.boottime >= time)
        timer.set(at: ClockReading.current.boottime + .seconds(3_600))
        #expect(try !timer.descriptor.waitUntilReadable(timeout: .zero))
        timer.set(at: .zero - .seconds(1))
        #expect(try timer.descriptor.waitUntilReadable(timeout: nil))
        timer.set(at: nil)
        #expect(try !timer.descriptor.waitUntilReadable(timeout: .zero))
    }
}
