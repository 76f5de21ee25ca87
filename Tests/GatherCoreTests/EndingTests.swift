import GatherCore
import Testing

/// The section "Ending" of the domain, as far as it is the core's.
struct EndingTests {
    @Test("ending asks first, and Cancel changes nothing: what is only decided has not happened")
    func asksFirst() throws {
        let pitch = try Pitch(.openNow, .startNow)
        #expect(try pitch.gather.decide(.end, at: pitch.now, opening: "") == [.ended])
        #expect(pitch.gather.phase == .open)
        #expect(pitch.countdown == "running 10:00")
    }

    @Test(
        """
        Yes stops the countdown, fixes the score, and submits score description and winner \
        description
        """)
    func end() throws {
        var pitch = try Pitch(.openNow, .startNow, .setScore(.teamB, 3))
        pitch.wait(.milliseconds(60_500))
        #expect(try pitch.give(.end) == [.ended])
        #expect(pitch.gather.phase == .ended)
        #expect(pitch.gather.endedAt == pitch.now)
        pitch.wait(.seconds(30))
        #expect(pitch.state == .stopped(remaining: .milliseconds(539_500)))
        #expect(pitch.refusal(of: .setScore(.teamB, 4)) == .noGather(endedAgo: .seconds(30)))
        #expect(pitch.gather.score.scoreDescription == "0-3")
        #expect(pitch.gather.winnerDescription == "Team B")
    }

    @Test("missing or empty score or winner descriptions are never submitted: there are none")
    func descriptions() throws {
        let winners = Set(TeamSection.allCases.compactMap(\.side).map(\.section.heading) + ["None"])
        for teamA in 0...3 {
            for teamB in 0...3 {
                let pitch = try Pitch(
                    .openNow, .setScore(.teamA, teamA), .setScore(.teamB, teamB), .end)
                #expect(pitch.gather.score.scoreDescription == "\(teamA)-\(teamB)")
                #expect(winners.contains(pitch.gather.winnerDescription))
            }
        }
    }

    @Test("the result stays: nothing but undo is done to a gather that has ended")
    func resultStays() throws {
        for over in [Command.end, .discard] {
            var pitch = try Pitch(.openNow, .startNow, .goal(.teamA), over)
            pitch.wait(.seconds(12))
            let commands: [Command] = [
                .setTime(5, 0), .adjust(30), .adjust(30, start: true), .pauseNow, .resumeNow,
                .cancel, .setScore(.teamA, 1), .setScore(.teamA, 7), .goal(.teamA), .end, .discard,
            ]
            for command in commands {
                #expect(pitch.refusal(of: command) == .noGather(endedAgo: .seconds(12)))
            }
            pitch.record([.scoreSet(.teamA, 7), .started(ago: .zero), .discarded, .ended])
            #expect(pitch.gather.score.scoreDescription == "1-0")
            #expect(pitch.gather.phase == (over == .end ? .ended : .discarded))
            #expect(pitch.countdown == "stopped 10:00")
        }
    }

    @Test("discard leaves a match without a result")
    func discard() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(60))
        #expect(try pitch.give(.discard) == [.discarded])
        #expect(pitch.gather.phase == .discarded)
        #expect(pitch.countdown == "stopped 09:00")
        #expect(pitch.gather.endedAt == pitch.now)
    }

    @Test("a goal pressed just after the end is told how long ago that was, for 12 hours")
    func goalAfterTheEnd() throws {
        var pitch = try Pitch(.openNow, .end)
        #expect(pitch.refusal(of: .goal(.teamA)) == .noGather(endedAgo: .zero))
        pitch.wait(.seconds(12 * 3_600) - .microseconds(1))
        let ago = Duration.seconds(12 * 3_600) - .microseconds(1)
        #expect(pitch.refusal(of: .goal(.teamA)) == .noGather(endedAgo: ago))
        pitch.wait(.microseconds(1))
        #expect(pitch.refusal(of: .goal(.teamA)) == .noGather(endedAgo: nil))
    }
}
