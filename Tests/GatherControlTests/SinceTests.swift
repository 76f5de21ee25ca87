import Glibc
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct SinceTests {
    @Test(
        "a length of time is so long ago",
        arguments: [
            ("7d", 604_800), ("2w", 1_209_600), ("12h", 43_200), ("1h30m", 5_400), ("90s", 90),
        ])
    func ago(text: String, seconds: Int) {
        #expect(Since(text) == .ago(.seconds(seconds)))
        #expect(Since(text)?.wall(at: Sample.now) == Sample.now.wall - .seconds(seconds))
    }

    @Test("a date is the beginning of the local day, and may have a time", arguments: [0, 930])
    func date(minutes: Int) throws {
        let time = minutes == 0 ? "" : " 15:30"
        guard case .moment(let wall)? = Since("2026-11-21\(time)") else {
            Issue.record("no moment")
            return
        }
        #expect(
            LocalTime(wall).dateAndTime == "2026-11-21 \(minutes == 0 ? "00:00" : "15:30")")
    }

    @Test("today and yesterday begin at midnight")
    func days() throws {
        let today = try #require(Since("today")).wall(at: Sample.now)
        let yesterday = try #require(Since("yesterday")).wall(at: Sample.now)
        #expect(LocalTime(today).timeOfDay == "00:00:00")
        #expect(LocalTime(yesterday).timeOfDay == "00:00:00")
        #expect(
            LocalTime(today).dateAndTime.prefix(10)
                == LocalTime(Sample.now.wall).dateAndTime.prefix(10))
        #expect(yesterday < today && today <= Sample.now.wall)
    }

    @Test("today has begun on a machine whose clock is not set, in 1970")
    func unset() throws {
        let now = ClockReading(boottime: .seconds(30), wall: .seconds(30), boot: "")
        let today = try #require(Since("today")).wall(at: now)
        #expect(today <= now.wall && today > now.wall - .seconds(86_400))
    }

    @Test(
        "what is no date and no length of time is neither",
        arguments: [
            "", "7", "d", "-1d", "1.5d", "7 d", "99999999999999999999d", "1000000d", "2026-11",
            "2026-13-01", "2026-11-31", "2026-02-29", "2026-11-21 24:00", "2026-11-21 12:60",
            "2026-11-21T12:00", "2026-11-21 12:0", "21.11.2026", "12:00", "tomorrow", "٣d",
        ])
    func none(text: String) {
        #expect(Since(text) == nil)
    }
}
