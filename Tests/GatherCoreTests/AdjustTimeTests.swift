import GatherCore
import Testing

/// Adjusting the time: three rows of the domain's table, and what the design adds.
struct AdjustTimeTests {
    @Test("the time is adjusted while running: the deadline moves")
    func running() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.milliseconds(1_500))
        let deadline = pitch.now.advanced(by: .milliseconds(598_500 + 30_000))
        #expect(try pitch.give(.adjust(30)) == [.timeAdjusted(by: .seconds(30))])
        #expect(pitch.state == .running(until: deadline))
        try pitch.give(.adjust(-600))
        #expect(pitch.state == .running(until: deadline.advanced(by: .seconds(-600))))
        try pitch.give(.cancel)
        #expect(pitch.countdown == "stopped 10:00")
    }

    @Test(
        """
        the time is adjusted while paused or stopped: the remaining time changes, the initial \
        time does not
        """)
    func atRest() throws {
        var pitch = try Pitch(.openNow, .adjust(-15))
        #expect(pitch.countdown == "stopped 09:45")
        try pitch.give(.startNow)
        pitch.wait(.milliseconds(1_250))
        try pitch.give(.pauseNow)
        try pitch.give(.adjust(20))
        #expect(pitch.state == .paused(remaining: .milliseconds(603_750)))
        #expect(pitch.gather.timer.initial == .seconds(600))
    }

    @Test(
        "an adjustment would leave 0 or less, or more than 24 h: refused; nothing changes",
        arguments: ChoosingTimeTests.states.map(\.name))
    func outOfBounds(state: String) throws {
        var pitch = try ChoosingTimeTests.pitch(in: state)
        let left = Int(pitch.remaining.components.seconds)
        #expect(pitch.refusal(of: .adjust(-left)) == .invalidTime)
        #expect(pitch.refusal(of: .adjust(-left - 1)) == .invalidTime)
        #expect(pitch.refusal(of: .adjust(86_401 - left)) == .invalidTime)
        #expect(pitch.refusal(of: .adjust(86_401)) == .invalidTime)
        for extreme in [Duration.seconds(Int64.max), .seconds(Int64.min)] {
            let refusal = pitch.refusal(of: .adjustTime(by: extreme, start: true))
            #expect(refusal == .invalidTime)
        }
        #expect(pitch.remaining == .seconds(left))
        try pitch.give(.adjust(86_400 - left))
        #expect(pitch.remaining == .seconds(86_400))
    }

    @Test("the last fraction of a second can be left, and nothing less")
    func fraction() throws {
        var pitch = try Pitch(.open(0, 2), .startNow)
        pitch.wait(.milliseconds(1))
        try pitch.give(.adjust(-1))
        #expect(pitch.remaining == .milliseconds(999))
        #expect(pitch.refusal(of: .adjust(-1)) == .invalidTime)
    }

    @Test("after time was up, adjust +2m gives stopped 02:00")
    func afterTimeUp() throws {
        var pitch = try Pitch(.open(0, 1), .startNow)
        pitch.wait(.seconds(9))
        #expect(pitch.refusal(of: .adjust(0)) == .invalidTime, "00:00 is no time to adjust to")
        try pitch.give(.adjust(120))
        #expect(pitch.countdown == "stopped 02:00")
        pitch.wait(.seconds(9))
        #expect(pitch.countdown == "stopped 02:00")
    }

    @Test(
        "adjust --start sets a countdown at rest going, as one step",
        arguments: [("stopped", "14:34"), ("paused", "14:34"), ("time up", "02:00")])
    func withStart(state: String, shown: String) throws {
        var pitch = try ChoosingTimeTests.pitch(in: state)
        let before = pitch.countdown
        let events = try pitch.give(.adjust(120, start: true))
        #expect(events == [.timeAdjusted(by: .seconds(120)), .started(ago: .zero)])
        #expect(pitch.countdown == "running \(shown)")
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == before)
    }

    @Test("adjust --start while running only moves the deadline")
    func withStartRunning() throws {
        var pitch = try Pitch(.openNow, .startNow)
        let events = try pitch.give(.adjust(60, start: true))
        #expect(events == [.timeAdjusted(by: .seconds(60), starts: true)])
        #expect(pitch.countdown == "running 11:00")
    }

    @Test("an adjustment by nothing leaves no event")
    func byNothing() throws {
        var pitch = try Pitch(.openNow)
        #expect(try pitch.give(.adjust(0)) == [])
        #expect(try pitch.give(.adjust(0, start: true)) == [.started(ago: .zero)])
    }
}
