import LinuxIO
import Testing

@testable import GatherControl

@Suite struct TimeTextTests {
    @Test(
        "a length of time has its two largest units, rounded up",
        arguments: [
            (0, "0 s"), (5, "5 ms"), (999, "999 ms"), (1_000, "1 s"), (11_200, "12 s"),
            (60_000, "1 min"), (200_000, "3 min 20 s"), (47_100_000, "13 h 5 min"),
            (86_400_000, "24 h"), (-5, "0 s"),
        ])
    func length(milliseconds: Int, text: String) {
        #expect(TimeText.length(.milliseconds(milliseconds)) == text)
    }

    @Test("a time in UTC is shown as the local one")
    func local() {
        let local = LocalTime(.seconds(1_795_275_125))
        #expect(TimeText.dateAndTime("2026-11-21T15:32:05Z") == local.dateAndTime)
        #expect(TimeText.dateAndTime("2026-11-21T15:32:05.250Z") == local.dateAndTime)
        #expect(TimeText.timeOfDay("2026-11-21T15:32:05Z") == local.timeOfDay)
    }

    @Test(
        "what is no time in UTC is shown as it is",
        arguments: ["", "Z", "yesterday", "2026-11-21T15:32:05", "2026-11-21T15:32:05+01:00"])
    func raw(text: String) {
        #expect(TimeText.dateAndTime(text) == text)
    }

    @Test("limits are round")
    func limits() {
        #expect(TimeText.limit(seconds: 1) == "00:01")
        #expect(TimeText.limit(seconds: 86_400) == "24 hours")
    }

    @Test("a moment to come has its day, unless that is today")
    func coming() {
        let now = ClockReading(boottime: .zero, wall: .seconds(1_795_000_000), boot: "")
        func time(_ wait: Int) -> (words: String, time: LocalTime) {
            let wall = now.wall + .seconds(wait)
            return (TimeText.coming(wall, at: now), LocalTime(wall))
        }
        #expect(time(0).words == time(0).time.timeOfDay)
        #expect(time(86_400).words == "tomorrow \(time(86_400).time.timeOfDay)")
        #expect(time(300_000).words == time(300_000).time.dateAndTime)
    }

    @Test("a time is read to the second, and what is none is shown as it is")
    func wall() {
        let wall = Duration.seconds(1_795_275_730)
        #expect(TimeText.wall("2026-11-21T15:42:10.250Z") == wall)
        #expect(TimeText.wall("2026-11-21T15:42:10Z") == wall)
        let others = [
            "", "2026-11-21", "2026-02-30T15:42:10Z", "2026-11-21T15:42:10+01Z",
            "2026-11-21T15:42:10.250",
        ]
        for text in others {
            #expect(TimeText.wall(text) == nil)
            #expect(TimeText.timeOfDay(text) == text)
        }
    }
}
