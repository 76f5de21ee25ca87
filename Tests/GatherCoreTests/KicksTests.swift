import GatherCore
import Testing

/// Extra time and kicks from the mark, which follow on a draw.
struct KicksTests {
    /// A match whose last period of play has just ended, 1-1.
    private func drawn(_ name: String = "halves") throws -> Pitch {
        var pitch = try Pitch(
            .open(in: try #require(MatchFormat(named: name))),
            .move(1, 2, to: .teamA), .move(3, 4, to: .teamB))
        let count = pitch.gather.course?.format.periods.count ?? 0
        for index in 0..<count where pitch.gather.course?.format.periods[index].kind == .play {
            try pitch.give(.whistle(.begin))
            pitch.wait(.seconds(60))
            if index == 0 {
                try pitch.give(.goal(.teamA))
                try pitch.give(.goal(.teamB))
            }
            try pitch.give(.whistle(.end))
            pitch.wait(.seconds(5))
        }
        return pitch
    }

    /// A match in its kicks from the mark.
    private func inKicks() throws -> Pitch {
        var pitch = try drawn()
        try pitch.give(.beginKicks)
        return pitch
    }

    private func kick(_ pitch: inout Pitch, _ kicks: String) throws {
        var side = Side.teamA
        for mark in kicks {
            try pitch.give(.takeKick(GivenKick(side, isIn: mark == "x")))
            side = side.other
        }
    }

    private func expectReplays(_ pitch: Pitch) {
        let isFold = Gather(replaying: pitch.gather.log) == pitch.gather
        #expect(isFold)
    }

    // MARK: - Extra time

    @Test("extra time is offered at a draw, and its clock goes on from that of the last period")
    func extraTime() throws {
        var pitch = try drawn()
        #expect(pitch.gather.offersExtraTime)
        #expect(pitch.gather.offersKicks)
        #expect(try pitch.give(.addExtraTime) == [.extraTimeAdded])
        #expect(pitch.at == "underway break before extra time")
        #expect(pitch.countdown == "running 05:00")
        #expect(!pitch.gather.offersExtraTime)
        pitch.wait(.seconds(360))
        #expect(pitch.at == "underway break before extra time")
        let refusal = Refusal.notInPlay(
            next: "first half of extra time", minute: MatchMinute("47"))
        #expect(pitch.refusal(of: .goal(.teamA)) == refusal)
        #expect(try pitch.give(.whistle(.next)) == [.periodBegan(4)])
        #expect(!pitch.gather.offersKicks)
        #expect(pitch.minute == "91")
        #expect(pitch.refusal(of: .beginKicks) == playLeft("first half of extra time", 5))
        pitch.wait(.seconds(15 * 60 + 70))
        #expect(pitch.minute == "105+2")
        try pitch.give(.whistle(.next))
        #expect(pitch.at == "underway half-time of extra time")
        #expect(pitch.countdown == "running 01:00")
        pitch.wait(.seconds(60))
        try pitch.give(.startNow)
        #expect(pitch.minute == "106")
        pitch.wait(.seconds(60))
        try pitch.give(.goal(.teamB))
        #expect(pitch.gather.latestGoal?.time.minute?.description == "107")
        try pitch.give(.whistle(.next))
        #expect(pitch.at == "over second half of extra time")
        #expect(pitch.refusal(of: .beginKicks) == .notDrawn)
        #expect(pitch.refusal(of: .addExtraTime) == .hasExtraTime)
        try pitch.give(.end)
        #expect(pitch.gather.winnerDescription == "Team B")
        expectReplays(pitch)
    }

    private func playLeft(_ period: String, _ next: Int) -> Refusal {
        let names = [
            "first half", "half-time", "second half", "break before extra time",
            "first half of extra time", "half-time of extra time", "second half of extra time",
        ]
        return .playLeft(period: period, next: names[next])
    }

    @Test("each format has its extra time, with a clock as in its other periods")
    func formats() throws {
        let rows: [(name: String, seconds: Int, minute: String)] = [
            ("halves", 900, "91"), ("futsal", 300, "41"), ("school", 600, "81"),
            ("quarters", 300, "41"), ("small-sided", 300, "41"), ("2x25-5", 300, "51"),
            ("1x10", 300, "11"),
        ]
        for row in rows {
            var pitch = try drawn(row.name)
            try pitch.give(.addExtraTime)
            let course = try #require(pitch.gather.course)
            let plays = course.format.periods.filter { $0.kind == .play }
            let added = plays.suffix(2)
            #expect(added.map(\.length) == [.seconds(row.seconds), .seconds(row.seconds)])
            #expect(Set(plays.map(\.shows)).count == 1)
            #expect(Set(plays.map(\.atZero)).count == 1)
            #expect(course.format.name == row.name)
            try pitch.give(.whistle(.next))
            #expect(pitch.minute == row.minute)
        }
    }

    @Test("it is refused before the last period is over, and says what comes next")
    func tooEarly() throws {
        var pitch = try Pitch(.open(in: .builtIn[0]))
        #expect(pitch.refusal(of: .addExtraTime) == .playLeft(period: nil, next: "first half"))
        #expect(pitch.refusal(of: .beginKicks) == .playLeft(period: nil, next: "first half"))
        try pitch.give(.whistle(.next))
        #expect(pitch.refusal(of: .addExtraTime) == playLeft("first half", 1))
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.next))
        #expect(pitch.refusal(of: .beginKicks) == playLeft("half-time", 2))
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.next))
        let last = Refusal.playLeft(period: "second half", next: nil)
        #expect(pitch.refusal(of: .addExtraTime) == last)
        #expect(!pitch.gather.offersExtraTime && !pitch.gather.offersKicks)
        try pitch.give(.goal(.teamA))
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.next))
        #expect(pitch.refusal(of: .addExtraTime) == .notDrawn)
        #expect(pitch.refusal(of: .beginKicks) == .notDrawn)
        #expect(!pitch.gather.offersExtraTime && !pitch.gather.offersKicks)
        try pitch.give(.end)
        #expect(pitch.refusal(of: .addExtraTime) == .noGather(endedAgo: .zero))
    }

    @Test("a plain countdown has neither")
    func plain() throws {
        var pitch = try Pitch(.openNow)
        let commands: [Command] = [
            .addExtraTime, .beginKicks, .takeKick(GivenKick(.teamA, isIn: true)),
        ]
        for command in commands { #expect(pitch.refusal(of: command) == .hasNoFormat) }
        try pitch.give(.end)
        #expect(pitch.refusal(of: .beginKicks) == .noGather(endedAgo: .zero))
    }

    @Test("extra time is added once; undo takes it back, and the match is over as it was")
    func undoOfExtraTime() throws {
        var pitch = try drawn()
        let before = pitch.gather.course
        try pitch.give(.addExtraTime)
        #expect(pitch.refusal(of: .addExtraTime) == .hasExtraTime)
        try pitch.give(.undo(number: nil))
        let isAsBefore = pitch.gather.course == before
        #expect(isAsBefore)
        #expect(pitch.gather.offersExtraTime)
        try pitch.give(.addExtraTime)
        let added = pitch.gather.revision
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.next))
        #expect(pitch.refusal(of: .undo(number: added)) == .eventNeeded(by: added + 1))
        // The draw as well is needed.
        let goal = try #require(
            pitch.gather.log.first { $0.event == .scoreAdded(.teamB, delta: 1) })
        #expect(pitch.refusal(of: .undo(number: goal.number)) == .eventNeeded(by: added))
        #expect(pitch.refusal(of: .chooseFormat(.builtIn[1], force: true)) == .formatDoesNotFit)
        expectReplays(pitch)
    }

    @Test("a match that is reopened goes on in its extra time")
    func reopening() throws {
        var pitch = try drawn()
        try pitch.give(.addExtraTime)
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(600))
        try pitch.give(.end)
        pitch.wait(.seconds(400))
        try pitch.give(.reopen)
        #expect(pitch.at == "underway first half of extra time")
        #expect(pitch.minute == "105+2")
        #expect(pitch.gather.timer.isRunning(at: pitch.now))
        expectReplays(pitch)
    }

    @Test("a match with extra time that has not begun was played to its end")
    func extraTimeNotPlayed() throws {
        var pitch = try drawn()
        try pitch.give(.addExtraTime)
        var ended = pitch
        ended.wait(.seconds(360))
        try ended.give(.addToScore(.teamA, delta: 1, minute: MatchMinute("46")))
        try ended.give(.end)
        #expect(ended.gather.earlyEnd == nil)
        #expect(ended.gather.winnerDescription == "Team A")
        expectReplays(ended)
        try pitch.give(.whistle(.begin))
        pitch.wait(.seconds(60))
        try pitch.give(.end)
        #expect(pitch.gather.earlyEnd?.period == "first half of extra time")
    }

    @Test("a draw can end as one")
    func draw() throws {
        var pitch = try drawn()
        try pitch.give(.end)
        #expect(pitch.gather.winnerDescription == "None")
        #expect(MatchResult(pitch.gather)?.winnerTeam == "None")
    }

    // MARK: - Kicks

    @Test("kicks begin straight after the match, after extra time, or in the place of it")
    func beginning() throws {
        var straight = try drawn()
        #expect(try straight.give(.beginKicks) == [.kicksBegan])
        #expect(straight.at == "underway kicks from the mark")
        #expect(straight.countdown.hasPrefix("stopped"))
        #expect(straight.refusal(of: .beginKicks) == .hasKicks)
        #expect(straight.refusal(of: .addExtraTime) == .hasKicks)
        expectReplays(straight)

        var instead = try drawn()
        try instead.give(.addExtraTime)
        instead.wait(.seconds(30))
        try instead.give(.beginKicks)
        #expect(instead.at == "underway kicks from the mark")
        #expect(instead.gather.course?.format == straight.gather.course?.format)
        #expect(instead.refusal(of: .addExtraTime) == .hasKicks)
        try instead.give(.undo(number: nil))
        #expect(instead.at == "underway break before extra time")
        #expect(instead.countdown == "running 04:30")
        expectReplays(instead)

        var after = try drawn()
        try after.give(.addExtraTime)
        for _ in 0..<4 {
            after.wait(.seconds(60))
            try after.give(.whistle(.next))
        }
        #expect(after.at == "over second half of extra time")
        #expect(after.gather.offersKicks && !after.gather.offersExtraTime)
        try after.give(.beginKicks)
        #expect(after.at == "underway kicks from the mark")
        expectReplays(after)
    }

    @Test("they are decided as soon as one side cannot be reached, and then over")
    func decided() throws {
        let rows: [(kicks: String, winner: Side?, score: String)] = [
            ("xoxox", nil, "3-0"), ("xoxoxo", .teamA, "3-0"), ("oxoxox", .teamB, "0-3"),
            ("xxxxxxxxx", nil, "5-4"), ("xxxxxxxxxx", nil, "5-5"),
            ("xxxxxxxxxo", .teamA, "5-4"), ("xxxxxxxxox", .teamB, "4-5"),
            ("xxxxxxxxxxx", nil, "6-5"), ("xxxxxxxxxxxo", .teamA, "6-5"),
            ("xxxxxxxxxxox", .teamB, "5-6"), ("xxxxxxxxxxoo", nil, "5-5"),
            ("xoxxxox", .teamA, "4-1"), ("xoxxxo", nil, "3-1"), ("ooooooooox", .teamB, "0-1"),
        ]
        for row in rows {
            var pitch = try inKicks()
            try kick(&pitch, row.kicks)
            let kicks = try #require(pitch.gather.course?.kicks)
            #expect(kicks.winner == row.winner, "\(row.kicks)")
            #expect(kicks.scoreDescription == row.score)
            #expect(pitch.gather.score.scoreDescription == "1-1")
            #expect(pitch.gather.winner == row.winner)
            #expect((kicks.next == nil) == (row.winner != nil))
            #expect(pitch.at.hasPrefix(row.winner == nil ? "underway" : "over"))
            if let winner = row.winner {
                let more = Command.takeKick(GivenKick(winner, isIn: true))
                #expect(pitch.refusal(of: more) == .kicksDecided(winner))
                try pitch.give(.end)
                #expect(MatchResult(pitch.gather)?.score == "1-1")
                #expect(MatchResult(pitch.gather)?.winnerTeam == winner.section.heading)
                let outcomes = pitch.gather.appearances.map { ($0.side == winner, $0.outcome) }
                #expect(outcomes.count == 4)
                #expect(outcomes.allSatisfy { $0.1 == ($0.0 ? .won : .lost) })
            }
            expectReplays(pitch)
        }
    }

    @Test("after five each it is sudden death")
    func suddenDeath() throws {
        var pitch = try inKicks()
        try kick(&pitch, "xxxxxxxxx")
        #expect(pitch.gather.course?.kicks?.isSuddenDeath == false)
        try pitch.give(.takeKick(GivenKick(.teamB, isIn: true)))
        #expect(pitch.gather.course?.kicks?.isSuddenDeath == true)
        try kick(&pitch, "xxoox")
        #expect(pitch.gather.course?.kicks?.isSuddenDeath == true)
        try pitch.give(.takeKick(GivenKick(.teamB, isIn: false)))
        #expect(pitch.gather.course?.kicks?.isSuddenDeath == false)
        #expect(pitch.gather.kicksWinner == .teamA)
    }

    @Test("the first kick is free, and then they take turns")
    func turns() throws {
        var pitch = try inKicks()
        #expect(pitch.gather.course?.kicks?.next == nil)
        try pitch.give(.takeKick(GivenKick(.teamB, isIn: true)))
        #expect(
            pitch.refusal(of: .takeKick(GivenKick(.teamB, isIn: true))) == .outOfTurn(.teamA))
        try pitch.give(.takeKick(GivenKick(.teamA, isIn: false)))
        #expect(pitch.gather.course?.kicks?.next == .teamB)
    }

    @Test("a kick that is taken back takes the decision back")
    func undo() throws {
        var pitch = try inKicks()
        let begun = pitch.gather.revision
        try kick(&pitch, "xoxoxo")
        #expect(pitch.gather.winner == .teamA)
        #expect(pitch.refusal(of: .undo(number: begun + 2)) == .eventNeeded(by: begun + 3))
        #expect(pitch.refusal(of: .undo(number: begun)) == .eventNeeded(by: begun + 1))
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.winner == nil)
        #expect(pitch.at == "underway kicks from the mark")
        #expect(pitch.gather.course?.kicks?.next == .teamB)
        try pitch.give(.redo)
        #expect(pitch.gather.winner == .teamA)
        try pitch.give(.end)
        try pitch.give(.undo(number: nil))
        #expect(pitch.at == "over kicks from the mark")
        for _ in 0..<6 { try pitch.give(.undo(number: nil)) }
        #expect(pitch.gather.course?.kicks?.taken.isEmpty == true)
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.course?.kicks == nil)
        #expect(pitch.at == "over second half")
        expectReplays(pitch)
    }

    @Test("a player of the side kicks; one who was sent off does not without force")
    func players() throws {
        var pitch = try inKicks()
        try pitch.give(.card(.red, .teamA, 2))
        let sentOff = Command.takeKick(GivenKick(.teamA, isIn: true, by: 2))
        #expect(pitch.refusal(of: sentOff) == .sentOff(id: 2))
        let others = Command.takeKick(GivenKick(.teamA, isIn: true, by: 3))
        #expect(pitch.refusal(of: others) == .notOnTeam(id: 3, .teamA))
        let nobody = Command.takeKick(GivenKick(.teamA, isIn: true, by: 99))
        #expect(pitch.refusal(of: nobody) == .noSuchPlayer(id: 99))
        try pitch.give(sentOff, isForced: true)
        #expect(pitch.gather.course?.kicks?.taken.last?.kick.player?.id == 2)
        try pitch.give(.takeKick(GivenKick(.teamB, isIn: false, by: 3)))
        try pitch.give(.substitute(.teamA, off: 1, on: 5))
        try pitch.give(.takeKick(GivenKick(.teamA, isIn: false, by: 5)))
        let brought = pitch.gather.revision - 1
        #expect(pitch.refusal(of: .undo(number: brought)) == .eventNeeded(by: brought + 1))
        expectReplays(pitch)
    }

    @Test("there is no clock and no goal in kicks")
    func noClock() throws {
        var pitch = try inKicks()
        pitch.wait(.seconds(1))
        let commands: [Command] = [
            .startNow, .pauseNow, .resumeNow, .toggleNow, .cancel, .adjust(10),
            .adjust(10, start: true), .whistle(.next), .whistle(.begin), .whistle(.end),
            .goal(.teamA),
        ]
        for command in commands {
            #expect(pitch.refusal(of: command) == .kicksUnderway, "\(command)")
        }
        #expect(pitch.minute == "-")
        // A goal that was forgotten counts in the match by force, and no kick decides it then.
        let forgotten = Command.addToScore(.teamA, delta: 1, ago: .seconds(30))
        #expect(pitch.refusal(of: forgotten) == .kicksUnderway)
        try pitch.give(forgotten, isForced: true)
        try kick(&pitch, "oxoxox")
        #expect(pitch.gather.course?.kicks?.winner == .teamB)
        #expect(pitch.gather.winner == .teamA)
        #expect(pitch.gather.kicksWinner == nil)
    }

    @Test("the score at which kicks have begun stays, also once they are decided")
    func scoreStays() throws {
        var pitch = try inKicks()
        let goal = try #require(pitch.gather.latestGoal?.number)
        try expectScoreStays(pitch, goal)
        try kick(&pitch, "oxoxox")
        try expectScoreStays(pitch, goal)
        #expect(pitch.gather.winner == .teamB)
        try pitch.give(.end)
        let other = GoalChange(keepsScorer: true, side: .teamA)
        let moved = Command.amendGoal(number: goal, scorer: nil, change: other)
        #expect(pitch.refusal(of: moved) == .kicksUnderway)
    }

    private func expectScoreStays(_ pitch: Pitch, _ goal: Int) throws {
        let minute = try #require(MatchMinute("1"))
        let other = GoalChange(keepsScorer: true, side: .teamA)
        let commands: [Command] = [
            .addToScore(.teamA, delta: 1, minute: minute),
            .addToScore(.teamA, delta: -1),
            .setScore(.teamA, 5), .setScore(.teamA, 2, other: 2),
            .amendGoal(number: goal, scorer: nil, change: other),
        ]
        for command in commands {
            #expect(pitch.refusal(of: command) == .kicksUnderway, "\(command)")
        }
        let another = GoalChange(keepsScorer: true, minute: minute)
        #expect(pitch.refusal(of: .amendGoal(number: goal, scorer: nil, change: another)) == nil)
    }

    @Test("a kick needs kicks that have begun")
    func noKicks() throws {
        let pitch = try drawn()
        #expect(pitch.refusal(of: .takeKick(GivenKick(.teamA, isIn: true))) == .noKicks)
    }

    @Test("kicks have an end, even if nobody ever misses")
    func limit() throws {
        var pitch = try inKicks()
        try kick(&pitch, String(repeating: "x", count: Limits.kicks))
        let more = Command.takeKick(GivenKick(.teamA, isIn: true))
        #expect(pitch.refusal(of: more) == .tooManyKicks(maximum: Limits.kicks))
        try pitch.give(.end)
        #expect(pitch.gather.winner == nil)
    }

    @Test("a format that is given has no kicks of its own")
    func format() {
        let play = MatchPeriod(id: "match", length: .seconds(60))
        let kicks = MatchPeriod(id: "kicks", kind: .kicks, length: .seconds(60))
        #expect(throws: MatchFormat.Problem.kicks(1)) {
            try MatchFormat(name: "x", periods: [play, kicks])
        }
    }
}

extension Pitch {
    /// The stage and the name of the period.
    fileprivate var at: String {
        gather.settled(at: now).course.map { "\($0.stage) \($0.period.id)" } ?? "-"
    }
}
