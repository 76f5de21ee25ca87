import GatherAPI
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct MatchEventDetectorTests {
    /// A match as a daemon tells of it, and what is made of that.
    private struct Match {
        var detector: MatchEventDetector
        var gather = Sample.gather(Sample.stopped(), score: (0, 0))
        var clock = Duration.zero

        init(_ kinds: [MatchEvent.Kind] = Match.all, isHeard: Bool = true) {
            detector = MatchEventDetector(kinds)
            gather.revision = 1
            if isHeard { _ = update("snapshot") }
        }

        static let all: [MatchEvent.Kind] = [
            .timeUp, .goal, .scorer, .card, .substitution, .foul, .timeOut, .kick, .started,
            .paused, .ended, .discarded, .remaining(milliseconds: 60_000),
        ]

        private var now: ClockReading {
            ClockReading(
                boottime: Sample.now.boottime + clock, wall: Sample.now.wall + clock, boot: "")
        }

        private static func words(_ events: [MatchEvent]) -> [String] {
            events.map { event in
                let side = event.side.map { " \($0.rawValue)" } ?? ""
                return "\(event.kind.word)\(side)\(event.isLate ? " late" : "")"
            }
        }

        /// Hears of the gather as it is.
        mutating func update(_ reason: String) -> [String] {
            gather.timer.takenAtBoottimeMicroseconds = Int(now.boottime / .microseconds(1))
            return Self.words(detector.update(gather, reason: reason, at: now))
        }

        /// Hears of a change, which is an event more.
        mutating func change(
            _ reason: String, by revisions: Int = 1, _ change: (inout GatherSnapshot) -> Void
        ) -> [String] {
            change(&gather)
            gather.revision += revisions
            return update(reason)
        }

        /// Hears that the countdown runs until a moment after ``Sample/now``.
        mutating func run(until end: Duration, _ reason: String = "started") -> [String] {
            change(reason) { $0.timer = Sample.running(end) }
        }

        mutating func pause(_ reason: String = "paused") -> [String] {
            change(reason) { $0.timer = Sample.paused() }
        }

        mutating func score(_ a: Int, _ b: Int, _ reason: String = "scoreChanged") -> [String] {
            change(reason) {
                $0.teamA.score = a; $0.teamB.score = b
            }
        }

        /// Lets time pass up to a moment, and wakes at the alarm if there is one by then.
        mutating func advance(to moment: Duration, sleeping: Bool = false) -> [String] {
            if !sleeping, let alarm = detector.alarm, alarm < Sample.now.boottime + moment {
                clock = alarm - Sample.now.boottime
                return Self.words(detector.due(at: now)) + advance(to: moment)
            }
            clock = moment
            return Self.words(detector.due(at: now))
        }
    }

    private static func goal(_ number: Int, by id: Int?, amendedBy: Int? = nil) -> GoalFields {
        GoalFields(
            number: number, team: .teamB,
            scorer: id.map { PlayerFields(id: $0, name: "P\($0)", position: nil) },
            ownGoal: false, goneMilliseconds: 0, amendedBy: amendedBy)
    }

    @Test("a scorer who is named after the goal is an event of its own, and with the goal is none")
    func scorer() {
        var match = Match()
        #expect(
            match.change("scoreChanged") {
                ($0.teamB.score, $0.latestGoal) = (1, Self.goal(2, by: nil))
            } == ["goal teamB"])
        func amend(_ reason: String, _ goal: GoalFields, by revisions: Int = 1) -> [String] {
            match.change(reason, by: revisions) { $0.latestGoal = goal }
        }
        #expect(amend("goalAmended", Self.goal(2, by: 7, amendedBy: 3)) == ["scorer teamB"])
        #expect(match.update("tick") == [])
        #expect(amend("goalAmended", Self.goal(2, by: 8, amendedBy: 4)) == ["scorer teamB"])
        // Nobody is not known, and what is taken back or restored is no news.
        #expect(amend("goalAmended", Self.goal(2, by: nil, amendedBy: 5)) == [])
        #expect(amend("undone", Self.goal(2, by: 8, amendedBy: 4)) == [])
        #expect(amend("redone", Self.goal(2, by: nil, amendedBy: 5)) == [])
        // Missed for a while.
        #expect(amend("tick", Self.goal(2, by: 9, amendedBy: 9), by: 3) == ["scorer teamB"])
        #expect(
            match.change("scoreChanged") {
                ($0.teamB.score, $0.latestGoal) = (2, Self.goal(11, by: 7))
            } == ["goal teamB"])
    }

    @Test("a card is an event once, also one that was missed for a while")
    func card() {
        var match = Match()
        func card(_ number: Int, _ team: Side = .teamA) -> CardFields {
            CardFields(number: number, team: team, card: .yellow, goneMilliseconds: 0)
        }
        #expect(match.change("cardShown") { $0.cards = [card(2)] } == ["card teamA"])
        #expect(match.update("tick") == [])
        #expect(match.change("undone") { $0.cards = nil } == [])
        #expect(match.change("redone") { $0.cards = [card(2)] } == [])
        let missed = match.change("tick", by: 3) {
            $0.cards = [card(2), card(5, .teamB), card(6)]
        }
        #expect(missed == ["card teamB", "card teamA"])
        // What is known of one has changed.
        var changed = card(5)
        changed.amendedBy = 8
        let amended = [card(2), changed, card(6)]
        #expect(match.change("cardAmended") { $0.cards = amended } == ["card teamA"])
        #expect(match.update("tick") == [])
        #expect(match.change("undone") { $0.cards?[1] = card(5, .teamB) } == [])
        #expect(match.change("redone") { $0.cards = amended } == [])
        #expect(match.change("paused") { $0.timer = Sample.paused() } == ["paused"])
    }

    @Test("a foul and a time-out are events, and none that was undone or missed")
    func stoppages() throws {
        var match = Match()
        let course = CourseFields(
            format: "futsal", index: 0, stage: .underway,
            period: PeriodFields(
                id: "first half", kind: .play, seconds: 1_200, shows: .down, fromSeconds: 0,
                atZero: .stop, begins: .byHand),
            elapsedMilliseconds: 0)
        func fouls(_ count: Int) -> (inout GatherSnapshot) -> Void {
            { gather in
                gather.course = gather.course ?? course
                gather.course?.fouls = FoulsFields(teamA: 0, teamB: count, limit: 5)
            }
        }
        #expect(match.change("foulCounted", fouls(1)) == ["foul teamB"])
        #expect(match.change("undone", fouls(0)) == [])
        #expect(match.change("redone", fouls(1)) == [])
        #expect(match.change("tick", by: 2, fouls(3)) == [])
        let timeOut = TimeOutFields(
            number: 5, team: .teamA, remainingMilliseconds: 60_000, endsAtBoottimeMicroseconds: 60)
        let taken = match.change("timeOutTaken") {
            $0.course?.timeOuts = TimeOutsFields(
                leftA: 0, leftB: 1, allowanceSeconds: 0, present: timeOut)
        }
        #expect(taken == ["timeOut teamA"])
    }

    @Test("the end of a time-out comes once, while the clock of the match stands")
    func timeOut() {
        let end = Int((Sample.now.boottime + .seconds(60)) / .microseconds(1))
        func takesTimeOut(_ gather: inout GatherSnapshot) {
            gather.course = CourseFields(
                format: "futsal", index: 0, stage: .underway,
                period: PeriodFields(
                    id: "first half", kind: .play, seconds: 1_200, shows: .down, fromSeconds: 0,
                    atZero: .stop, begins: .byHand),
                elapsedMilliseconds: 0,
                timeOuts: TimeOutsFields(
                    leftA: 0, leftB: 1, allowanceSeconds: 0,
                    present: TimeOutFields(
                        number: 5, team: .teamA, remainingMilliseconds: 60_000,
                        endsAtBoottimeMicroseconds: end)))
        }
        var match = Match([.timeUp, .timeOutEnded])
        #expect(match.change("timeOutTaken", takesTimeOut) == [])
        #expect(match.advance(to: .seconds(59)) == [])
        #expect(match.advance(to: .seconds(61)) == ["timeOutEnded teamA"])
        #expect(match.update("tick") == [])
        #expect(match.advance(to: .seconds(120)) == [])
        // Where the clock is started before, there is none.
        var started = Match([.timeUp, .timeOutEnded])
        #expect(started.change("timeOutTaken", takesTimeOut) == [])
        #expect(started.advance(to: .seconds(30)) == [])
        #expect(
            started.change("started") {
                $0.course?.timeOuts?.present = nil
                $0.timer = Sample.running(.seconds(600))
            } == [])
        #expect(started.advance(to: .seconds(90)) == [])
    }

    @Test("a kick from the mark is an event once, also one that was missed for a while")
    func kick() {
        var match = Match()
        func kicks(_ taken: [(number: Int, team: Side)]) -> KicksFields {
            KicksFields(
                score: "0-0", goalsA: 0, goalsB: 0,
                taken: taken.map { KickFields(number: $0.number, team: $0.team, scored: false) },
                suddenDeath: false, decided: false)
        }
        #expect(match.change("kicksBegan") { $0.kicks = kicks([]) } == [])
        let first = (number: 3, team: Side.teamB)
        #expect(match.change("kickTaken") { $0.kicks = kicks([first]) } == ["kick teamB"])
        #expect(match.update("tick") == [])
        #expect(match.change("undone") { $0.kicks = kicks([]) } == [])
        #expect(match.change("redone") { $0.kicks = kicks([first]) } == [])
        let missed = match.change("tick", by: 2) {
            $0.kicks = kicks([first, (6, .teamA), (7, .teamB)])
        }
        #expect(missed == ["kick teamA", "kick teamB"])
    }

    @Test("a substitution is an event, and other moves are none")
    func substitution() {
        var match = Match()
        let (ada, bo) = (PlayerFields(id: 1, name: "Ada"), PlayerFields(id: 2, name: "Bo"))
        _ = match.change("playersChanged") { ($0.teamB.players, $0.bench) = ([ada], [bo]) }
        func swap(_ gather: inout GatherSnapshot) {
            (gather.teamB.players, gather.bench) = (gather.bench, gather.teamB.players)
        }
        #expect(match.change("substituted", swap) == ["substitution teamB"])
        #expect(match.change("undone", swap) == [])
        #expect(match.change("playersChanged", swap) == [])
    }

    @Test("a goal that is given to the other side is none that was scored")
    func movedGoal() {
        var match = Match()
        #expect(match.score(1, 0) == ["goal teamA"])
        #expect(match.score(0, 1, "goalAmended") == [])
        #expect(match.score(1, 1) == ["goal teamA"])
    }

    @Test("added time is an event when it is announced, and none when that is undone")
    func addedTime() {
        var match = Match([.addedTime])
        func announce(_ minutes: Int?) -> (inout GatherSnapshot) -> Void {
            { gather in
                let period = PeriodFields(
                    id: "first half", kind: .play, seconds: 2_700, shows: .up, fromSeconds: 0,
                    atZero: .run, begins: .byHand)
                gather.course = CourseFields(
                    format: "halves", index: 0, stage: .underway, period: period,
                    elapsedMilliseconds: 0, addedMinutes: minutes)
            }
        }
        _ = match.change("periodBegan", announce(nil))
        #expect(match.change("addedTimeAnnounced", announce(3)) == ["addedTime"])
        #expect(match.change("tick", announce(3)) == [])
        #expect(match.change("addedTimeAnnounced", announce(5)) == ["addedTime"])
        #expect(match.change("undone", announce(3)) == [])
    }

    @Test("a period is an event when it ends and begins, by a whistle and by itself")
    func periods() {
        var match = Match([.periodBegan, .periodEnded])
        func play(_ course: CourseFields, _ reason: String, by revisions: Int = 1) -> [String] {
            match.change(reason, by: revisions) { $0.course = course }
        }
        #expect(play(Sample.course(0, .waiting, runs: false), "formatChosen") == [])
        #expect(play(Sample.course(0), "periodBegan") == ["periodBegan"])
        #expect(play(Sample.course(0, elapsed: .seconds(1)), "tick", by: 0) == [])
        #expect(play(Sample.course(0, runs: false), "paused") == [])
        #expect(play(Sample.course(1), "periodEnded") == ["periodEnded"])
        // No command has begun it.
        #expect(play(Sample.course(2), "periodBegan", by: 0) == ["periodBegan"])
        #expect(play(Sample.course(2, .over, runs: false), "periodEnded") == ["periodEnded"])
        // Play that follows play at once.
        #expect(play(Sample.course(0), "periodBegan") == ["periodBegan"])
        #expect(play(Sample.course(2), "periodEnded") == ["periodEnded", "periodBegan"])
    }

    @Test("a whistle that is taken back or missed ends and begins no period")
    func periodsTakenBack() {
        var match = Match([.periodBegan, .periodEnded])
        func play(_ course: CourseFields, _ reason: String, by revisions: Int = 1) -> [String] {
            match.change(reason, by: revisions) { $0.course = course }
        }
        #expect(play(Sample.course(0), "periodBegan") == ["periodBegan"])
        let waiting = Sample.course(0, .waiting, runs: false)
        for (course, reason) in [
            (waiting, "undone"), (Sample.course(0), "redone"), (waiting, "undone"),
        ] {
            #expect(play(course, reason) == [], "\(reason)")
        }
        #expect(play(Sample.course(0), "redone") == [])
        #expect(play(Sample.course(1), "periodEnded") == ["periodEnded"])
        #expect(play(Sample.course(0), "undone") == [])
        #expect(play(Sample.course(1), "redone") == [])
        // The daemon was lost, with and without something that happened meanwhile.
        #expect(play(Sample.course(1), "snapshot", by: 0) == [])
        #expect(play(Sample.course(2), "snapshot", by: 0) == [])
        #expect(play(Sample.course(2, .over, runs: false), "snapshot") == [])
    }

    @Test("what there is at first has happened before")
    func first() {
        var match = Match(isHeard: false)
        match.gather = Sample.gather(Sample.paused(), score: (2, 1))
        #expect(match.update("snapshot") == [])
        match = Match(isHeard: false)
        match.gather = Sample.gather(phase: .ended)
        #expect(match.update("snapshot") == [])
    }

    @Test("each change is told once, and no other kind than those that are wanted")
    func changes() {
        var match = Match()
        #expect(match.run(until: .seconds(600)) == ["started"])
        #expect(match.update("tick") == [])
        #expect(match.score(1, 0) == ["goal teamA"])
        #expect(match.score(1, 1) == ["goal teamB"])
        #expect(match.pause() == ["paused"])
        #expect(match.run(until: .seconds(700)) == ["started"])
        #expect(match.change("ended") { $0.phase = .ended } == ["ended"])
        #expect(match.change("submissionChanged") { _ in } == [])
        var goals = Match([.goal])
        #expect(goals.run(until: .seconds(600)) == [])
        #expect(goals.score(1, 2) == ["goal teamA", "goal teamB"])
    }

    @Test("what is undone or redone does not happen, and a new goal after it does")
    func takenBack() {
        var match = Match()
        _ = match.run(until: .seconds(600))
        #expect(match.score(1, 0) == ["goal teamA"])
        #expect(match.score(0, 0, "undone") == [])
        #expect(match.score(1, 0, "redone") == [])
        #expect(match.score(0, 0, "undone") == [])
        #expect(match.score(0, 1) == ["goal teamB"])
        #expect(match.score(1, 1) == ["goal teamA"])
        #expect(match.pause() == ["paused"])
        #expect(match.run(until: .seconds(600), "undone") == [])
        #expect(match.pause("redone") == [])
        #expect(match.change("ended") { $0.phase = .ended } == ["ended"])
        #expect(match.change("undone") { $0.phase = .open } == [])
        #expect(match.change("redone") { $0.phase = .ended } == [])
        #expect(match.change("undone") { $0.phase = .open } == [])
        #expect(match.change("discarded") { $0.phase = .discarded } == ["discarded"])
    }

    @Test("a goal that is taken back by the score does not happen, and none for a lower score")
    func corrected() {
        var match = Match()
        _ = match.score(3, 0)
        #expect(match.score(2, 0) == [])
        #expect(match.score(0, 0) == [])
    }

    @Test("after the daemon was lost, what is as it was is no news, and what was missed is told")
    func reconnected() {
        var match = Match()
        _ = match.run(until: .seconds(600))
        _ = match.score(1, 0)
        #expect(match.update("snapshot") == [])
        #expect(match.score(1, 1, "snapshot") == ["goal teamB"])
        #expect(match.score(0, 1, "snapshot") == [])
        // As many were there before: it may have been a redo.
        #expect(match.score(1, 1, "snapshot") == [])
        #expect(match.pause("snapshot") == [])
        #expect(match.run(until: .seconds(600), "snapshot") == [])
        #expect(match.change("snapshot") { $0.phase = .ended } == ["ended"])
        #expect(match.update("snapshot") == [])
    }

    @Test("a message that stands for several tells what never was before")
    func skipped() {
        var match = Match()
        let events = match.change("undone", by: 3) { $0.teamA.score = 1 }
        #expect(events == ["goal teamA"])
        _ = match.score(0, 0, "undone")
        #expect(match.change("redone", by: 2) { $0.teamA.score = 1 } == [])
    }

    @Test("a match that goes back, or another one that is shown, is no news")
    func restored() {
        var match = Match()
        _ = match.score(2, 0)
        #expect(match.change("salvaged", by: -2) { $0.teamA.score = 1 } == [])
        #expect(
            match.change("undone") {
                $0.id = "before"; $0.teamB.score = 4
            } == [])
        #expect(match.update("snapshot") == [])
        // A new match begins with all it has.
        let begun = match.change("started") {
            $0 = Sample.gather(Sample.running(), score: (0, 0))
            $0.id = "new"
        }
        #expect(begun == ["started"])
    }

    @Test("time is up at the deadline, once, whoever says so first")
    func timeUp() {
        var match = Match()
        _ = match.run(until: .seconds(90))
        #expect(match.advance(to: .seconds(29)) == [])
        #expect(match.advance(to: .seconds(31)) == ["remaining=60s"])
        #expect(match.update("tick") == [])
        #expect(match.advance(to: .seconds(91)) == ["timeUp"])
        let stopped = match.change("timeUp", by: 0) { gather in
            gather.timer = Sample.stopped(.zero)
            gather.timer.timeUpAt = "2026-11-21T15:45:00Z"
        }
        #expect(stopped == [])
        #expect(match.update("snapshot") == [])

        var told = Match([.timeUp])
        _ = told.run(until: .seconds(90))
        #expect(told.advance(to: .milliseconds(89_999)) == [])
        let early = told.change("timeUp", by: 0) { gather in
            gather.timer = Sample.stopped(.zero)
            gather.timer.timeUpAt = "2026-11-21T15:45:00Z"
        }
        #expect(early == ["timeUp"])
        #expect(told.advance(to: .seconds(100)) == [])
    }

    @Test("the snapshot of a moment is the one of that moment")
    func snapshot() {
        var detector = MatchEventDetector([.timeUp, .remaining(milliseconds: 5_000)])
        _ = detector.update(
            Sample.gather(Sample.running(.seconds(10))), reason: "snapshot", at: Sample.now)
        var now = Sample.now
        now.boottime += .milliseconds(5_001)
        let five = detector.due(at: now).first?.gather.timer
        #expect(five?.remaining == TimeFields(minutes: 0, seconds: 5) && five?.state == .running)
        now.boottime += .seconds(5)
        let up = detector.due(at: now).first?.gather.timer
        #expect(up?.remaining == TimeFields(minutes: 0, seconds: 0) && up?.state == .stopped)
        #expect(up?.endsAtBoottimeMicroseconds == nil)
    }

    @Test("a countdown that is moved back and forth comes to a moment once")
    func moved() {
        var match = Match([.remaining(milliseconds: 60_000)])
        _ = match.run(until: .seconds(90))
        #expect(match.advance(to: .seconds(31)) == ["remaining=60s"])
        #expect(match.run(until: .seconds(120), "timeAdjusted") == [])
        #expect(match.run(until: .seconds(90), "undone") == [])
        #expect(match.advance(to: .seconds(45)) == [])
        #expect(match.run(until: .seconds(120), "redone") == [])
        // Now it comes down to it in truth.
        #expect(match.advance(to: .seconds(61)) == ["remaining=60s"])
        #expect(match.pause() == [] && match.run(until: .seconds(120), "undone") == [])
        #expect(match.advance(to: .seconds(70)) == [])
    }

    @Test("a countdown that starts with no more than that does not come down to it")
    func short() {
        var match = Match([.remaining(milliseconds: 60_000)])
        #expect(match.run(until: .seconds(60)) == [])
        #expect(match.advance(to: .seconds(5)) == [])
        #expect(match.run(until: .seconds(30), "timeAdjusted") == [])
        #expect(match.advance(to: .seconds(40)) == [])
    }

    @Test("a countdown that is held, put back, ended or jumps past a moment does not come to it")
    func leftOut() {
        var match = Match([.timeUp, .remaining(milliseconds: 60_000)])
        _ = match.run(until: .seconds(90))
        _ = match.pause()
        #expect(match.detector.alarm == nil)
        #expect(match.advance(to: .seconds(50)) == [])
        #expect(match.run(until: .seconds(90), "undone") == [])
        #expect(match.detector.alarm == Sample.now.boottime + .seconds(90))
        #expect(match.change("ended") { $0.phase = .ended } == [])
        #expect(match.detector.alarm == nil)
        #expect(match.advance(to: .seconds(100)) == [])
        // An end that is undone after the deadline: time was up long ago.
        #expect(match.change("undone") { $0.phase = .open } == [])
        #expect(match.detector.alarm == nil)
    }

    @Test("the last minute begins where a countdown of more than a minute comes down to it")
    func lastMinute() {
        var match = Match([.lastMinute, .timeUp])
        _ = match.run(until: .seconds(90))
        #expect(match.advance(to: .milliseconds(29_999)) == [])
        #expect(match.advance(to: .seconds(31)) == ["lastMinute"])
        #expect(match.advance(to: .seconds(91)) == ["timeUp"])
        var short = Match([.lastMinute, .timeUp])
        _ = short.run(until: .seconds(60))
        #expect(short.advance(to: .seconds(61)) == ["timeUp"])
    }

    @Test("each deadline has its end, and a correction none of its own")
    func deadlines() {
        var match = Match([.timeUp])
        _ = match.run(until: .seconds(10))
        #expect(match.advance(to: .seconds(11)) == ["timeUp"])
        func stop(_ reason: String, _ left: Duration, _ match: inout Match) -> [String] {
            match.change(reason) { gather in
                gather.timer = Sample.stopped(left)
                gather.timer.timeUpAt = left == .zero ? "2026-11-21T15:45:00Z" : nil
            }
        }
        #expect(stop("timeUp", .zero, &match) == [])
        #expect(stop("timeAdjusted", .seconds(120), &match) == [])
        #expect(stop("undone", .zero, &match) == [])
        #expect(stop("redone", .seconds(120), &match) == [])
        #expect(match.score(1, 0) == [])
        #expect(match.run(until: .seconds(20)) == [])
        #expect(match.advance(to: .seconds(21)) == ["timeUp"])
        #expect(match.run(until: .seconds(20), "undone") == [])
        #expect(match.advance(to: .seconds(30)) == [])
    }

    @Test("a break whose end begins the next period is over once, whoever says so first")
    func breakOver() {
        for isEarly in [true, false] {
            var match = Match([.timeUp])
            _ = match.change("periodEnded") { $0.course = Sample.course(1) }
            _ = match.run(until: .seconds(10), "periodEnded")
            match.clock = .milliseconds(9_999)
            if isEarly {
                match.clock = .seconds(10)
            } else {
                #expect(
                    match.advance(to: .seconds(10)) + match.advance(to: .milliseconds(10_001))
                        == ["timeUp"])
            }
            let begun = match.change("periodBegan", by: 0) { gather in
                gather.course = Sample.course(2)
                gather.timer = Sample.running(.seconds(2_710))
            }
            #expect(begun == (isEarly ? ["timeUp"] : []))
            #expect(match.advance(to: .seconds(100)) == [])
        }
        // A whistle before it.
        var match = Match([.timeUp])
        _ = match.change("periodEnded") { $0.course = Sample.course(1) }
        _ = match.run(until: .seconds(10), "periodEnded")
        match.clock = .seconds(9)
        let begun = match.change("periodBegan") { gather in
            gather.course = Sample.course(2)
            gather.timer = Sample.running(.seconds(2_709))
        }
        #expect(begun == [])
    }

    @Test("a message that says otherwise comes before an alarm that is due")
    func overtaken() {
        var match = Match([.timeUp])
        _ = match.run(until: .seconds(10))
        _ = match.clock = .seconds(11)
        #expect(match.pause() == [])
        #expect(match.advance(to: .seconds(12)) == [])
    }

    @Test("what a machine that slept has missed is late")
    func late() {
        var match = Match([.timeUp])
        _ = match.run(until: .seconds(10))
        #expect(match.advance(to: .milliseconds(12_001), sleeping: true) == ["timeUp late"])
        _ = match.run(until: .seconds(20))
        #expect(match.advance(to: .seconds(22), sleeping: true) == ["timeUp"])
        // The daemon, which slept as well, may be the first to say so.
        _ = match.run(until: .seconds(30))
        match.clock = .seconds(33)
        let told = match.change("timeUp", by: 0) { gather in
            gather.timer = Sample.stopped(.zero)
            gather.timer.timeUpAt = "2026-11-21T15:45:00Z"
        }
        #expect(told == ["timeUp late"])
    }
}
