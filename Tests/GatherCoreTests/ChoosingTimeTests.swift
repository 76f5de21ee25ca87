import GatherCore
import Testing

/// Cancel and a newly chosen time: two rows of the domain's table, and what the design adds.
struct ChoosingTimeTests {
    /// A gather of 12:34 in each state a countdown can be in, an hour later.
    static let states: [(name: String, commands: [Command])] = [
        ("stopped", []),
        ("running", [.startNow, .adjust(7_200)]),
        ("paused", [.startNow, .pauseNow]),
        ("time up", [.startNow]),
    ]

    static func pitch(in state: String) throws -> Pitch {
        var pitch = try Pitch(.open(12, 34), .setScore(.teamA, 2), .setScore(.teamB, 1))
        for command in try #require(states.first { $0.name == state }).commands {
            try pitch.give(command)
        }
        pitch.wait(.seconds(3_600))
        return pitch
    }

    @Test(
        "cancel, in any state: stopped, back at the initial time; the score is untouched",
        arguments: states.map(\.name))
    func cancel(state: String) throws {
        var pitch = try Self.pitch(in: state)
        try pitch.give(.cancel)
        #expect(pitch.countdown == "stopped 12:34")
        #expect(pitch.gather.score.scoreDescription == "2-1")
    }

    @Test(
        """
        a new time is chosen (timer done): stopped at the chosen time, which is the new initial \
        time for a later cancel
        """,
        arguments: states.map(\.name))
    func choose(state: String) throws {
        var pitch = try Self.pitch(in: state)
        #expect(try pitch.give(.setTime(0, 45)) == [.timeSet(GatherTime(minutes: 0, seconds: 45))])
        #expect(pitch.countdown == "stopped 00:45")
        try pitch.give(.startNow)
        pitch.wait(.seconds(5))
        try pitch.give(.cancel)
        #expect(pitch.countdown == "stopped 00:45")
    }

    @Test("cancel leaves no event when the clock stands at the chosen time already")
    func cancelOfNothing() throws {
        var pitch = try Pitch(.openNow)
        #expect(try pitch.give(.cancel) == [])
        try pitch.give(.adjust(30))
        #expect(try pitch.give(.cancel) == [.cancelled])
    }

    @Test("a countdown that is paused before any time has passed can be cancelled")
    func cancelOfFullPause() throws {
        var pitch = try Pitch(.openNow, .startNow, .pauseNow)
        #expect(try pitch.give(.cancel) == [.cancelled])
        #expect(pitch.countdown == "stopped 10:00")
    }

    @Test("choosing the time that the clock stands at leaves no event")
    func chooseTheSame() throws {
        var pitch = try Pitch(.openNow)
        #expect(try pitch.give(.setTime(10, 0)) == [])
        try pitch.give(.adjust(60))
        let chosen = GatherTime(minutes: 11, seconds: 0)
        #expect(try pitch.give(.setTime(chosen)) == [.timeSet(chosen)], "only adjusted to it")
        try pitch.give(.startNow)
        #expect(try pitch.give(.setTime(chosen)) == [.timeSet(chosen)], "it was running")
    }

    @Test("a time that no countdown can have is not chosen: it is refused in every state")
    func chooseImpossible() throws {
        for (name, _) in Self.states {
            let pitch = try Self.pitch(in: name)
            #expect(pitch.refusal(of: .setTime(0, 0)) == .invalidTime)
            #expect(pitch.refusal(of: .setTime(1_440, 1)) == .invalidTime)
            #expect(pitch.refusal(of: .setTime(.max, .min)) == .invalidTime)
        }
    }
}
