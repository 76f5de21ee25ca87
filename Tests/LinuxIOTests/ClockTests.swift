import Glibc
import LinuxIO
import Testing

struct ClockTests {
    @Test("the boot time never goes back, and is in whole microseconds")
    func monotone() throws {
        let clock = try SystemClock()
        var last = clock.now().boottime
        for _ in 0..<10_000 {
            let now = clock.now().boottime
            if now < last { Issue.record("\(now) after \(last)") }
            last = now
        }
        #expect(last > .zero)
        #expect(last.components.attoseconds % 1_000_000_000_000 == 0)
    }

    @Test("a reading has both clocks as the kernel has them, and the ID of the boot")
    func reading() throws {
        let before = time(nil)
        let reading = try SystemClock().now()
        let after = time(nil)
        #expect(reading.wall >= .seconds(before - 1))
        #expect(reading.wall < .seconds(after + 2))
        #expect(reading.boot.utf8.count == 32)
        #expect(reading.boot.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(try SystemClock().now().boot == reading.boot)
    }

    @Test("the current reading goes by the same clocks")
    func current() throws {
        let clock = try SystemClock()
        let first = clock.now()
        let second = ClockReading.current
        let third = clock.now()
        #expect(first.boottime <= second.boottime)
        #expect(second.boottime <= third.boottime)
        #expect(first.wall <= second.wall && second.wall <= third.wall)
    }

    @Test("local time is what the C library says", arguments: [0, 1_750_000_000, 4_102_444_799])
    func localTime(wall: Int) {
        var (seconds, fields) = (time_t(wall), tm())
        localtime_r(&seconds, &fields)
        func formatted(_ format: String) -> String {
            var buffer = [CChar](repeating: 0, count: 64)
            let count = strftime(&buffer, buffer.count, format, &fields)
            return String(
                decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        let local = LocalTime(.seconds(wall) + .milliseconds(999))
        #expect(local.timeOfDay == formatted("%H:%M:%S"))
        #expect(local.dateAndTime == formatted("%Y-%m-%d %H:%M"))
    }

    @Test(
        "universal time is RFC 3339 to the millisecond",
        arguments: [
            (Duration.zero, "1970-01-01T00:00:00.000Z"),
            (.milliseconds(951_782_400_007), "2000-02-29T00:00:00.007Z"),
            (.microseconds(4_102_444_799_999_999), "2099-12-31T23:59:59.999Z"),
            (.milliseconds(-1), "1970-01-01T00:00:00.000Z"),
        ])
    func universalTime(wall: Duration, text: String) {
        #expect(UniversalTime(wall).rfc3339 == text)
    }
}
