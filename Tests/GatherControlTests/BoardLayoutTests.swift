import GatherAPI
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct BoardLayoutTests {
    private static let players = [
        PlayerFields(id: 4, name: "Anna", position: "goalkeeper"),
        PlayerFields(id: 9, name: "Ben", position: nil),
    ]

    private static func screen(
        _ gather: GatherSnapshot?, rows: Int, columns: Int, signs: BoardSigns = .blocks,
        isStale: Bool = false, after seconds: Int = 0,
        panel: ControlPanel = ControlPanel(isOn: false)
    ) -> [String] {
        var board = Board(panel: panel, path: "/run/test.sock")
        _ = board.update(MatchState(gather: gather), reason: "snapshot", isStale: isStale)
        var now = Sample.now
        now.boottime += .seconds(seconds)
        now.wall += .seconds(seconds)
        return BoardLayout(board: board.viewModel(at: now), signs: signs)
            .grid(rows: rows, columns: columns).lines
    }

    @Test("the smallest board has digits, the bar, the score and the keys")
    func smallest() {
        let until = LocalTime(Sample.now.wall + .seconds(451)).timeOfDay
        let screen = Self.screen(Sample.gather(Sample.running()), rows: 10, columns: 40)
        #expect(
            screen == [
                " RUNNING until \(until)",
                "     ▄████▄ ██████    █████▄  ███",
                "     ██  ██     ██ ██     ██   ██",
                "     ██  ██     ██     █████   ██",
                "     ██  ██     ██ ██     ██   ██",
                "     ▀████▀     ██    █████▀   ██",
                " █████████·····························",
                "         Team A  2 - 1  Team B",
                "", " c control  ? keys  q quit",
            ])
    }

    @Test("a screen that is smaller has a line")
    func line() {
        let gather = Sample.gather(Sample.paused())
        #expect(
            Self.screen(gather, rows: 9, columns: 80)[0]
                == "07:31  Team A 2-1 Team B  PAUSED")
        #expect(Self.screen(gather, rows: 1, columns: 20) == ["07:31  2-1  PAUSED"])
        #expect(Self.screen(nil, rows: 1, columns: 39) == ["NO MATCH YET"])
        #expect(
            Self.screen(gather, rows: 1, columns: 60, isStale: true)
                == ["STALE  07:31  Team A 2-1 Team B  PAUSED"])
    }

    @Test("a line has a time whole or not at all, and gives up the names before the state")
    func lineWithoutRoom() {
        let until = LocalTime(Sample.now.wall + .seconds(451)).timeOfDay
        func line(_ columns: Int, doubtful: Bool = false) -> String {
            var gather = Sample.gather(Sample.running(), names: ("日本代表", "Bluebirds"))
            gather.timer.doubtful = doubtful
            return Self.screen(gather, rows: 1, columns: columns)[0]
        }
        #expect(line(54) == "07:31  日本代表 2-1 Bluebirds  RUNNING until \(until)")
        #expect(line(51) == "07:31  日本代… 2-1 Bluebir…  RUNNING until \(until)")
        #expect(line(48) == "07:31  日本… 2-1 Blueb…  RUNNING until \(until)")
        #expect(line(47) == "07:31  日本代表 2-1 Bluebirds  RUNNING")
        #expect(line(25) == "07:31  … 2-1 B…  RUNNING")
        #expect(line(24) == "07:31  2-1  RUNNING")
        #expect(line(48, doubtful: true) == "07:31  日本代表 2-1 Bluebirds  RUNNING, DOUBTFUL")
        #expect(line(29, doubtful: true) == "07:31  2-1  RUNNING, DOUBTFUL")
        #expect(line(28, doubtful: true) == "07:31  2-1  RUNNING")
        #expect(line(18) == "07:31  2-1")
        #expect(line(10) == "07:31  2-1")
        #expect(line(9) == "07:31 2-1")
        #expect(line(8) == "07:31 2…")
        for columns in 1...80 { #expect(TextWidth.of(line(columns)) <= columns) }
    }

    @Test("what there is no room for in the line is said in the next")
    func lineAndNext() {
        let gather = Sample.gather(Sample.running())
        let until = LocalTime(Sample.now.wall + .seconds(451)).timeOfDay
        #expect(
            Self.screen(gather, rows: 3, columns: 16, isStale: true)
                == ["07:31  2-1", "STALE  RUNNING …", ""])
        #expect(
            Self.screen(gather, rows: 2, columns: 30, isStale: true)
                == ["STALE  07:31  2-1  RUNNING", ""])
        #expect(Self.screen(nil, rows: 1, columns: 10) == ["NO MATCH …"])
        #expect(!Self.screen(gather, rows: 9, columns: 39).joined().contains(until.prefix(3)))
    }

    @Test("a small screen shows the numbers and the keys of a question, and what was typed")
    func questionsOnLines() {
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = Self.players
        func screen(_ keys: String, rows: Int, columns: Int) -> [String] {
            Self.asked(keys, gather, rows: rows, columns: columns)
        }
        #expect(screen("a", rows: 1, columns: 30) == ["goal: 4, 9 Enter o u: _"])
        #expect(
            screen("a", rows: 4, columns: 30) == [
                "07:31  Tea… 2-1 Team…  RUNNING", "goal for Team A, by 4 Anna, 9",
                "Ben; Enter nobody, o own goal,", "u undo: _",
            ])
        #expect(screen("s12:0", rows: 1, columns: 20) == ["set the time: 12:0_"])
        #expect(screen("s12:0", rows: 1, columns: 15) == ["set the … 12:0_"])
        #expect(screen("z", rows: 1, columns: 30)[0].hasPrefix("07:31  2-1  no key"))
        #expect(screen("z", rows: 1, columns: 10) == ["07:31  2-1"])
        let small = screen("a", rows: 10, columns: 40)
        #expect(small.contains { $0.hasPrefix(" goal for Team A, by 4 Anna, 9 Ben;") })
        #expect(
            screen("e", rows: 4, columns: 25).dropFirst() == [
                "End Match: 2-1. Are you", "sure? y yes [Cancel]", "",
            ])
    }

    @Test("where there is no room for the keys, a line says so")
    func noRoomForHelp() {
        let gather = Sample.gather(Sample.running())
        func screen(_ keys: String, rows: Int, columns: Int) -> [String] {
            Self.asked(keys, gather, rows: rows, columns: columns)
        }
        #expect(
            screen("?", rows: 8, columns: 30).prefix(4) == [
                "07:31  Tea… 2-1 Team…  RUNNING", "no room for the keys: they",
                "need 40 columns and 10 lines", "",
            ])
        #expect(
            screen("?", rows: 2, columns: 39)[1] == "no room for the keys: 40 by 10 needed")
        #expect(screen("?", rows: 1, columns: 32) == ["07:31  2-1  no room for the keys"])
        #expect(screen("?", rows: 1, columns: 20) == ["07:31  2-1  no room"])
        #expect(screen("??", rows: 1, columns: 40)[0].hasPrefix("07:31  Team A 2-1 Team B"))
        #expect(screen("?e", rows: 8, columns: 30)[1].hasPrefix("End Match"))
        #expect(screen("?", rows: 10, columns: 40).contains { $0.contains("this help") })
        #expect(screen("?", rows: 10, columns: 40).contains { $0.hasSuffix("q     quit") })
        #expect(screen("?", rows: 11, columns: 40)[1].isEmpty)
    }

    /// The screen when these keys were pressed.
    private static func asked(
        _ keys: String, _ gather: GatherSnapshot, rows: Int, columns: Int
    ) -> [String] {
        var panel = ControlPanel(isOn: true)
        for key in keys { _ = panel.press(.character(key), gather, at: .zero) }
        return screen(gather, rows: rows, columns: columns, panel: panel)
    }

    @Test("the keys that answer are seen on every board, and the names where there is the room")
    func questionsWithManyPlayers() {
        var gather = Sample.gather(
            Sample.running(), names: ("Reds of a long name", "Blues of a longer name"))
        func text(_ keys: String, _ rows: Int, _ columns: Int) -> String {
            let lines = Self.asked(keys, gather, rows: rows, columns: columns)
            return lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        }
        gather.teamA.players = (1...22).map {
            PlayerFields(id: $0, name: "Christopher Long\($0)", position: nil)
        }
        for (rows, columns) in [(10, 40), (12, 60), (13, 80), (24, 80), (4, 40)] {
            let shown = text("a", rows, columns)
            for part in ["Enter nobody,", "o own goal,", "u undo:", "_"] {
                #expect(shown.contains(part), "\(rows) x \(columns): \(shown)")
            }
            let numbers = ["1-22", "22 Ch"]
            #expect(numbers.contains { shown.contains($0) }, "\(rows) x \(columns): \(shown)")
        }
        #expect(text("a", 24, 80).contains("22 Christopher Long22; Enter nobody"))
        #expect(text("a", 10, 40).contains(", by 1 Ch…, 2 Ch…"))
        #expect(text("a1", 1, 30) == "goal: 1-22 Enter o u: 1_")
        for (rows, columns) in [(1, 20), (2, 25), (4, 25), (9, 39), (10, 40)] {
            for key in ["e", "d"] {
                let shown = text(key, rows, columns)
                #expect(shown.contains("y yes"), "\(rows) x \(columns): \(shown)")
            }
            #expect(text("aa", rows, columns).contains("_"))
        }
        #expect(text("e", 1, 30) == "End Match? y yes [Cancel]")
        gather.teamA.players = [1, 2, 3, 5, 8, 13, 14, 15, 144, 4_999, 5_000].map {
            PlayerFields(id: $0, name: String(repeating: "N", count: 40) + "\($0)", position: nil)
        }
        let shown = text("a", 24, 80)
        #expect(
            shown.contains("5000 N") && shown.contains("Enter nobody, o own goal, u undo: _"))
        #expect(text("a", 4, 46).contains("(numbers 1-3, 5, 8, 13-15, 144, 4999-5000)"))
        #expect(text("a", 1, 60) == "goal: 1-3, 5, 8, 13-15, 144, 4999-5000 Enter o u: _")
        #expect(text("a14", 1, 20) == "Enter o u: 14_")
    }

    private static func places(
        _ rows: Int, _ columns: Int, _ left: Duration = .seconds(451),
        phase: GatherSnapshot.Phase = .open, names: (String, String) = ("Reds", "Blues")
    ) -> BoardPlaces {
        let gather = Sample.gather(Sample.stopped(left), phase: phase, names: names)
        var board = Board(panel: ControlPanel(isOn: false), path: "")
        _ = board.update(MatchState(gather: gather), reason: "snapshot")
        return BoardPlaces(board.viewModel(at: Sample.now), rows: rows, columns: columns)
    }

    @Test("clock, score and names grow with the screen, as long as they fit")
    func sizes() {
        func heights(_ rows: Int, _ columns: Int, _ left: Duration = .seconds(451)) -> [Int] {
            let places = Self.places(rows, columns, left)
            return places.parts.map(places.rows)
        }
        #expect(heights(10, 40) == [5, 1, 1])
        #expect(heights(18, 80) == [7, 1, 1])
        #expect(heights(19, 80) == [5, 1, 5])
        #expect(heights(24, 80) == [7, 1, 5])
        #expect(heights(30, 100) == [10, 1, 7])
        #expect(heights(39, 120) == [14, 1, 10])
        #expect(heights(40, 120) == [10, 1, 5, 10])
        #expect(heights(40, 119) == [16, 1, 10])
        #expect(heights(60, 200) == [17, 1, 7, 17])
        #expect(heights(80, 300)[3] > 30)
        // 120:05 fits 40 columns, 1440:00 is text.
        #expect(heights(10, 40, .seconds(7_205)) == [5, 1, 1])
        #expect(heights(10, 40, .seconds(86_400)) == [1, 1, 5])
        for rows in 10...100 {
            for columns in [40, 80, 120, 200, 300] {
                let heights = heights(rows, columns)
                let gaps = rows >= 13 ? heights.count : 0
                #expect(heights.reduce(gaps + 3, +) <= rows, "\(rows) x \(columns)")
            }
        }
    }

    @Test("at full time the score is larger than the clock")
    func fullTime() {
        for (rows, columns) in [(10, 40), (18, 80), (24, 80), (40, 120), (60, 200), (80, 300)] {
            let places = Self.places(rows, columns, phase: .ended)
            #expect(places.rows(.score) > places.rows(.clock), "\(rows) x \(columns)")
            #expect(!places.parts.contains(.bar))
        }
        let ended = Sample.gather(Sample.stopped(), phase: .ended)
        #expect(
            Self.screen(ended, rows: 10, columns: 40) == [
                " FULL TIME, winner Team A",
                "      ███████▄             ████",
                "            ██               ██",
                "      ▄██████▀    ████       ██",
                "      ██                     ██",
                "      ████████               ██",
                "       Team A              Team B",
                "                 10:00",
                "", " c control  ? keys  q quit",
            ])
    }

    @Test("the name and the score of a side have its colour, in every layout")
    func colors() {
        var gather = Sample.gather(Sample.running(), names: ("Reds", "Blues"))
        gather.teamB.color = .blue
        for phase in [GatherSnapshot.Phase.open, .ended] {
            gather.phase = phase
            for (rows, columns) in [(10, 40), (24, 80), (40, 120)] {
                var board = Board(panel: ControlPanel(isOn: false), path: "")
                _ = board.update(MatchState(gather: gather), reason: "snapshot")
                let grid = BoardLayout(board: board.viewModel(at: Sample.now), signs: .blocks)
                    .grid(rows: rows, columns: columns)
                var colored: Set<Bool> = []
                for row in 0..<rows {
                    for column in 0..<columns where grid[row, column].style == .side(.blue) {
                        colored.insert(column >= columns / 2)
                    }
                }
                #expect(colored == [true], "\(rows) x \(columns)")
            }
        }
    }

    @Test("names are in large letters that both fit, or in ordinary ones")
    func largeNames() {
        func rows(_ names: (String, String), _ rows: Int = 60, _ columns: Int = 200) -> [Int?] {
            Self.places(rows, columns, names: names).names.map { $0?.rows }
        }
        #expect(rows(("Reds", "Blues")) == [7, 7])
        #expect(rows(("Bären", "Zażółć 2")) == [7, 7])
        #expect(rows(("Reds", "Wanderers FC")) == [5, 5])
        #expect(rows(("Reds", String(repeating: "x", count: 100))) == [7, nil])
        #expect(rows(("日本代表", "Œuvre")) == [nil, nil])
        #expect(rows(("Reds", "Blues"), 39, 200) == [])
        let gather = Sample.gather(Sample.paused(), names: ("Reds", "日本代表"))
        let screen = Self.screen(gather, rows: 40, columns: 120)
        #expect(screen[15].hasPrefix("            ███████▄ ████████ ███████▄ ▄███████"))
        #expect(screen[17].hasSuffix("    日本代表"))
    }

    @Test("each state is told apart without a colour")
    func states() {
        var ended = Sample.gather(Sample.paused(), phase: .ended)
        let gathers: [GatherSnapshot?] = [
            nil, Sample.gather(Sample.stopped()), Sample.gather(Sample.running()),
            Sample.gather(Sample.running(.seconds(60))), Sample.gather(Sample.paused()),
            Sample.gather(Sample.running(.zero)), ended,
            Sample.gather(Sample.paused(), phase: .discarded),
        ]
        ended.timer.doubtful = true
        let words = gathers.map { gather in
            Self.screen(gather, rows: 10, columns: 40)[0].split(separator: " ").prefix(2)
                .joined(separator: " ")
        }
        #expect(
            words == [
                "NO MATCH", "READY", "RUNNING until", "LAST MINUTE", "PAUSED", "TIME IS",
                "FULL TIME,", "DISCARDED",
            ])
        let held = Self.screen(Sample.gather(Sample.paused()), rows: 10, columns: 40)
        #expect(held[1].contains("▒") && !held[1].contains { "█▀▄".contains($0) })
        var doubtful = Sample.gather(Sample.running())
        doubtful.timer.doubtful = true
        #expect(Self.screen(doubtful, rows: 10, columns: 40)[0].hasSuffix("DOUBTFUL"))
        let stale = Self.screen(
            Sample.gather(Sample.running()), rows: 24, columns: 80, isStale: true)
        #expect(stale[0].hasSuffix("STALE"))
        #expect(stale.contains(" STALE: lost gatherd at /run/test.sock; the clock goes on"))
    }

    @Test("a locale without UTF-8 has other signs; names are as they are")
    func ascii() {
        let screen = Self.screen(
            Sample.gather(Sample.running(), names: ("Bären", "B")), rows: 10, columns: 40,
            signs: .ascii)
        #expect(screen[1] == "     ###### ######    ######  ###")
        #expect(screen[6].hasPrefix(" #########..."))
        #expect(screen[7].contains("Bären"))
        let utf8 = BoardSigns.ofLocale { ["LANG": "C", "LC_CTYPE": "de_DE.utf8@euro"][$0] }
        #expect(utf8 == .blocks)
        #expect(BoardSigns.ofLocale { ["LANG": "en_US.UTF-8", "LC_ALL": "C"][$0] } == .ascii)
        #expect(BoardSigns.ofLocale { _ in nil } == .ascii)
    }

    @Test("the players of both sides have numbers, and their positions as acronyms")
    func players() {
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = Self.players
        gather.teamB.players = (1...9).map {
            PlayerFields(id: $0, name: "P\($0)", position: "winger")
        }
        let screen = Self.screen(gather, rows: 24, columns: 60)
        #expect(screen.contains(" 4 Anna GK                     1 P1 W"))
        #expect(screen.contains(" 9 Ben -                       2 P2 W"))
        #expect(screen.contains { $0.hasSuffix("and 5 more") })
    }

    @Test("the number of a shirt is beside the name, also where a name is shortened")
    func shirts() {
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = Self.players
        gather.teamA.players[0].shirt = 7
        #expect(Self.screen(gather, rows: 24, columns: 60).contains(" 4 Anna #7 GK"))
        let asked = Self.asked("a", gather, rows: 24, columns: 80)
        #expect(asked.contains { $0.contains("by 4 Anna #7, 9 Ben; Enter") })
        let player = PlayerFields(id: 4, name: "Christopher", position: nil, shirt: 12)
        #expect(player.nameAndShirt(toColumns: 9) == "Chri… #12")
        #expect(player.nameAndShirt(toColumns: 6) == "Chris…")
    }

    @Test("names of any width stand beside the score")
    func names() {
        let gather = Sample.gather(
            Sample.paused(), score: (999, 999),
            names: ("日本代表チームの皆さん", String(repeating: "x", count: 100)))
        for (rows, columns) in [(10, 40), (24, 80), (24, 62), (40, 160)] {
            for line in Self.screen(gather, rows: rows, columns: columns) {
                #expect(TextWidth.of(line) <= columns, "\(line)")
            }
        }
    }

    @Test("a question is shown as a whole, also on the smallest board")
    func question() {
        var panel = ControlPanel(isOn: true)
        let gather = Sample.gather(Sample.running())
        _ = panel.press(.character("e"), gather, at: .zero)
        let screen = Self.screen(gather, rows: 10, columns: 40, panel: panel)
        #expect(
            Array(screen.dropFirst(6)) == [
                " End Match: Team A 2-1 Team B. Are you",
                " sure you want to end the match? y yes", " [Cancel]",
                " ? keys  q quit  space start/pause",
            ])
    }

    @Test("no screen is too small or too large, in any state")
    func anySize() {
        var panel = ControlPanel(isOn: true)
        let gather = Sample.gather(Sample.running())
        for key in "ae?" { _ = panel.press(.character(key), gather, at: .zero) }
        for rows in [1, 2, 9, 10, 11, 12, 13, 18, 19, 27, 28, 100] {
            for columns in [1, 2, 39, 40, 41, 55, 80, 300] {
                let shown = Self.screen(gather, rows: rows, columns: columns, panel: panel)
                let plain = Self.screen(nil, rows: rows, columns: columns, isStale: true)
                #expect(shown.count == rows && plain.count == rows)
                #expect((shown + plain).allSatisfy { TextWidth.of($0) <= columns })
            }
        }
    }

    @Test("the time by which it ends does not move with the second it is looked at")
    func until() {
        var board = Board(panel: ControlPanel(isOn: false), path: "/")
        _ = board.update(
            MatchState(gather: Sample.gather(Sample.running(.milliseconds(90_000)))),
            reason: "snapshot")
        let first = board.viewModel(at: Sample.now).headline
        var now = Sample.now
        // Both clocks are read, one after the other.
        now.boottime += .microseconds(500_001)
        now.wall += .microseconds(500_000)
        #expect(board.viewModel(at: now).headline == first)
        now.wall += .seconds(3_600)
        #expect(board.viewModel(at: now).headline != first)
    }

    @Test("an end that is not today is said to be tomorrow's, as the status does")
    func tomorrow() {
        let gather = Sample.gather(Sample.running(.seconds(86_400)))
        let time = LocalTime(Sample.now.wall + .seconds(86_400)).timeOfDay
        let screen = Self.screen(gather, rows: 24, columns: 80)
        #expect(screen[0] == " RUNNING until tomorrow \(time)")
        let status = ClockViewModel(gather, at: Sample.now).sentence
        #expect(status == "running until tomorrow \(time)")
    }

    @Test("the bar of a short period has a cell a second at most, and moves every four seconds")
    func shortBar() {
        var timer = Sample.running(.seconds(59))
        timer.initial = TimeFields(minutes: 0, seconds: 59)
        let gather = Sample.gather(timer)
        for (seconds, part) in [(0, 0), (3, 0), (4, 4), (58, 56), (59, 59)] {
            let screen = Self.screen(gather, rows: 60, columns: 200, after: seconds)
            let bar = String(repeating: "█", count: part) + String(repeating: "·", count: 59 - part)
            let margin = String(repeating: " ", count: 70)
            #expect(screen.contains(margin + bar), "\(seconds)")
        }
        #expect(
            Self.screen(gather, rows: 10, columns: 40, after: 7)[6]
                == " ██" + String(repeating: "·", count: 36))
    }
}
