import GatherCore
import Testing

/// The table "The countdown" of the domain, row by row.
struct CountdownTableTests {
    @Test("a gather opens: the countdown is stopped at 10:00")
    func opens() throws {
        #expect(try Pitch(.openNow).countdown == "stopped 10:00")
    }

    @Test("toggle while stopped or paused, time above zero: running")
    func toggleAtRest() throws {
        var pitch = try Pitch(.openNow, .toggleNow)
        #expect(pitch.countdown == "running 10:00")
        pitch.wait(.seconds(5))
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(60))
        #expect(try pitch.give(.toggleNow) == [.started(ago: .zero)])
        #expect(pitch.countdown == "running 09:55")
    }

    @Test("toggle while running: paused")
    func toggleRunning() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(5))
        #expect(try pitch.give(.toggleNow) == [.paused(ago: .zero)])
        pitch.wait(.seconds(60))
        #expect(pitch.countdown == "paused 09:55")
    }

    @Test("start while running, pause while paused: nothing changes, and it says so; no event")
    func already() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(408))
        #expect(try pitch.give(.startNow) == [])
        #expect(pitch.countdown == "running 03:12")
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(7))
        #expect(try pitch.give(.pauseNow) == [])
        #expect(pitch.countdown == "paused 03:12")
        #expect(pitch.gather.revision == 3)
    }

    @Test("pause or resume while stopped: refused")
    func atRest() throws {
        let pitch = try Pitch(.openNow)
        #expect(pitch.refusal(of: .pauseNow) == .notRunning)
        #expect(pitch.refusal(of: .resumeNow) == .notPaused)
    }

    @Test("toggle at 00:00: refused with a clear error; nothing changes")
    func toggleAtZero() throws {
        var pitch = try Pitch(.open(0, 1), .startNow)
        pitch.wait(.seconds(1))
        #expect(pitch.refusal(of: .toggleNow) == .timeIsZero)
        #expect(pitch.refusal(of: .startNow) == .timeIsZero)
        #expect(pitch.countdown == "stopped 00:00")
    }

    @Test("toggle at an impossible time such as -1:-1: refused with a clear error; nothing changes")
    func toggleAtImpossibleTime() throws {
        var pitch = try Pitch()
        #expect(pitch.refusal(of: .open(-1, -1)) == .invalidTime)
        let impossible = GatherTime(minutes: -1, seconds: -1)
        pitch.record([.opened(id: "odd", time: impossible, teamAName: "A", teamBName: "B")])
        #expect(pitch.refusal(of: .setTime(impossible)) == .invalidTime)
        #expect(pitch.refusal(of: .toggleNow) == .timeIsZero)
        #expect(pitch.countdown == "stopped 00:00")
    }

    @Test("one second passes while running: one second less: 01:00 is followed by 00:59")
    func oneSecond() throws {
        var pitch = try Pitch(.open(1, 0), .startNow)
        #expect(pitch.countdown == "running 01:00")
        pitch.wait(.seconds(1))
        #expect(pitch.countdown == "running 00:59")
    }

    @Test("the countdown reaches 00:00: it stops by itself: stopped at 00:00, never below")
    func reachesZero() throws {
        var pitch = try Pitch(.open(0, 3), .startNow)
        pitch.wait(.seconds(3))
        #expect(pitch.state == .stopped(remaining: .zero))
        pitch.wait(.seconds(100_000))
        #expect(pitch.state == .stopped(remaining: .zero))
        #expect(pitch.gather.revision == 2, "time that is up is a consequence, no event")
    }

    @Test("choosing a time is abandoned (timer cancel): nothing changes")
    func choiceAbandoned() throws {
        let pitch = try Pitch(.openNow, .startNow)
        #expect(pitch.refusal(of: .setTime(12, 0)) == nil)
        #expect(pitch.countdown == "running 10:00")
        #expect(pitch.gather.timer.initial == .seconds(600))
    }

    @Test("2 seconds chosen, then started: exactly two ticks, 00:01 and 00:00, then stopped")
    func twoTicks() throws {
        var pitch = try Pitch(.openNow, .setTime(0, 2), .startNow)
        var shown = [pitch.countdown]
        for _ in 0..<5_000 {
            pitch.wait(.milliseconds(1))
            if pitch.shown != shown.last?.split(separator: " ").last.map(String.init) {
                shown.append(pitch.countdown)
            }
        }
        #expect(shown == ["running 00:02", "running 00:01", "stopped 00:00"])
    }
}
