import GatherCore
import Testing

struct GatherTimeTests {
    @Test(
        "a time has a countdown's length from 1 s to 24 h",
        arguments: [
            (0, 1, 1), (0, 59, 59), (1, 0, 60), (10, 0, 600), (59, 59, 3_599), (90, 0, 5_400),
            (1_439, 59, 86_399), (1_440, 0, 86_400),
        ])
    func possible(minutes: Int, seconds: Int, length: Int) {
        let time = GatherTime(minutes: minutes, seconds: seconds)
        #expect(time.duration == .seconds(length))
    }

    @Test(
        "a time that no countdown can have has no length, and none traps",
        arguments: [
            (0, 0), (1_440, 1), (1_441, 0), (-1, -1), (-1, 30), (0, -1), (1, -1), (1, 60), (0, 60),
            (.max, 0), (.min, 0), (0, .max), (0, .min), (.max, .max), (.min, .min),
            (.max / 60 + 1, 0),
        ])
    func impossible(minutes: Int, seconds: Int) throws {
        let time = GatherTime(minutes: minutes, seconds: seconds)
        #expect(time.duration == nil)
        #expect(try Pitch().refusal(of: .open(minutes, seconds)) == .invalidTime)
    }

    @Test(
        "it is shown as MM:SS, both at least two digits",
        arguments: [
            (1, 21, "01:21"), (90, 0, "90:00"), (120, 5, "120:05"), (0, 0, "00:00"),
            (1_440, 0, "1440:00"), (-1, -1, "-1:-1"),
            (.max, .min, "9223372036854775807:-9223372036854775808"),
        ])
    func description(minutes: Int, seconds: Int, text: String) {
        #expect(GatherTime(minutes: minutes, seconds: seconds).description == text)
    }

    @Test(
        "what remains is rounded up to a whole second, never below 00:00",
        arguments: [
            (600_000_000, "10:00"), (599_999_999, "10:00"), (599_000_001, "10:00"),
            (599_000_000, "09:59"), (1_000_001, "00:02"), (1_000_000, "00:01"), (1, "00:01"),
            (0, "00:00"), (-1, "00:00"), (-1_000_000, "00:00"), (86_400_000_000, "1440:00"),
        ])
    func roundedUp(microseconds: Int, text: String) {
        #expect(GatherTime(roundingUp: .microseconds(microseconds)).description == text)
    }

    @Test("10:00 is shown until a whole second has passed, 00:00 exactly at the deadline")
    func shownWhileRunning() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.microseconds(999_999))
        #expect(pitch.countdown == "running 10:00")
        pitch.wait(.microseconds(1))
        #expect(pitch.countdown == "running 09:59")
        pitch.wait(.microseconds(598_999_999))
        #expect(pitch.countdown == "running 00:01")
        pitch.wait(.microseconds(1))
        #expect(pitch.countdown == "stopped 00:00")
    }

    @Test("a pause keeps the fraction of the second, however often")
    func noLostFraction() throws {
        var pitch = try Pitch(.openNow)
        for _ in 0..<1_000 {
            try pitch.give(.startNow)
            pitch.wait(.milliseconds(300))
            try pitch.give(.pauseNow)
            pitch.wait(.milliseconds(77))
        }
        #expect(pitch.state == .paused(remaining: .seconds(300)))
    }
}
