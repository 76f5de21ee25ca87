import GatherAPI
import Glibc
import Testing
import Varlink

@testable import GatherControl

/// The board for people who look at the match.
@Suite struct PublicBoardTests {
    private static let goals = [
        goal(2, .teamA, "Anna", at: 61), goal(3, .teamB, nil, at: 90),
        goal(4, .teamA, "Ben", at: 150, isOwn: true), goal(5, .teamA, "Anna", at: 200),
    ]

    private static func goal(
        _ number: Int, _ team: ServerTeam, _ scorer: String?, at seconds: Int, isOwn: Bool = false
    ) -> TimelineEntry {
        var entry = Sample.entry(number, "goal", gone: seconds)
        (entry.team, entry.goals, entry.scorer, entry.ownGoal) = (team, 1, scorer, isOwn)
        return entry
    }

    private static func screen(
        _ gather: GatherSnapshot?, rows: Int = 24, columns: Int = 80, isStale: Bool = false,
        defaults: DefaultsFields? = nil
    ) -> [String] {
        var board = Board(
            panel: ControlPanel(isOn: false), path: "/run/test.sock", isPublic: true)
        _ = board.update(MatchState(gather: gather), reason: "snapshot", isStale: isStale)
        _ = board.update(Sample.timeline(goals))
        if let defaults { board.update(defaults: Reply(["defaults": defaults.json])) }
        return BoardLayout(board: board.viewModel(at: Sample.now), signs: .blocks)
            .grid(rows: rows, columns: columns).lines
    }

    @Test("it has names, score, clock and scorers, and no keys, log or recovery")
    func contents() {
        let recovered = Sample.recovered(.wall)
        for (rows, columns) in [(10, 40), (24, 80), (40, 120), (60, 200)] {
            let text = Self.screen(recovered, rows: rows, columns: columns).joined(separator: "\n")
            for word in ["keys", "quit", "restarted", "until", "02:30", "goal for"] {
                #expect(!text.contains(word), "\(word) on \(rows) x \(columns)")
            }
            #expect(text.contains("Anna 2', 4'"), "\(rows) x \(columns)")
        }
        let screen = Self.screen(Sample.gather(Sample.running(), names: ("Reds", "Blues")))
        #expect(screen[0] == "")
        #expect(screen[10].hasPrefix("      █████▄ ██████ █████▄ ▄█████"))
        #expect(screen[22] == "    Anna 2', 4'; own goal of Ben 3'")
    }

    @Test("it has the time penalties that run, below the side")
    func penalties() {
        var gather = Sample.gather(Sample.running())
        let ada = PlayerFields(id: 1, name: "Ada")
        gather.penalties = [
            PenaltyFields(number: 3, team: .teamA, player: ada, remainingMilliseconds: 90_000),
            PenaltyFields(number: 4, team: .teamB, remainingMilliseconds: 30_000),
        ]
        for (rows, columns) in [(12, 40), (24, 80), (60, 200)] {
            let text = Self.screen(gather, rows: rows, columns: columns).joined(separator: "\n")
            #expect(text.contains("01:30 Ada"), "\(rows) x \(columns)")
            #expect(text.contains("00:30"), "\(rows) x \(columns)")
        }
    }

    @Test("it has the cards below the scorers, beside them where there is a single line")
    func cards() {
        var gather = Sample.gather(Sample.running(), names: ("Reds", "Blues"))
        let players = (1...10).map { PlayerFields(id: $0, name: "Player \($0)") }
        func card(_ side: Side, _ player: PlayerFields?, _ kind: CardKind) -> CardFields {
            CardFields(number: 3, team: side, player: player, card: kind, goneMilliseconds: 0)
        }
        (gather.teamA.players, gather.teamB.players) = (
            Array(players[..<5]), Array(players[5...])
        )
        let plain = gather
        gather.cards = [
            card(.teamA, players[4], .yellow), card(.teamB, nil, .red),
            card(.teamB, players[9], .red),
        ]
        for (rows, columns) in [(10, 40), (12, 40), (18, 80), (24, 80), (60, 200)] {
            let (screen, without) = (
                Self.screen(gather, rows: rows, columns: columns),
                Self.screen(plain, rows: rows, columns: columns)
            )
            for text in ["Anna 2'", "Player 5 Y", "R, Player 10 R"] {
                #expect(
                    screen.contains { $0.contains(text) }, "\(text) on \(rows) x \(columns)")
            }
            #expect(screen.allSatisfy { TextWidth.of($0) <= columns })
            let score = without.lastIndex { $0.contains("Reds") || $0.contains("██") } ?? 0
            #expect(screen.prefix(score + 1) == without.prefix(score + 1))
        }
        let small = Self.screen(gather, rows: 12, columns: 40)
        #expect(
            small.dropFirst(8) == [
                "", "  Anna 2', 4'; own     R, Player 10 R", "   goal of Ben 3'",
                "     Player 5 Y",
            ])
        let large = Self.screen(gather)
        #expect(
            large.dropFirst(21) == [
                "", "    Anna 2', 4'; own goal of Ben 3'                  R, Player 10 R",
                "               Player 5 Y",
            ])
        let single = Self.screen(gather, rows: 18, columns: 80)
        #expect(
            single[17] == "  Anna 2', 4'; own goal o…; Player 5 Y               R, Player 10 R")
        // Penalties come first.
        gather.penalties = [
            PenaltyFields(number: 4, team: .teamA, remainingMilliseconds: 30_000),
            PenaltyFields(number: 5, team: .teamA, remainingMilliseconds: 40_000),
        ]
        let full = Self.screen(gather, rows: 10, columns: 40)
        #expect(full.dropFirst(8) == ["       00:30", "       00:40           R, Player 10 R"])
        // Of too many, those that were given first.
        gather.penalties?.append(
            PenaltyFields(number: 6, team: .teamA, remainingMilliseconds: 50_000))
        #expect(Self.screen(gather, rows: 10, columns: 40) == full)
    }

    @Test("the period is said in words for people, the larger one in place of the clock")
    func periods() {
        func head(_ gather: GatherSnapshot?) -> String { Self.screen(gather)[0] }
        #expect(head(Sample.gather(Sample.stopped())) == "")
        #expect(head(Sample.gather(Sample.running(.seconds(50)))) == " LAST MINUTE")
        #expect(head(Sample.gather(Sample.paused())) == "")
        func line(_ gather: GatherSnapshot) -> String {
            Self.screen(gather, rows: 1, columns: 60)[0]
        }
        #expect(line(Sample.gather(Sample.stopped(.zero))) == "TIME UP  Team A 2-1 Team B")
        let ended = Sample.gather(Sample.stopped(.zero), phase: .ended)
        #expect(line(ended) == "FULL TIME  Team A 2-1 Team B")
        // In large letters.
        #expect(Self.screen(ended)[2].contains("██████ ██  ██ ██     ██"))
    }

    @Test("a clock that stands has a word for it in the middle, larger where there is room")
    func words() {
        let fresh = Sample.gather(Sample.stopped(), score: (0, 0))
        let discarded = Sample.gather(Sample.stopped(), phase: .discarded)
        let states = [
            (fresh, "NOT STARTED"), (Sample.gather(Sample.paused()), "PAUSED"),
            (discarded, "NO RESULT"),
        ]
        for (gather, word) in states {
            for (rows, columns) in [(4, 30), (8, 30), (10, 40), (24, 80)] {
                let screen = Self.screen(gather, rows: rows, columns: columns)
                let line = screen.first { $0.contains(word) } ?? ""
                let left = line.prefix { $0 == " " }.count
                #expect(left == (columns - word.count) / 2, "\(word) on \(rows) x \(columns)")
            }
            let line = Self.screen(gather, rows: 1, columns: 60)[0]
            #expect(line.hasSuffix("Team B  \(word)"), "\(line)")
            let large = Self.screen(gather, rows: 60, columns: 200)
            #expect(!large.contains { $0.contains(word) })
        }
        // Where it runs, or has been played, the clock says it.
        for gather in [Sample.gather(Sample.running()), Sample.gather(Sample.stopped())] {
            let text = Self.screen(gather).joined()
            #expect(!text.contains("STARTED") && !text.contains("RUNNING"))
        }
    }

    @Test("a small screen has the clock and the score on lines of their own, in the middle")
    func small() {
        let gather = Sample.gather(Sample.paused(), names: ("Reds", "Blues"))
        #expect(
            Self.screen(gather, rows: 8, columns: 30) == [
                "▒▒▒▒▒▒ ▒▒▒▒▒▒    ▒▒▒▒▒▒  ▒▒▒", "▒▒  ▒▒     ▒▒ ▒▒     ▒▒   ▒▒",
                "▒▒  ▒▒     ▒▒     ▒▒▒▒▒   ▒▒", "▒▒  ▒▒     ▒▒ ▒▒     ▒▒   ▒▒",
                "▒▒▒▒▒▒     ▒▒    ▒▒▒▒▒▒   ▒▒", "            PAUSED", "        Reds 2-1 Blues", "",
            ])
        #expect(
            Self.screen(gather, rows: 8, columns: 20) == [
                "", "       07:31", "", "       PAUSED", "", "   Reds 2-1 Blues", "", "",
            ])
    }

    @Test("that the clock may be wrong is seen on every screen")
    func stale() {
        var doubtful = Sample.gather(Sample.running())
        doubtful.timer.doubtful = true
        for (rows, columns) in [(9, 39), (10, 40), (24, 80), (60, 200)] {
            let stale = Self.screen(
                Sample.gather(Sample.running()), rows: rows, columns: columns, isStale: true)
            #expect(stale[0].contains("STALE"), "\(rows) x \(columns)")
            let doubt = Self.screen(doubtful, rows: rows, columns: columns)
            #expect(doubt[0].contains("DOUBTFUL"), "\(rows) x \(columns)")
        }
    }

    @Test("between matches it has the length of the next one")
    func next() {
        let ended = Sample.gather(Sample.stopped(), phase: .ended)
        let length = DefaultsFields(time: TimeFields(minutes: 15, seconds: 0))
        #expect(Self.screen(ended, defaults: length)[0] == " next match: 15:00")
        #expect(Self.screen(ended, defaults: DefaultsFields())[0] == " next match: 10:00")
        let format = DefaultsFields(format: "futsal")
        #expect(Self.screen(ended, defaults: format)[0] == " next match: futsal")
        let none = Self.screen(nil, defaults: length)
        #expect(none[10].hasSuffix(" NO MATCH YET") && none[12].hasSuffix(" next match: 15:00"))
        let large = Self.screen(nil, rows: 60, columns: 200, defaults: length)
        #expect(large.prefix(15).allSatisfy(\.isEmpty) && large.suffix(15).allSatisfy(\.isEmpty))
        #expect(large.contains { $0.hasSuffix(" next match: 15:00") })
        #expect(large.contains { $0.contains("████") })
        #expect(Self.screen(Sample.gather(Sample.stopped()), defaults: length)[0] == "")
        // An older daemon has no usual values.
        #expect(Self.screen(ended)[0] == "")
    }

    @Test("it asks for what it shows, and no key does anything but to draw again")
    func keys() throws {
        let ended = Sample.gather(Sample.stopped(), phase: .ended)
        let length = DefaultsFields(time: TimeFields(minutes: 15, seconds: 0))
        let bench = Bench([
            .replies([Sample.message(ended, "snapshot")]),
            .replies([Sample.timeline([]), Reply(["defaults": length.json])]),
        ])
        bench.terminals = .all
        bench.environment["LANG"] = "C.UTF-8"
        let terminal = try FakeTerminal(rows: 24, columns: 80)
        bench.boardTerminal = terminal
        var hasTyped = false
        bench.time.afterWait = { elapsed in
            let redrawn = terminal.shownWhole.count { $0 }
            if redrawn == 2 || elapsed > .seconds(9) {
                terminal.send(SIGTERM)
            } else if terminal.screen.contains("next match: 15:00"), !hasTyped {
                hasTyped = true
                terminal.type("cq?a \u{0C}")
            }
        }
        let result = try bench.run("watch", "--public")
        #expect(terminal.endedBy == SIGTERM)
        #expect(terminal.screen.contains("next match: 15:00"))
        #expect(!terminal.screen.contains("key"))
        #expect(terminal.shownWhole.count { $0 } == 2)
        #expect(
            result.calls.dropFirst().flatMap { $0.map(\.method) } == [
                "io.gatherd.History.Show", "io.gatherd.Gather.GetDefaults",
            ])
    }

    @Test("it wants a terminal, and goes along with no other display")
    func refused() throws {
        let pipe = try Bench().run("watch", "--public")
        #expect(pipe.status == .usage)
        #expect(pipe.errors.contains("standard output is not a terminal with a cursor"))
        for option in ["--control", "--write=x", "--format={clock}", "--json=short", "--ticks"] {
            let result = try Bench().run("watch", "--public", option)
            #expect(result.status == .usage)
            #expect(result.errors.contains("'--public'"), "\(option)")
        }
        #expect(try Bench().run("watch", "--public", "--once").status == .usage)
    }
}
