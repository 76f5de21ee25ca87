import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

/// The kick-off as it is typed and shown.
@Suite struct KickOffTests {
    private static func shown(
        _ left: Duration, automatic: Bool = false, without team: ServerTeam? = nil
    ) throws -> KickOffViewModel {
        let gather = Sample.awaiting(left, automatic: automatic, without: team)
        return try #require(KickOffViewModel(gather, at: Sample.now))
    }

    /// The local time so long after the sample, as it is shown.
    private static func time(_ left: Duration) -> LocalTime { LocalTime(Sample.now.wall + left) }

    @Test("the time until it has hours from the first one on, and is rounded up")
    func digits() throws {
        let all: [(Duration, String)] = [
            (.milliseconds(1), "00:01"), (.seconds(750), "12:30"),
            (.seconds(3_599), "59:59"), (.milliseconds(3_599_001), "1:00:00"),
            (.seconds(83_550), "23:12:30"), (.seconds(604_800), "168:00:00"),
            (.zero, "00:00"), (.seconds(-40), "00:00"),
        ]
        for (left, digits) in all {
            let kickOff = try Self.shown(left)
            #expect(kickOff.digits == digits)
            #expect(kickOff.isDue == (left <= .zero))
        }
        #expect(try Self.shown(.seconds(750)).period == "kick-off in 12:30")
    }

    @Test("its day is said where it is not today")
    func days() throws {
        let day = Duration.seconds(86_400)
        let date = Self.time(day * 3).date
        for (left, lead) in [(day, "tomorrow at "), (day * 3, "on \(date) at ")] {
            let sentence = try Self.shown(left).sentence
            #expect(sentence.hasPrefix("kick-off \(lead)\(Self.time(left).shortTime), in "))
        }
        let past = try Self.shown(.zero - day)
        let moment = "\(Self.time(.zero - day).date) \(Self.time(.zero - day).shortTime)"
        #expect(past.sentence == "kick-off was due at \(moment)")
        #expect(past.period == past.sentence)
    }

    @Test("a client whose wall clock is wrong shows the same, by the clock of the daemon's machine")
    func wrongWallClock() throws {
        var now = Sample.now
        now.wall += .seconds(200_000)
        let shown = try #require(KickOffViewModel(Sample.awaiting(.seconds(750)), at: now))
        let right = try Self.shown(.seconds(750))
        #expect(shown.sentence == right.sentence)
    }

    @Test("that it starts by itself is said, and why it cannot")
    func note() throws {
        #expect(try Self.shown(.seconds(5)).note == nil)
        let notes = [
            try Self.shown(.seconds(5), automatic: true).note,
            try Self.shown(.seconds(5), automatic: true, without: .teamB).note,
            try Self.shown(.seconds(-5), automatic: true, without: .teamB).note,
        ]
        #expect(
            notes == [
                "the countdown starts by itself then",
                "the countdown cannot start by itself: Team B has no players",
                "the countdown did not start by itself: Team B has no players",
            ])
    }

    @Test("without one there is nothing to show, and none in a match that is over")
    func none() {
        #expect(KickOffViewModel(nil, at: Sample.now) == nil)
        #expect(KickOffViewModel(Sample.gather(), at: Sample.now) == nil)
        var ended = Sample.awaiting(.seconds(750))
        ended.phase = .ended
        #expect(KickOffViewModel(ended, at: Sample.now) == nil)
    }

    @Test("values that no kick-off has are shown as well", arguments: [Int.min, .max])
    func extremes(number: Int) throws {
        var gather = Sample.awaiting(.zero)
        gather.kickOff?.atMicroseconds = number
        for boottime in [Int.min, 0, .max] {
            gather.kickOff?.atBoottimeMicroseconds = boottime
            let kickOff = try #require(KickOffViewModel(gather, at: Sample.now))
            #expect(!kickOff.sentence.isEmpty)
            _ = ClockViewModel(gather, at: Sample.now).untilNextDigits
        }
    }

    @Test("a time of day is the next one, at most a day ahead")
    func timeOfDay() throws {
        for minutes in [1, 61, 720, 1_439] {
            let wall = Sample.now.wall + .seconds(minutes * 60)
            let text = String(LocalTime(wall).timeOfDay.prefix(5))
            let found = try #require(KickOffTime(text)?.wall(at: Sample.now))
            #expect(LocalTime(found).shortTime == text)
            #expect(found > Sample.now.wall && found <= wall)
        }
        let present = String(LocalTime(Sample.now.wall).timeOfDay.prefix(5))
        let next = try #require(KickOffTime(present)?.wall(at: Sample.now))
        #expect(next > Sample.now.wall)
        #expect(KickOffTime("9:05") == .clock(hour: 9, minute: 5))
        #expect(KickOffTime("09:05") == KickOffTime("9:05"))
    }

    @Test("a length of time is from now on, and a date is that")
    func others() throws {
        for text in ["+20m", "20m", "+20:00", "+1200s"] {
            #expect(KickOffTime(text) == .ahead(.seconds(1_200)), "\(text)")
        }
        let wall = try #require(KickOffTime("2026-11-24 18:30")?.wall(at: Sample.now))
        #expect(LocalTime(wall).dateAndTime == "2026-11-24 18:30")
    }

    @Test(
        "what is none of these is refused",
        arguments: [
            "", "+", "18", "18:3", "24:00", "18:60", "-5m", "18:30:00", "2026-11-24",
            "2026-11-31 18:30", "2026-11-24 24:00", "0000-01-01 18:30", "2026-11-24T18:30",
            "today", "90:00", "+18", "1830", "٣:٣٠",
        ])
    func nothing(text: String) {
        #expect(KickOffTime(text) == nil)
    }

    @Test("lines count down to it with ticks, and say without them that it is due")
    func lines() throws {
        let message = Sample.message(Sample.awaiting(.milliseconds(2_500)), "snapshot")
        let ticking = Bench(.replies([message]))
        #expect(
            try ticking.watchUntil(.seconds(9), "--ticks").output == """
                10:00  stopped  Team A 0-0 Team B  snapshot  kick-off in 00:03
                10:00  stopped  Team A 0-0 Team B  tick  kick-off in 00:02
                10:00  stopped  Team A 0-0 Team B  tick  kick-off in 00:01
                10:00  stopped  Team A 0-0 Team B  tick  kick-off was due at \
                \(Self.time(.milliseconds(2_500)).shortTime)

                """)
        let plain = try Bench(.replies([message])).watchUntil(.seconds(9)).output
        #expect(plain.split(separator: "\n").count == 2)
        #expect(plain.contains("tick  kick-off was due at"))
    }

    private static func screen(
        _ gather: GatherSnapshot, rows: Int, columns: Int, isPublic: Bool = false
    ) -> [String] {
        var board = Board(
            panel: ControlPanel(isOn: false), path: "/run/test.sock", isPublic: isPublic)
        _ = board.update(MatchState(gather: gather), reason: "snapshot", isStale: false)
        return BoardLayout(board: board.viewModel(at: Sample.now), signs: .blocks)
            .grid(rows: rows, columns: columns).lines
    }

    @Test("a board has its digits in large, with a label, and the length of the match in small")
    func board() {
        let time = Self.time(.seconds(750)).shortTime
        let gather = Sample.awaiting(.seconds(750), automatic: true)
        let screen = Self.screen(gather, rows: 24, columns: 80)
        #expect(screen[0] == " KICK-OFF IN, at \(time), match of 10:00")
        // A one and a two, rather than a one and a zero.
        #expect(screen != Self.screen(Sample.gather(score: (0, 0)), rows: 24, columns: 80))
        #expect(screen.contains { $0.contains("the countdown starts by itself then") })
        let watched = Self.screen(gather, rows: 24, columns: 80, isPublic: true)
        #expect(watched[0] == " KICK-OFF IN, match of 10:00")
        let due = Self.screen(Sample.awaiting(.seconds(-40)), rows: 24, columns: 80)
        #expect(due[0] == " KICK-OFF WAS DUE AT \(Self.time(.seconds(-40)).shortTime)")
        #expect(
            due[3...8] == Self.screen(Sample.gather(score: (0, 0)), rows: 24, columns: 80)[3...8])
    }

    @Test("on a small screen the digits never stand without their label")
    func smallBoard() {
        let gather = Sample.awaiting(.seconds(750))
        for columns in [18, 24, 30, 60, 80] {
            let line = Self.screen(gather, rows: 1, columns: columns)[0]
            #expect(line.hasPrefix("KICK-OFF IN 12:30".prefix(columns)), "\(line)")
        }
        #expect(
            Self.screen(gather, rows: 1, columns: 60)[0]
                == "KICK-OFF IN 12:30  Team A 0-0 Team B")
    }

    @Test("an older gatherd does not know it, which is said in a line")
    func olderDaemon() throws {
        let unknown = VarlinkError.invalidParameter("kickOffMicroseconds").reply
        let new = try Bench(.replies([unknown])).run("new", "--at", "+20m")
        #expect(new.status == .refused)
        #expect(new.errors.contains("gatherd has no 'kick-off'; it is of another version"))
        #expect(new.errors.split(separator: "\n").count == 1)
        let method = VarlinkError.methodNotFound("io.gatherd.Gather.SetKickOff").reply
        let set = try Bench(.replies([method])).run("kick-off", "+20m")
        #expect(set.errors.contains("gatherd has no 'io.gatherd.Gather.SetKickOff'"))
    }

    @Test("a command line asks for it in microseconds of the wall clock")
    func calls() throws {
        let gather = Sample.awaiting(.seconds(1_200), automatic: true)
        let result = try Bench(.replies([Sample.reply(gather)])).run(
            "new", "--at", "+20m", "--auto")
        let parameters = try #require(result.calls.first?.first?.parameters)
        let wall = Sample.microseconds(Sample.now.wall + .seconds(1_200))
        #expect(parameters["kickOffMicroseconds"] == .int(wall))
        #expect(parameters["kickOffAutomatic"] == true)
        #expect(result.output.contains("in 20:00\nthe countdown starts by itself then\n"))
    }
}
