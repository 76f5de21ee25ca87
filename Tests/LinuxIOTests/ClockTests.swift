import Glibc
import Testing

@testable import LinuxIO

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

    @Test(
        "a device that has lost the time is not trusted, but one in local time is",
        arguments: [
            ("1795967000\n", true), ("1795967000", true), ("1796017400\n", true),
            ("1795923800\n", true), ("93\n", false), ("1501837203\n", false),
            ("1890000000\n", false), ("\n", false), ("", false), (nil, false),
        ])
    func device(time: String?, isKept: Bool) throws {
        let directory = try TemporaryDirectory()
        if let time { try Files.replace(directory.file("since_epoch"), with: Array(time.utf8)) }
        let device = WallClockTrust.time(ofDevice: directory.path)
        #expect(WallClockTrust.isKept(device, wall: .seconds(1_795_967_000)) == isKept)
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
        #expect(local.date == formatted("%Y-%m-%d"))
        #expect(local.shortTime == formatted(fields.tm_sec == 0 ? "%H:%M" : "%H:%M:%S"))
        let minute = LocalTime.moments(
            hour: fields.tm_hour, minute: fields.tm_min, days: 0, after: local)
        #expect(minute.contains(.seconds(wall - Int(fields.tm_sec))) || wall == 0)
        #expect(!local.isBefore(hour: fields.tm_hour, minute: fields.tm_min))
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

    @Test("a day or a moment in UTC is read, to the millisecond")
    func parsing() {
        let known: [String: Duration] = [
            "1970-01-01": .zero, "2026-11-21": .seconds(1_795_219_200),
            "2026-11-21T15:42:10Z": .seconds(1_795_275_730),
            "2026-11-21T15:42:10.2Z": .milliseconds(1_795_275_730_200),
            "2026-11-21T15:42:10.250999Z": .milliseconds(1_795_275_730_250),
            "2024-02-29": .seconds(1_709_164_800),
        ]
        for (text, wall) in known { #expect(UniversalTime.wall(parsing: text) == wall, "\(text)") }
        for text in [
            "", "2026", "2026-11", "2026-13-01", "2026-00-10", "2025-02-29", "2026-11-31",
            "2026-1-1", "+026-11-21", "1969-12-31", "2026-11-21T", "2026-11-21T15:42:10",
            "2026-11-21T24:00:00Z", "2026-11-21T15:60:00Z", "2026-11-21T15:42Z",
            "2026-11-21T15:42:10.Z", "2026-11-21T15:42:10+01:00", "2026-11-21 15:42:10Z",
            "2026-11-21T15:42:10ZT", String(repeating: "2", count: 5_000),
        ] { #expect(UniversalTime.wall(parsing: text) == nil, "\(text.prefix(40))") }
    }
}
