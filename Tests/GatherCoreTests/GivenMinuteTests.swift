import GatherCore
import Testing

/// A goal in a minute that a person gives.
struct GivenMinuteTests {
    private func pitch(_ name: String = "halves", after played: Duration) throws -> Pitch {
        var pitch = try Pitch(.open(in: try #require(MatchFormat(named: name))), .whistle(.next))
        pitch.wait(played)
        return pitch
    }

    private func goal(
        _ minute: String, _ side: Side = .teamA, by id: Int? = nil
    ) throws -> Command {
        let given: MatchMinute = try #require(MatchMinute(minute))
        let scorer = id.map { GivenScorer(id: $0) }
        return .addToScore(side, delta: 1, scorer: scorer, minute: given)
    }

    /// The place of the goal that was counted last, as `45+3 of 0, after 2870 s`.
    private func latest(_ pitch: Pitch) throws -> String {
        let goal = try #require(pitch.gather.latestGoal)
        let event = try #require(pitch.gather.log.first { $0.number == goal.number })
        let period = event.event.givenMinute?.period.map { "\($0)" } ?? "-"
        return "\(goal.time.minute?.description ?? "-") of \(period), "
            + "after \(goal.time.played.components.seconds) s"
    }

    @Test("a minute is read as it is written, and nothing else is one")
    func texts() {
        let minutes = ["1", "37", "45+3", "90+60", "2880"]
        for text in minutes { #expect(MatchMinute(text)?.description == text) }
        let wrong = [
            "", "0", "-1", "45+", "+3", "45+0", "45+61", "2881", "4 5", "45'", "1+2+3", "x",
            "99999", "٣",
        ]
        for text in wrong { #expect(MatchMinute(text) == nil, "\(text)") }
        let ordered = ["1", "44", "45", "45+1", "45+2", "46"].compactMap(MatchMinute.init(_:))
        #expect(ordered.sorted() == ordered)
    }

    @Test("in a break it is given to the half that has ended, with the minute of its whistle")
    func inBreak() throws {
        var pitch = try pitch(after: .seconds(47 * 60 + 30))
        try pitch.give(.whistle(.end))
        pitch.wait(.seconds(60))
        let suggested = try #require(MatchMinute("45+3"))
        #expect(
            pitch.refusal(of: .goal(.teamA))
                == .notInPlay(next: "second half", minute: suggested))
        try pitch.give(try goal("45+3"))
        #expect(try latest(pitch) == "45+3 of 0, after 2850 s")
        try pitch.give(try goal("37", .teamB))
        #expect(try latest(pitch) == "37 of 0, after 2220 s")
        #expect(pitch.gather.score.scoreDescription == "1-1")
        let isFold = Gather(replaying: pitch.gather.log) == pitch.gather
        #expect(isFold)
    }

    @Test("after a whistle that came too early, it has a minute that the half did not have")
    func extended() throws {
        var pitch = try pitch(after: .seconds(46 * 60))
        pitch.wait(.seconds(90))
        // While play goes on for a penalty there is nothing to give.
        try pitch.give(.goal(.teamA))
        #expect(pitch.gather.latestGoal?.time.minute?.description == "45+3")
        try pitch.give(.whistle(.end))
        pitch.wait(.seconds(30))
        try pitch.give(try goal("45+5"))
        #expect(try latest(pitch) == "45+5 of 0, after 2850 s")
        // Without the whistle its minute would not have come.
        let goal = pitch.gather.revision
        #expect(pitch.refusal(of: .undo(number: goal - 1)) == .eventNeeded(by: goal))
        try pitch.give(.undo(number: nil))
        try pitch.give(.undo(number: nil))
        #expect(pitch.refusal(of: try self.goal("45+5")) == .minuteAhead(now: MatchMinute("45+4")))
        pitch.wait(.seconds(60))
        try pitch.give(try self.goal("45+5"))
    }

    @Test("it is of the period with the minute, which has begun, and of no minute to come")
    func periods() throws {
        var pitch = try pitch(after: .seconds(30 * 60))
        #expect(pitch.refusal(of: try goal("31")) == nil)
        #expect(pitch.refusal(of: try goal("32")) == .minuteAhead(now: MatchMinute("31")))
        #expect(pitch.refusal(of: try goal("45+1")) == .minuteAhead(now: MatchMinute("31")))
        #expect(pitch.refusal(of: try goal("46")) == .periodNotBegun("second half"))
        #expect(pitch.refusal(of: try goal("90+1")) == .periodNotBegun("second half"))
        for minute in ["91", "44+1", "46+1", "2880"] {
            #expect(pitch.refusal(of: try goal(minute)) == .noSuchMinute)
        }
        pitch.wait(.seconds(16 * 60))
        try pitch.give(.whistle(.end))
        try pitch.give(.whistle(.begin))
        pitch.wait(.seconds(60))
        #expect(pitch.refusal(of: try goal("48")) == .minuteAhead(now: MatchMinute("47")))
        try pitch.give(try goal("46"))
        #expect(try latest(pitch) == "46 of 2, after 2820 s")
        try pitch.give(try goal("45"))
        #expect(try latest(pitch) == "45 of 0, after 2700 s")
        // The second half is needed by the goal in it, and not by the one before it.
        let began = pitch.gather.revision - 2
        #expect(pitch.refusal(of: .undo(number: began)) == .eventNeeded(by: began + 1))
        try pitch.give(.undo(number: began + 1))
        try pitch.give(.undo(number: began))
        #expect(try latest(pitch) == "45 of 0, after 2700 s")
        try pitch.give(.whistle(.begin))
        pitch.wait(.seconds(45 * 60))
        try pitch.give(.whistle(.end))
        try pitch.give(try goal("90+2"))
        #expect(try latest(pitch) == "90+2 of 2, after 5460 s")
        try pitch.give(.end)
        #expect(pitch.refusal(of: try goal("90")) == .noGather(endedAgo: .zero))
    }

    @Test("before the first whistle, and in a format with a clock that stops")
    func otherClocks() throws {
        let waiting = try Pitch(.open(in: try #require(MatchFormat(named: "futsal"))))
        #expect(waiting.refusal(of: try goal("1")) == .periodNotBegun("first half"))
        #expect(waiting.refusal(of: .goal(.teamA)) == .notInPlay(next: "first half"))
        var futsal = try pitch("futsal", after: .seconds(20 * 60 + 5))
        try futsal.give(try goal("20+1"))
        #expect(try latest(futsal) == "20+1 of 0, after 1200 s")
        #expect(futsal.refusal(of: try goal("20+2")) == .minuteAhead(now: MatchMinute("20+1")))
        // Both periods have the 13th minute.
        var short = try pitch("2x12:30", after: .seconds(750))
        try short.give(try goal("13"))
        #expect(try latest(short) == "13 of 0, after 750 s")
        try short.give(.whistle(.end))
        try short.give(.whistle(.begin))
        try short.give(try goal("13"))
        #expect(try latest(short) == "13 of 1, after 750 s")
    }

    @Test("without a format it is a minute that the countdown has run")
    func plain() throws {
        var pitch = try Pitch(.openNow)
        #expect(pitch.refusal(of: try goal("1")) == .minuteAhead(now: nil))
        try pitch.give(.startNow)
        pitch.wait(.seconds(380))
        try pitch.give(try goal("7"))
        #expect(try latest(pitch) == "- of -, after 380 s")
        try pitch.give(try goal("6"))
        #expect(try latest(pitch) == "- of -, after 360 s")
        #expect(pitch.refusal(of: try goal("8")) == .minuteAhead(now: MatchMinute("7")))
        #expect(pitch.refusal(of: try goal("7+1")) == .noSuchMinute)
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 3))
        pitch.wait(.seconds(300))
        try pitch.give(try goal("10"))
        #expect(pitch.refusal(of: try goal("11")) == .minuteAhead(now: MatchMinute("10")))
    }

    @Test("who was sent off afterwards has scored before, and who was before has not")
    func sentOff() throws {
        var pitch = try Pitch(
            .open(in: try #require(MatchFormat(named: "halves"))), .move(1, to: .teamA),
            .move(2, to: .teamB), .whistle(.next))
        pitch.wait(.seconds(20 * 60 + 30))
        try pitch.give(.showCard(GivenCard(.red, to: .teamA, 1)))
        pitch.wait(.seconds(10 * 60))
        #expect(pitch.refusal(of: try goal("21", by: 1)) == nil)
        #expect(pitch.refusal(of: try goal("22", by: 1)) == .sentOff(id: 1))
        try pitch.give(try goal("20", by: 1))
        let number = pitch.gather.revision
        try pitch.give(.amendGoal(number: number, scorer: nil))
        try pitch.give(.amendGoal(number: number, scorer: GivenScorer(id: 1)))
        #expect(pitch.refusal(of: try goal("21", .teamB, by: 1)) == .notOnTeam(id: 1, .teamB))
    }
}
