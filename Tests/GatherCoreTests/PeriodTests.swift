import GatherCore
import Testing

/// A match with a format, through its periods.
struct PeriodTests {
    /// Two halves of a minute, and a break of half a minute after which the second begins at once.
    private static let quick = [
        MatchPeriod(id: "first half", length: .seconds(60), shows: .up, atZero: .run),
        MatchPeriod(id: "half-time", kind: .pause, length: .seconds(30), begins: .atOnce),
        MatchPeriod(
            id: "second half", length: .seconds(60), shows: .up, from: .seconds(60),
            atZero: .run, begins: .atOnce),
    ]

    /// A match whose first half has run for so long.
    private func pitch(_ name: String = "halves", after played: Duration) throws -> Pitch {
        var pitch = try Pitch(.open(in: try #require(MatchFormat(named: name))), .whistle(.next))
        pitch.wait(played)
        return pitch
    }

    /// A match in the break of the quick format.
    private func inBreak(_ commands: Command...) throws -> Pitch {
        var pitch = try Pitch(.open(in: try MatchFormat(name: "quick", periods: Self.quick)))
        for command in commands { try pitch.give(command) }
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.next))
        return pitch
    }

    private func expectReplays(_ pitch: Pitch) {
        let isFold = Gather(replaying: pitch.gather.log) == pitch.gather
        #expect(isFold)
    }

    @Test("the second half begins at 45:00, however long the first one was")
    func secondHalf() throws {
        var pitch = try pitch(after: .seconds(47 * 60 + 30))
        #expect(try pitch.give(.whistle(.next)) == [.periodEnded(0)])
        #expect(pitch.course == "underway 1")
        #expect(pitch.countdown == "running 15:00")
        pitch.wait(.seconds(16 * 60))
        #expect(pitch.course == "underway 1")
        #expect(pitch.countdown == "stopped 00:00")
        #expect(try pitch.give(.whistle(.next)) == [.periodBegan(2)])
        #expect(pitch.course == "underway 2")
        #expect(pitch.minute == "46")
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(47 * 60 + 30))
        pitch.wait(.seconds(48 * 60 + 30))
        #expect(pitch.minute == "90+4")
        #expect(try pitch.give(.whistle(.next)) == [.periodEnded(2)])
        #expect(pitch.course == "over 2")
        #expect(pitch.minute == "-")
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(96 * 60))
        // A goal is dated to the millisecond at best: one at the moment of the whistle counts.
        #expect(pitch.refusal(of: .goal(.teamA)) == nil)
        pitch.wait(.milliseconds(1))
        #expect(pitch.refusal(of: .whistle(.begin)) == .noPeriodLeft)
        let last = MatchMinute("90+4")
        #expect(pitch.refusal(of: .goal(.teamA)) == .notInPlay(next: nil, minute: last))
        #expect(pitch.gather.phase == .open)
        expectReplays(pitch)
    }

    @Test("minutes are counted as in football")
    func minutes() throws {
        let rows: [(seconds: Int, minute: String)] = [
            (0, "1"), (59, "1"), (60, "2"), (2_699, "45"), (2_700, "45+1"), (2_879, "45+3"),
            (2_880, "45+4"),
        ]
        for row in rows {
            let minute = try pitch(after: .seconds(row.seconds)).minute
            #expect(minute == row.minute)
        }
    }

    @Test("a goal in a break is refused, and one that is dated back into the half counts there")
    func goalInBreak() throws {
        var pitch = try pitch(after: .seconds(47 * 60 + 30))
        try pitch.give(.whistle(.end))
        pitch.wait(.seconds(60))
        let refusal = Refusal.notInPlay(next: "second half", minute: MatchMinute("45+3"))
        #expect(pitch.refusal(of: .goal(.teamA)) == refusal)
        #expect(
            pitch.refusal(of: .addToScore(.teamA, delta: 1, ago: .seconds(59))) == refusal)
        try pitch.give(.addToScore(.teamA, delta: 1, ago: .seconds(70)))
        let goal = try #require(pitch.gather.latestGoal)
        #expect(goal.time.minute?.description == "45+3")
        #expect(goal.time.played == .seconds(47 * 60 + 20))
        // A correction of the score is no goal.
        try pitch.give(.setScore(.teamB, 2))
        try pitch.give(.addToScore(.teamB, delta: -1))
        expectReplays(pitch)
    }

    @Test("a goal that is dated back over the last whistle has the minute in which it was scored")
    func goalAfterLastWhistle() throws {
        var pitch = try pitch(after: .seconds(45 * 60))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(15 * 60))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(48 * 60))
        try pitch.give(.whistle(.next))
        #expect(pitch.course == "over 2")
        pitch.wait(.seconds(60))
        try pitch.give(.addToScore(.teamA, delta: 1, ago: .seconds(10 * 60)))
        let goal = try #require(pitch.gather.latestGoal)
        #expect(goal.time.minute?.description == "85")
        #expect(goal.time.played == .seconds((45 + 39) * 60))
        expectReplays(pitch)
    }

    @Test("a break that is made longer when it is over goes on")
    func breakGoesOn() throws {
        var pitch = try pitch(after: .seconds(45 * 60))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(16 * 60))
        #expect(pitch.countdown == "stopped 00:00")
        try pitch.give(.adjust(120))
        #expect(pitch.countdown == "running 02:00")
        pitch.wait(.seconds(120))
        #expect(pitch.countdown == "stopped 00:00")
        #expect(pitch.course == "underway 1")
        expectReplays(pitch)
    }

    @Test("in a break the clock of play takes no command, and what is no command to it goes on")
    func commandsInBreak() throws {
        var pitch = try pitch(after: .seconds(45 * 60))
        try pitch.give(.whistle(.next))
        let refusal = Refusal.notInPlay(next: "second half")
        let refused: [Command] = [
            .pauseNow, .resumeNow, .cancel, .whistle(.end), .adjust(10, start: true),
        ]
        for command in refused {
            #expect(pitch.refusal(of: command) == refusal, "\(command)")
        }
        #expect(pitch.refusal(of: .setTime(10, 0)) == .hasFormat)
        #expect(pitch.refusal(of: .whistle(.begin, period: 1)) == .otherPeriod)
        // A break can be made longer and shorter.
        try pitch.give(.adjust(60))
        #expect(pitch.countdown == "running 16:00")
        try pitch.give(.card(.red, .teamA))
        #expect(pitch.gather.cards.last?.time.minute == nil)
        #expect(pitch.gather.cards.last?.time.played == .seconds(45 * 60))
        pitch.wait(.seconds(1))
        try pitch.give(.whistle(.next, period: 2))
        #expect(pitch.refusal(of: .whistle(.begin)) == .inPlay)
        #expect(pitch.refusal(of: .whistle(.end, period: 0)) == .otherPeriod)
    }

    @Test("time up is not the whistle: goals count until then, also where the clock stands")
    func timeUp() throws {
        var pitch = try pitch("futsal", after: .seconds(20 * 60 + 10))
        #expect(pitch.countdown == "stopped 00:00")
        #expect(pitch.course == "underway 0")
        #expect(pitch.minute == "20+1")
        #expect(pitch.refusal(of: .startNow) == .timeIsZero)
        try pitch.give(.goal(.teamB))
        #expect(try pitch.give(.whistle(.end)) == [.periodEnded(0)])
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(20 * 60))
        expectReplays(pitch)
    }

    @Test("a half that is extended past its length runs on, and can be paused there")
    func addedTime() throws {
        var pitch = try pitch(after: .seconds(46 * 60))
        #expect(pitch.remaining == .zero)
        #expect(pitch.gather.timer.isRunning(at: pitch.now))
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(60))
        #expect(pitch.minute == "45+2")
        try pitch.give(.goal(.teamA))
        try pitch.give(.resumeNow)
        pitch.wait(.seconds(60))
        #expect(pitch.minute == "45+3")
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(47 * 60))
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(47 * 60))
        try pitch.give(.adjust(30))
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(46 * 60 + 30))
        expectReplays(pitch)
    }

    @Test("an end that is taken back gives the time that has gone since")
    func undoOfEnd() throws {
        var pitch = try pitch(after: .seconds(45 * 60))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(20))
        try pitch.give(.undo(number: nil))
        #expect(pitch.course == "underway 0")
        #expect(pitch.minute == "45+1")
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(45 * 60 + 20))
        #expect(pitch.gather.timer.isRunning(at: pitch.now))
        try pitch.give(.redo)
        #expect(pitch.course == "underway 1")
        #expect(pitch.countdown == "running 14:40")
        expectReplays(pitch)
    }

    @Test("a goal needs the beginning of its period")
    func undoOfBeginning() throws {
        var pitch = try pitch(after: .seconds(45 * 60))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.next))
        let began = pitch.gather.revision
        pitch.wait(.seconds(60))
        try pitch.give(.goal(.teamA))
        let goal = pitch.gather.revision
        #expect(pitch.refusal(of: .undo(number: began)) == .eventNeeded(by: goal))
        #expect(try pitch.give(.undo(number: nil)) == [.undone(step: goal)])
        #expect(try pitch.give(.undo(number: nil)) == [.undone(step: began)])
        #expect(pitch.course == "underway 1")
        #expect(pitch.countdown == "running 13:00")
        expectReplays(pitch)
    }

    @Test("a match that is reopened goes on in its period")
    func reopening() throws {
        var pitch = try pitch(after: .seconds(45 * 60))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(600))
        try pitch.give(.end)
        #expect(pitch.minute == "56")
        pitch.wait(.seconds(30))
        try pitch.give(.reopen)
        #expect(pitch.course == "underway 2")
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(630))
        expectReplays(pitch)
    }

    @Test("a match that is abandoned has ended in its minute")
    func abandoned() throws {
        var pitch = try pitch(after: .seconds(47 * 60 + 30))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.begin))
        pitch.wait(.seconds(30 * 60 + 10))
        try pitch.give(.end)
        var hindsight = Hindsight(of: pitch.gather)
        let minutes = pitch.gather.log.map { hindsight.time(at: $0).minute?.description ?? "-" }
        #expect(minutes == ["-", "-", "1", "45+3", "46", "76"])
        #expect(pitch.gather.earlyEnd?.period == "second half")
        #expect(pitch.gather.earlyEnd?.minute?.description == "76")
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.earlyEnd == nil)
        expectReplays(pitch)
    }

    @Test("a match that is left in its break has ended after the half before")
    func abandonedInBreak() throws {
        var pitch = try pitch(after: .seconds(47 * 60 + 30))
        try pitch.give(.whistle(.next))
        pitch.wait(.seconds(60))
        try pitch.give(.end)
        #expect(pitch.gather.earlyEnd?.period == "first half")
        #expect(pitch.gather.earlyEnd != nil && pitch.gather.earlyEnd?.minute == nil)
        expectReplays(pitch)
    }

    @Test("a match whose last half is over was played to its end, with and without the whistle")
    func playedToItsEnd() throws {
        for whistles in [true, false] {
            var pitch = try pitch(after: .seconds(45 * 60))
            try pitch.give(.whistle(.next))
            try pitch.give(.whistle(.begin))
            pitch.wait(.seconds(45 * 60))
            if whistles { try pitch.give(.whistle(.next)) }
            try pitch.give(.end)
            #expect(pitch.gather.earlyEnd == nil)
        }
        var pitch = try pitch(after: .seconds(60))
        try pitch.give(.undo(number: nil))
        try pitch.give(.end)
        #expect(pitch.gather.earlyEnd == nil, "it has not begun")
    }

    @Test("an adjustment in the second half moves no minute of the first")
    func adjustment() throws {
        var pitch = try pitch(after: .seconds(600))
        try pitch.give(.goal(.teamA))
        let goal = pitch.gather.revision
        pitch.wait(.seconds(35 * 60))
        try pitch.give(.whistle(.next))
        try pitch.give(.whistle(.begin))
        pitch.wait(.seconds(300))
        #expect(pitch.minute == "51")
        try pitch.give(.adjust(-60))
        #expect(pitch.minute == "52")
        #expect(pitch.gather.goal(goal)?.time.minute?.description == "11")
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(50 * 60))
        #expect(pitch.refusal(of: .adjust(3_000)) == .invalidTime)
        expectReplays(pitch)
    }

    @Test("play that follows a break at once needs no event")
    func atOnce() throws {
        var pitch = try inBreak()
        let revision = pitch.gather.revision
        pitch.wait(.seconds(29))
        #expect(pitch.course == "underway 1")
        pitch.wait(.seconds(1))
        #expect(pitch.course == "underway 2")
        #expect(pitch.minute == "2")
        pitch.wait(.seconds(15))
        #expect(pitch.gather.settled(at: pitch.now).timer.elapsed(at: pitch.now) == .seconds(15))
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(75))
        #expect(pitch.gather.revision == revision)
        expectReplays(pitch)
        #expect(
            pitch.refusal(of: .addToScore(.teamA, delta: 1, ago: .seconds(20)))
                == .notInPlay(next: nil, minute: MatchMinute("1+1")))
        try pitch.give(.addToScore(.teamA, delta: 1, ago: .seconds(10)))
        #expect(pitch.gather.latestGoal?.time.played == .seconds(65))
        #expect(try pitch.give(.whistle(.next)) == [.periodEnded(2)])
        #expect(pitch.course == "over 2")
        expectReplays(pitch)
    }

    @Test("what is done in play that began by itself needs the whistle before the break")
    func neededAfterBreak() throws {
        var pitch = try inBreak()
        let whistle = pitch.gather.revision
        pitch.wait(.seconds(40))
        try pitch.give(.whistle(.end))
        #expect(pitch.refusal(of: .undo(number: whistle)) == .eventNeeded(by: whistle + 1))
        // A pause as such could also have been in the first half.
        var paused = try inBreak()
        paused.wait(.seconds(40))
        try paused.give(.pauseNow)
        try paused.give(.undo(number: whistle))
        #expect(paused.countdown == "paused 00:00")
        #expect(paused.course == "underway 0")
        #expect(paused.minute == "1+1")
        expectReplays(paused)
    }

    @Test("nothing of a period goes to another one with the whistle between them")
    func staysInItsPeriod() throws {
        let commands: [Command] = [
            .goal(.teamA), .addToScore(.teamA, delta: 1, ago: .seconds(5)),
            .setScore(.teamA, 2), .showCard(GivenCard(.yellow, to: .teamA)), .adjust(-5), .cancel,
        ]
        for command in commands {
            var pitch = try inBreak(.move(1, 2, to: .teamA), .move(3, 4, to: .teamB))
            let whistle = pitch.gather.revision
            pitch.wait(.seconds(40))
            try pitch.give(command)
            let later = pitch.gather.revision
            #expect(
                pitch.refusal(of: .undo(number: whistle)) == .eventNeeded(by: later), "\(command)")
        }
    }

    @Test(
        "what was dated back into play needs the start that cut the break short",
        arguments: [Command.pause(ago: .seconds(18)), .whistle(.end, ago: .seconds(18))])
    func datedBackAfterBreak(command: Command) throws {
        var pitch = try inBreak()
        pitch.wait(.seconds(2))
        try pitch.give(.start(ago: .zero))
        let start = pitch.gather.revision
        // By itself the second half would have begun only now.
        pitch.wait(.seconds(31))
        try pitch.give(command)
        #expect(pitch.refusal(of: .undo(number: start)) == .eventNeeded(by: start + 1))
    }

    @Test("a break that was made shorter needs the whistle before it")
    func adjustedBreak() throws {
        var pitch = try pitch(after: .seconds(44 * 60))
        try pitch.give(.whistle(.next))
        let whistle = pitch.gather.revision
        try pitch.give(.adjust(-600))
        #expect(pitch.refusal(of: .undo(number: whistle)) == .eventNeeded(by: whistle + 1))
        // A card in it has the minute of the half as well without the whistle.
        var shown = try self.pitch(after: .seconds(44 * 60))
        try shown.give(.whistle(.next))
        try shown.give(.showCard(GivenCard(.yellow, to: .teamA)))
        try shown.give(.undo(number: whistle))
        #expect(shown.course == "underway 0")
    }

    @Test("a reboot in the break changes nothing of it")
    func reboot() throws {
        var pitch = try inBreak()
        pitch.wait(.seconds(5))
        pitch.reboot()
        #expect(pitch.course == "underway 2")
        pitch.recordClockEvents()
        #expect(pitch.gather.log.last?.event == .rebooted)
        #expect(pitch.course == "underway 2")
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(15))
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(75))
        pitch.wait(.seconds(5))
        #expect(try pitch.give(.whistle(.end)) == [.periodEnded(2)])
        expectReplays(pitch)
        // In the break itself, it goes by the wall clock too.
        var other = try inBreak()
        other.reboot(for: .seconds(10))
        other.recordClockEvents()
        #expect(other.course == "underway 1")
        #expect(other.countdown == "running 00:20")
    }

    @Test("so does one after which the wall clock is put right late", arguments: [10, 35])
    func doubt(seconds: Int) throws {
        var pitch = try inBreak()
        pitch.wait(.seconds(25))
        pitch.reboot()
        pitch.now.isWallTrusted = false
        pitch.recordClockEvents()
        #expect(pitch.gather.log.last?.event == .clockDoubted)
        #expect(pitch.course == "underway 1")
        pitch.wait(.seconds(seconds))
        pitch.now.isWallTrusted = true
        pitch.recordClockEvents()
        #expect(pitch.gather.log.last?.event == .clockSettled)
        #expect(pitch.course == "underway 2")
        // Of the 65 s until the machine was back, 30 s were the break.
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(35 + seconds))
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(95 + seconds))
        expectReplays(pitch)
    }

    @Test("what began by a whistle is not put right: nobody doubts when that was")
    func noDoubt() throws {
        for whistles in 1...3 {
            var pitch = try pitch(after: .seconds(600))
            pitch.reboot(for: .seconds(5))
            pitch.now.isWallTrusted = false
            pitch.recordClockEvents()
            #expect(pitch.gather.timer.isDoubtful)
            for number in 1...whistles {
                try pitch.give(.whistle(number % 2 == 1 ? .end : .begin))
                #expect(!pitch.gather.timer.isDoubtful)
                pitch.wait(.seconds(20))
            }
            let before = pitch.countdown
            pitch.now.wall += .seconds(85)
            pitch.now.isWallTrusted = true
            pitch.recordClockEvents()
            #expect(pitch.countdown == before)
            expectReplays(pitch)
        }
    }

    @Test(
        "a goal counts in play after a reboot, whatever the wall clock says",
        arguments: [
            Duration.seconds(-3_600), .seconds(-1_600_000_000), .seconds(40),
        ])
    func goalAfterReboot(step: Duration) throws {
        var pitch = try pitch(after: .seconds(600))
        pitch.reboot(for: step)
        pitch.now.isWallTrusted = false
        pitch.recordClockEvents()
        pitch.wait(.seconds(30))
        try pitch.give(.goal(.teamA))
        try pitch.give(.whistle(.end))
        pitch.wait(.seconds(10))
        guard case .notInPlay(next: "second half", _) = pitch.refusal(of: .goal(.teamA)) else {
            Issue.record("a goal in a break")
            return
        }
        expectReplays(pitch)
    }

    @Test("a format is not changed after the first whistle, unless a person insists")
    func otherFormat() throws {
        var pitch = try pitch(after: .seconds(600))
        let school = try #require(MatchFormat(named: "school"))
        #expect(pitch.refusal(of: .chooseFormat(school)) == .formatInUse)
        #expect(pitch.refusal(of: .chooseFormat(nil, force: true)) == .formatDoesNotFit)
        let events = try pitch.give(.chooseFormat(school, force: true))
        #expect(events == [.formatChosen(FormatChoice(school, isForced: true))])
        #expect(pitch.countdown == "running 30:00")
        #expect(try pitch.give(.chooseFormat(school)) == [])
        try pitch.give(.whistle(.next))
        #expect(pitch.countdown == "running 10:00")
        let single = try #require(MatchFormat(named: "1x20"))
        #expect(pitch.refusal(of: .chooseFormat(single, force: true)) == .formatDoesNotFit)
        expectReplays(pitch)
    }

    @Test("a plain countdown that runs goes on in the format that is chosen for it")
    func ontoPlain() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(120))
        let halves = try #require(MatchFormat(named: "halves"))
        #expect(pitch.refusal(of: .chooseFormat(halves)) == .formatInUse)
        try pitch.give(.chooseFormat(halves, force: true))
        #expect(pitch.course == "underway 0")
        #expect(pitch.countdown == "running 43:00")
        #expect(pitch.minute == "3")
        pitch.wait(.seconds(60))
        try pitch.give(.goal(.teamA))
        try pitch.give(.whistle(.next))
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(180))
        expectReplays(pitch)
    }

    @Test("before the start a format is chosen freely, and the time that was set comes back")
    func choosing() throws {
        var pitch = try Pitch(.openNow, .setTime(12, 0))
        let quarters = try #require(MatchFormat(named: "quarters"))
        #expect(try pitch.give(.chooseFormat(quarters)) == [.formatChosen(FormatChoice(quarters))])
        #expect(pitch.countdown == "stopped 10:00")
        #expect(pitch.course == "waiting 0")
        #expect(pitch.refusal(of: .goal(.teamA)) == .notInPlay(next: "first quarter"))
        #expect(try pitch.give(.chooseFormat(nil)) == [.formatChosen(FormatChoice(nil))])
        #expect(pitch.countdown == "stopped 12:00")
        let open = Command.open(
            time: .standard, teamAName: nil, teamBName: nil, format: quarters)
        try pitch.give(.discard)
        #expect(pitch.refusal(of: open) == .hasFormat)
        expectReplays(pitch)
    }

    @Test("a format that is chosen already without the command before it resets no clock")
    func chosenAlready() throws {
        var pitch = try Pitch(.openNow, .adjust(69))
        try pitch.give(.chooseFormat(MatchFormat(named: "halves")))
        let step = pitch.gather.revision
        try pitch.give(.chooseFormat(nil))
        try pitch.give(.undo(number: step))
        #expect(pitch.countdown == "stopped 11:09")
        expectReplays(pitch)
    }

    @Test("a start is not dated across the end of a period, and a whistle can be dated")
    func dated() throws {
        var pitch = try pitch(after: .seconds(46 * 60))
        try pitch.give(.whistle(.end, ago: .seconds(20)))
        #expect(pitch.countdown == "running 14:40")
        #expect(pitch.gather.time(at: pitch.now).played == .seconds(45 * 60 + 40))
        let ended = pitch.now.advanced(by: .seconds(-20))
        pitch.wait(.seconds(10))
        let tooLong = Refusal.agoTooLong(limit: .seconds(30), lastCommand: ended)
        #expect(pitch.refusal(of: .start(ago: .seconds(31))) == tooLong)
        #expect(pitch.refusal(of: .whistle(.begin, ago: .seconds(31))) == tooLong)
        #expect(try pitch.give(.start(ago: .seconds(5))) == [.periodBegan(2, ago: .seconds(5))])
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(5))
        expectReplays(pitch)
    }

    @Test("a whistle is not dated before what was recorded in its period, and that is named")
    func datedBeforePlay() throws {
        var pitch = try pitch(after: .seconds(46 * 60))
        let scored = pitch.now
        try pitch.give(.goal(.teamA))
        pitch.wait(.seconds(120))
        try pitch.give(.card(.red, .teamB))
        pitch.wait(.seconds(30))
        let goal = Refusal.agoTooLong(limit: .seconds(150), lastCommand: scored, event: 4)
        for whistle in [Whistle.end, .next] {
            #expect(pitch.refusal(of: .whistle(whistle, ago: .seconds(151))) == goal)
            #expect(pitch.refusal(of: .whistle(whistle, ago: .seconds(180))) == goal)
            // The card may be one of the break.
            #expect(pitch.refusal(of: .whistle(whistle, ago: .seconds(150))) == nil)
        }
        var lowered = pitch
        try lowered.give(.addToScore(.teamA, delta: -1))
        #expect(lowered.refusal(of: .whistle(.end, ago: .seconds(180))) == nil)
        var undone = pitch
        try undone.give(.undo(number: 4))
        #expect(undone.refusal(of: .whistle(.end, ago: .seconds(180))) == nil)
        for command in [Command.countFoul(.teamB), .takeTimeOut(nil)] {
            var other = undone
            try other.give(command)
            let event = other.gather.revision
            let tooLong = Refusal.agoTooLong(limit: .zero, lastCommand: other.now, event: event)
            #expect(other.refusal(of: .whistle(.end, ago: .seconds(1))) == tooLong)
        }
        try pitch.give(.whistle(.end, ago: .seconds(150)))
        let minute = MatchMinute("45+2")
        #expect(
            pitch.refusal(of: .goal(.teamA)) == .notInPlay(next: "second half", minute: minute))
        expectReplays(pitch)
    }

    @Test("a start that is dated runs a clock to its end, or on if it runs on there")
    func startDatedAcrossTheEnd() throws {
        var futsal = try pitch("futsal", after: .seconds(20 * 60 - 1))
        try futsal.give(.pauseNow)
        futsal.wait(.seconds(10))
        try futsal.give(.start(ago: .seconds(5)))
        #expect(futsal.countdown == "stopped 00:00")
        #expect(futsal.course == "underway 0")
        #expect(futsal.gather.time(at: futsal.now).played == .seconds(20 * 60))
        expectReplays(futsal)
        var halves = try pitch(after: .seconds(44 * 60 + 50))
        try halves.give(.pauseNow)
        halves.wait(.seconds(60))
        try halves.give(.start(ago: .seconds(30)))
        #expect(halves.gather.timer.elapsed(at: halves.now) == .seconds(45 * 60 + 20))
        #expect(halves.course == "underway 0")
        #expect(halves.minute == "45+1")
        expectReplays(halves)
    }

    @Test("a period that began longer ago than it is long waits for its whistle")
    func beganLongAgo() throws {
        let rows: [(format: String, countdown: String, minute: String, played: Int)] = [
            ("halves", "running 00:00", "45+6", 50), ("quarters", "stopped 00:00", "10+1", 10),
        ]
        for row in rows {
            var pitch = try Pitch(.open(in: try #require(MatchFormat(named: row.format))))
            pitch.wait(.seconds(60 * 60))
            try pitch.give(.start(ago: .seconds(50 * 60)))
            #expect(pitch.course == "underway 0")
            #expect(pitch.countdown == row.countdown)
            #expect(pitch.minute == row.minute)
            #expect(pitch.gather.time(at: pitch.now).played == .seconds(row.played * 60))
            #expect(try pitch.give(.whistle(.next)) == [.periodEnded(0)])
            expectReplays(pitch)
        }
    }

    @Test("in play that began by itself, nothing is dated before its beginning")
    func datedAfterBreak() throws {
        var pitch = try inBreak()
        pitch.wait(.seconds(40))
        let began = pitch.now.advanced(by: .seconds(-10))
        let before = Duration.seconds(20)
        for command in [
            Command.pause(ago: before), .start(ago: before), .whistle(.end, ago: before),
        ] {
            let tooLong = Refusal.agoTooLong(limit: .seconds(10), lastCommand: began)
            #expect(pitch.refusal(of: command) == tooLong)
        }
        var ended = pitch
        try ended.give(.whistle(.end, ago: .seconds(5)))
        #expect(ended.course == "over 2")
        #expect(ended.gather.time(at: ended.now).played == .seconds(65))
        expectReplays(ended)
        try pitch.give(.pause(ago: .seconds(5)))
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(5))
        pitch.wait(.seconds(1))
        try pitch.give(.start(ago: .seconds(5)))
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(10))
        expectReplays(pitch)
    }

    @Test("a minute that nobody gave moves when a pause or an adjustment before it is taken back")
    func minuteAfterUndo() throws {
        for command in [Command.pauseNow, .adjust(60)] {
            var pitch = try pitch(after: .seconds(44 * 60 + 30))
            try pitch.give(command)
            let step = pitch.gather.revision
            pitch.wait(.seconds(60))
            try pitch.give(.goal(.teamA))
            let goal = pitch.gather.revision
            let given: MatchMinute = try #require(MatchMinute("37"))
            try pitch.give(.addToScore(.teamB, delta: 1, minute: given))
            func minutes() -> [String?] {
                [goal, goal + 1].map { pitch.gather.goal($0)?.time.minute?.description }
            }
            #expect(minutes() == ["45", "37"], "\(command)")
            try pitch.give(.undo(number: step))
            #expect(minutes() == ["45+1", "37"], "\(command)")
            expectReplays(pitch)
            try pitch.give(.redo)
            #expect(minutes() == ["45", "37"], "\(command)")
        }
    }

    @Test("start and toggle begin the period that is next, resume and pause do not")
    func otherCommands() throws {
        for command in [Command.startNow, .toggleNow, .whistle(.begin), .whistle(.next)] {
            var pitch = try Pitch(.open(in: try #require(MatchFormat(named: "3x10"))))
            #expect(pitch.refusal(of: .resumeNow) == .notInPlay(next: "first period"))
            #expect(try pitch.give(command) == [.periodBegan(0)])
            pitch.wait(.seconds(600))
            try pitch.give(.whistle(.end))
            #expect(pitch.course == "waiting 1")
            pitch.wait(.seconds(1))
            #expect(try pitch.give(command) == [.periodBegan(1)])
        }
    }

    @Test("a whistle that is given twice within a second changes nothing the second time")
    func twice() throws {
        var pitch = try Pitch(.open(in: try #require(MatchFormat(named: "halves"))))
        #expect(try pitch.give(.whistle(.next)) == [.periodBegan(0)])
        pitch.wait(.milliseconds(999))
        #expect(try pitch.give(.whistle(.next)) == [])
        pitch.wait(.milliseconds(1))
        #expect(try pitch.give(.whistle(.next)) == [.periodEnded(0)])
        #expect(try pitch.give(.whistle(.begin)) == [.periodBegan(2)])
    }

    @Test("an automatic kick-off begins the first period")
    func kickOff() throws {
        var pitch = try Pitch(.open(in: try #require(MatchFormat(named: "halves"))))
        let wall = pitch.now.wall + .seconds(60)
        try pitch.give(.setKickOff(KickOff(wall: wall, isAutomatic: true)))
        pitch.wait(.seconds(70))
        let events = try pitch.give(.kickOff)
        #expect(events == [.started(ago: .seconds(10), byKickOff: true)])
        #expect(pitch.course == "underway 0")
        #expect(pitch.gather.timer.elapsed(at: pitch.now) == .seconds(10))
        #expect(pitch.gather.kickOff == nil)
        expectReplays(pitch)
    }

    @Test("both sides need players, as for a start")
    func sides() throws {
        let halves = try #require(MatchFormat(named: "halves"))
        let pitch = try Pitch(.open(in: halves), .move(1, to: .teamA))
        #expect(pitch.refusal(of: .whistle(.next)) == .teamWithoutPlayers(.teamB))
    }

    @Test("without a format everything is as it was")
    func plain() throws {
        var pitch = try Pitch(.openNow)
        #expect(pitch.gather.course == nil)
        #expect(try pitch.give(.startNow) == [.started(ago: .zero)])
        #expect(try pitch.give(.chooseFormat(nil)) == [])
        for whistle in Whistle.allCases {
            #expect(pitch.refusal(of: .whistle(whistle)) == .hasNoFormat)
        }
        pitch.wait(.seconds(700))
        #expect(pitch.countdown == "stopped 00:00")
        try pitch.give(.goal(.teamA))
        #expect(pitch.gather.latestGoal?.time.minute == nil)
        #expect(pitch.gather.settled(at: pitch.now) == pitch.gather)
    }

    @Test("a whole match of every format is played", arguments: MatchFormat.builtIn)
    func wholeMatch(format: MatchFormat) throws {
        var pitch = try Pitch(.open(in: format))
        var played = Duration.zero
        for (index, period) in format.periods.enumerated() {
            if period.begins == .byHand {
                #expect(try pitch.give(.whistle(.begin, period: index)) == [.periodBegan(index)])
            }
            #expect(pitch.course == "underway \(index)")
            pitch.wait(period.length)
            guard period.kind == .play else { continue }
            let minute = try #require(pitch.gather.time(at: pitch.now).minute)
            #expect(minute.added == 1)
            #expect(minute.regular * 60 == (period.from + period.length).components.seconds)
            try pitch.give(.goal(.teamA))
            try pitch.give(.whistle(.end, period: index))
            played += period.length
            #expect(pitch.gather.time(at: pitch.now).played == played)
        }
        #expect(pitch.course?.hasPrefix("over") == true)
        #expect(pitch.gather.score.teamA == format.periods.count { $0.kind == .play })
        try pitch.give(.end)
        expectReplays(pitch)
    }
}

extension Pitch {
    /// The stage and the place of the period now, such as `underway 1`; nil without a format.
    var course: String? {
        gather.settled(at: now).course.map { "\($0.stage) \($0.index)" }
    }

    /// The minute now; a dash while nobody plays.
    var minute: String { gather.time(at: now).minute?.description ?? "-" }
}

extension Command {
    static func open(in format: MatchFormat) -> Command {
        .open(time: nil, teamAName: nil, teamBName: nil, format: format)
    }
}
