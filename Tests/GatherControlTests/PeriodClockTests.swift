import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

/// The clock of a period as it is shown.
@Suite struct PeriodClockTests {
    private static func period(
        _ id: String = "second half", _ kind: PeriodFields.Kind = .play, seconds: Int = 2_700,
        shows: PeriodFields.Shows = .up, from: Int = 2_700, atZero: PeriodFields.AtZero = .run
    ) -> PeriodFields {
        PeriodFields(
            id: id, kind: kind, seconds: seconds, shows: shows, fromSeconds: from, atZero: atZero,
            begins: .byHand)
    }

    /// Returns an open match in a period.
    private static func gather(
        _ period: PeriodFields, _ stage: CourseFields.Stage = .underway, elapsed: Duration,
        runs: Bool = true, next: PeriodFields? = nil, state: TimerSnapshot = Sample.stopped()
    ) -> GatherSnapshot {
        var gather = Sample.gather(state)
        let zero = Sample.microseconds(Sample.now.boottime - elapsed)
        gather.course = CourseFields(
            format: "halves", index: 2, stage: stage, period: period, next: next,
            nextIndex: next == nil ? nil : 3,
            elapsedMilliseconds: Sample.microseconds(elapsed) / 1_000,
            zeroAtBoottimeMicroseconds: runs ? zero : nil, minute: nil)
        return gather
    }

    private static let half = period()
    private static let futsal = period(
        "first half", seconds: 1_200, shows: .down, from: 0, atZero: .stop)
    private static let pause = period("half-time", .break, seconds: 900, shows: .down, from: 0)

    @Test("an up-clock goes on from where its period begins, and counts the added time apart")
    func up() {
        let rows: [(Duration, digits: String, board: String, mode: ClockViewModel.Mode)] = [
            (.zero, "45:00", "45:00", .running),
            (.milliseconds(999), "45:00", "45:00", .running),
            (.seconds(1), "45:01", "45:01", .running),
            (.seconds(2_640), "89:00", "89:00", .lastMinute),
            (.milliseconds(2_699_999), "89:59", "89:59", .lastMinute),
            (.seconds(2_700), "90:00 +0:00", "90:00", .addedTime),
            (.seconds(2_833), "90:00 +2:13", "90:00", .addedTime),
            (.seconds(3_400), "90:00 +11:40", "90:00", .addedTime),
        ]
        for row in rows {
            let clock = ClockViewModel(Self.gather(Self.half, elapsed: row.0), at: Sample.now)
            #expect(clock.digits == row.digits, "\(row.0)")
            #expect(clock.course?.regularDigits == row.board, "\(row.0)")
            let whole = [row.board, clock.course?.besideDigits ?? ""].filter { !$0.isEmpty }
            #expect(whole.joined(separator: " ") == row.digits, "\(row.0)")
            #expect(clock.mode == row.mode, "\(row.0)")
        }
    }

    @Test("a down-clock that stops shows what is left, and stays at 00:00")
    func down() {
        let rows: [(Duration, String, ClockViewModel.Mode)] = [
            (.zero, "20:00", .running), (.milliseconds(1), "20:00", .running),
            (.seconds(1), "19:59", .running), (.seconds(1_199), "00:01", .lastMinute),
            (.seconds(1_200), "00:00", .timeUp), (.seconds(1_300), "00:00", .timeUp),
        ]
        for (elapsed, digits, mode) in rows {
            let clock = ClockViewModel(Self.gather(Self.futsal, elapsed: elapsed), at: Sample.now)
            #expect(clock.digits == digits, "\(elapsed)")
            #expect(clock.mode == mode, "\(elapsed)")
        }
    }

    @Test("the clock counts on by itself, and says when it changes next")
    func counting() {
        let gather = Self.gather(Self.half, elapsed: .milliseconds(2_699_400))
        var now = Sample.now
        #expect(ClockViewModel(gather, at: now).untilNextDigits == .milliseconds(600))
        now.boottime += .milliseconds(600)
        #expect(ClockViewModel(gather, at: now).digits == "90:00 +0:00")
        #expect(ClockViewModel(gather, at: now).untilNextDigits == .seconds(1))
        let held = Self.gather(
            Self.half, elapsed: .seconds(60), runs: false, state: Sample.paused())
        let clock = ClockViewModel(held, at: now)
        #expect(clock.untilNextDigits == nil)
        #expect(clock.mode == .paused)
        #expect(clock.sentence == "second half, paused")
    }

    @Test("what comes next is said before the whistle, and in the break")
    func next() {
        let waiting = ClockViewModel(
            Self.gather(Self.half, .waiting, elapsed: .zero, runs: false, next: Self.half),
            at: Sample.now)
        #expect(waiting.sentence == "next: second half, at 45:00")
        #expect(waiting.mode == .ready)
        let pause = ClockViewModel(
            Self.gather(Self.pause, elapsed: .seconds(60), next: Self.half), at: Sample.now)
        #expect(pause.sentence == "half-time; next: second half, at 45:00")
        #expect(pause.digits == "14:00")
        #expect((pause.state, pause.period) == ("break", "half-time"))
        let over = ClockViewModel(
            Self.gather(Self.half, .over, elapsed: .seconds(2_833), runs: false), at: Sample.now)
        #expect(over.sentence == "second half is over, it was the last period")
        #expect(over.digits == "90:00 +2:13")
    }

    @Test("announced added time is beside the clock of its period, large and in small")
    func added() {
        func board(_ elapsed: Duration, _ minutes: Int = 3, isPublic: Bool = false) -> BoardLayout {
            var gather = Self.gather(Self.half, elapsed: elapsed)
            gather.course?.addedMinutes = minutes
            var board = Board(panel: ControlPanel(isOn: !isPublic), path: "/run/test.sock")
            _ = board.update(MatchState(gather: gather), reason: "snapshot", isStale: false)
            var model = board.viewModel(at: Sample.now)
            model.isPublic = isPublic
            return BoardLayout(board: model, signs: .blocks)
        }
        let narrow = board(.seconds(2_600)).grid(rows: 12, columns: 40).lines
        #expect(narrow.contains { $0.contains("█") && $0.hasSuffix(" +3") })
        let widest = board(.seconds(2_600), 60).grid(rows: 12, columns: 40).lines
        #expect(widest.contains { $0.contains("█") && $0.hasSuffix(" +60") })
        let line = board(.seconds(2_833)).grid(rows: 1, columns: 80).lines[0]
        #expect(line.hasPrefix("90:00 +2:13  Team A 2-1 Team B"))
        let stoppage = board(.seconds(2_833)).grid(rows: 12, columns: 40).lines
        #expect(stoppage[0].contains("ADDED TIME +3, SECOND HALF"))
        #expect(stoppage.contains { $0.contains("█") && $0.hasSuffix(" +2:13") }, "\(stoppage)")
        for isPublic in [false, true] {
            for (rows, columns) in [(4, 40), (12, 40), (24, 80), (40, 120), (60, 200)] {
                let lines = board(.seconds(2_833), isPublic: isPublic)
                    .grid(rows: rows, columns: columns).lines
                let plain = board(.seconds(2_833), 4, isPublic: isPublic)
                    .grid(rows: rows, columns: columns).lines
                #expect(lines != plain, "\(rows) \(columns)")
                #expect(lines.allSatisfy { TextWidth.of($0) <= columns })
            }
        }
        var pause = Self.gather(Self.pause, elapsed: .seconds(60), next: Self.half)
        pause.course?.addedMinutes = 3
        #expect(ClockViewModel(pause, at: Sample.now).course?.announced == "")
    }

    @Test("x asks for the added time of the period that is shown")
    func keyOfAddedTime() {
        var played = Self.gather(Self.half, elapsed: .seconds(2_600))
        var panel = ControlPanel(isOn: true)
        func press(_ keys: String, at now: Duration = .zero) -> [Change] {
            keys.flatMap { key in
                Keys.changes(
                    panel.press(
                        key == "\n" ? .enter : key == "<" ? .backspace : .character(key), played,
                        at: now))
            }
        }
        let announced = Change.announceAddedTime(12, period: 2)
        #expect(press("x\n0\n<1") == [])
        #expect(panel.question == .added("1", problem: nil, in: played))
        #expect(press("a") == [])
        #expect(panel.question == .added("1", problem: "a number has no 'a'", in: played))
        #expect(press("23\n") == [announced])
        #expect(press("x0\n12\n") == [announced])
        #expect(panel.question == nil)
        _ = press("x")
        _ = panel.press(.escape, played, at: .zero)
        #expect(panel.notices.last?.text == "added time unchanged")
        _ = press("x")
        panel.removeExpired(played, at: .seconds(10))
        #expect(panel.notices.last?.text == "added time not announced: nobody pressed Enter")
        _ = press("x3", at: .seconds(20))
        played = Self.gather(Self.pause, elapsed: .seconds(1), next: Self.half)
        #expect(press("\n", at: .seconds(21)) == [])
        #expect(panel.notices.last?.text == "added time not announced: the period is over")
        #expect(press("x", at: .seconds(40)) == [])
        let text = panel.notices.last?.text ?? ""
        #expect(text.hasPrefix("cannot announce the added time: nobody plays now"))
        #expect(text.hasSuffix(", which 'n' begins"))
        played = Self.gather(Self.half, elapsed: .seconds(2_600))
        played.phase = .ended
        #expect(press("x", at: .seconds(50)) == [])
        #expect(panel.question == nil)
        #expect(panel.notices.last?.text.contains("no match is open") == true)
        played = Keys.gather
        #expect(press("x", at: .seconds(60)) == [])
        #expect(panel.notices.last?.text.contains("the match has no periods") == true)
    }

    @Test("the key of the board ends the period that it shows, or begins the next")
    func whistle() {
        let played = Self.gather(Self.half, elapsed: .seconds(60))
        #expect(Change.whistle(played) == .whistle(.end, period: 2))
        let pause = Self.gather(Self.pause, elapsed: .seconds(60), next: Self.half)
        #expect(Change.whistle(pause) == .whistle(.begin, period: 3))
        #expect(Change.whistle(Sample.gather()) == .whistle(.next))
    }

    @Test("words that are wrong are refused, with what would be right")
    func words() throws {
        let rows: [([String], String)] = [
            (["period", "over"], "'over' is not one of next, begin and end"),
            (["format", "chose", "halves"], "not one of list, show and choose"),
            (["format", "choose"], "the name of the format is missing"),
            (["format", "show", "halves", "--force"], "'--force' is for 'format choose'"),
            (["new", "10:00", "--format", "halves"], "a format sets the time"),
            (["new", "--periods", "2x25", "--format", "halves"], "cannot be given along with"),
            (["new", "--break", "5"], "'--break' is for the periods of '--periods'"),
        ]
        for (words, expected) in rows {
            let result = try Bench(.replies([])).run(words)
            #expect(result.status == .usage, "\(words)")
            #expect(result.errors.contains(expected), "\(words): \(result.errors)")
        }
    }

    @Test("periods on the spot are a format by name")
    func onTheSpot() throws {
        let result = try Bench(.replies([Sample.reply()])).run(
            "new", "--periods", "2x25", "--break", "5")
        let call = try #require(result.calls.joined().last)
        #expect(call.parameters["format"] == "2x25-5")
    }
}
