import GatherAPI
import Testing

@testable import GatherControl

/// Cards and substitutions on the board.
@Suite struct BookingScreenTests {
    private static let gather: GatherSnapshot = {
        var gather = Sample.gather(
            [Sample.player(3, "Ada"), Sample.player(12, "Kofi")], [Sample.player(8, "Bea")],
            bench: [Sample.player(14, "Dan")])
        gather.timer = Sample.paused()
        return gather
    }()

    /// Presses one key a second.
    private static func press(
        _ keys: String, _ panel: inout ControlPanel, _ gather: GatherSnapshot? = gather
    ) -> [Change] {
        keys.enumerated().flatMap { second, key -> [Change] in
            let pressed: BoardKey =
                switch key {
                case "\n": .enter
                case "<": .escape
                default: .character(key)
                }
            return Keys.changes(panel.press(pressed, gather, at: .seconds(second)))
        }
    }

    @Test(
        "a card is picked by its side, its player, and its kind",
        arguments: [
            ("k131", Change.showCard(.yellow, to: .teamA, id: 3, name: "Ada")),
            ("k282", .showCard(.red, to: .teamB, id: 8, name: "Bea")),
            ("k203", .showCard(.time, to: .teamB)),
            ("k\n\n\n", .showCard(.yellow, to: .teamA)),
            ("k2<1122", .showCard(.red, to: .teamA, id: 12, name: "Kofi")),
            ("k13<122", .showCard(.red, to: .teamA, id: 12, name: "Kofi")),
        ])
    func card(keys: String, change: Change) {
        var panel = ControlPanel(isOn: true)
        #expect(Self.press(keys, &panel).map(\.call) == [change.call])
        #expect(panel.screen == nil)
        #expect(panel.notices.count == 1)
    }

    @Test("a card for a player who leaves the match meanwhile does not become one for nobody")
    func cardForGone() {
        var panel = ControlPanel(isOn: true)
        #expect(Self.press("k13", &panel) == [])
        var later = Self.gather
        later.teamA.players.removeFirst()
        let change = Change.showCard(.yellow, to: .teamA, id: 3, name: "Ada")
        #expect(Self.press("1", &panel, later).map(\.call) == [change.call])
    }

    @Test(
        "what is picked in one match does not change another", arguments: ["k1", "i3", "t3", "f"])
    func anotherMatch(keys: String) {
        var other = Self.fiveASide
        var panel = ControlPanel(isOn: true)
        var gather = Self.fiveASide
        gather.bench = Self.gather.bench
        #expect(Self.press(keys, &panel, gather) == [])
        #expect(panel.screen != nil)
        other.id = "00000000-0000-0000-0000-000000000000"
        #expect(Self.press("1", &panel, other) == [])
        #expect(panel.screen == nil)
        #expect(panel.notices.map(\.text) == ["another match was opened"])
        #expect(Self.press(keys, &panel, gather) == [])
        panel.removeExpired(nil, at: .seconds(9))
        #expect(panel.screen == nil)
        #expect(panel.notices.last?.text == "its match no longer exists")
    }

    @Test("a substitution is picked by who goes off, and who comes on")
    func substitution() {
        let change = Change.substitute(.teamB, (8, "Bea"), by: (14, "Dan"))
        for keys in ["i814", "i8\n", "i3<814"] {
            var panel = ControlPanel(isOn: true)
            #expect(Self.press(keys, &panel).map(\.call) == [change.call])
            #expect(panel.screen == nil)
            #expect(panel.notices.map(\.text) == ["substitution: Dan for Bea, Blues ..."])
        }
    }

    @Test("a player who leaves the match while one comes on keeps the name")
    func substitutionForGone() {
        var panel = ControlPanel(isOn: true)
        #expect(Self.press("i3", &panel) == [])
        var later = Self.gather
        later.teamA.players.removeFirst()
        let title = panel.screenContents(later)?.title
        #expect(title == "Substitution for Ada: who comes on?")
        #expect(Self.press("14", &panel, later) == [])
        #expect(
            panel.notices.map(\.text) == ["not substituted: the player is on no side any more"])
    }

    @Test(
        "a key that is held down picks once",
        arguments: ["k", "i", "t", "f"], [BoardKey.enter, .character(" ")])
    func held(opener: Character, key: BoardKey) {
        var gather = Self.fiveASide
        gather.bench = Self.gather.bench
        var panel = ControlPanel(isOn: true)
        _ = panel.press(.character(opener), gather, at: .zero)
        var changes: [Change] = []
        for time in [500, 1_100] + Array(stride(from: 1_133, to: 2_000, by: 33)) {
            changes += Keys.changes(panel.press(key, gather, at: .milliseconds(time)))
        }
        let isLast = opener == "f"
        #expect(changes.map(\.call) == (isLast ? [Change.countFoul(of: .teamA).call] : []))
        #expect((panel.screen == nil) == isLast)
        // Behind the last list, Enter does nothing.
        let notices = panel.notices.map(\.text).filter { $0.contains("held") }
        let name = key == .enter ? "'↵'" : "space"
        #expect(
            notices
                == (isLast && key == .enter
                    ? [] : ["\(name) is held: counted once; press it again after a moment"]))
    }

    @Test("a foul, a time-out and a cooling break are picked in a match with a format")
    func stoppage() {
        var gather = Self.gather
        var panel = ControlPanel(isOn: true)
        #expect(Self.press("f", &panel, gather) == [])
        #expect(panel.notices.last?.text.hasPrefix("no foul: the match has no format") == true)
        gather.course = CourseFields(
            format: "futsal", index: 0, stage: .underway,
            period: PeriodFields(
                id: "first half", kind: .play, seconds: 1_200, shows: .down, fromSeconds: 0,
                atZero: .stop, begins: .byHand),
            elapsedMilliseconds: 0,
            timeOuts: TimeOutsFields(leftA: 0, leftB: 1, allowanceSeconds: 0))
        let rows: [(keys: String, change: Change)] = [
            ("f1", .countFoul(of: .teamA)), ("f2", .countFoul(of: .teamB)),
            ("f4", .takeTimeOut(of: .teamB)), ("f5", .takeTimeOut(of: nil)),
        ]
        for row in rows {
            var panel = ControlPanel(isOn: true)
            #expect(Self.press(row.keys, &panel, gather).map(\.call) == [row.change.call])
            #expect(panel.screen == nil)
        }
        // A side without a time-out leaves its number to nobody.
        #expect(Self.press("f3", &panel, gather) == [])
        #expect(panel.notices.last?.text == "no number 3 here")
        #expect(Self.press("<", &panel, gather) == [])
        #expect(panel.screen == nil)
        gather.course?.stage = .waiting
        #expect(Self.press("f", &panel, gather) == [])
        #expect(panel.notices.last?.text == "no foul: nobody plays now")
    }

    @Test("Escape goes back one choice, and nothing is sent")
    func back() {
        for keys in ["k131", "i814"] {
            for count in 1..<keys.count {
                var panel = ControlPanel(isOn: true)
                let back = String(repeating: "<", count: count)
                #expect(Self.press(keys.prefix(count) + back, &panel) == [])
                #expect(panel.screen == nil, "\(keys), \(count)")
            }
        }
    }

    @Test("without what it takes, the key says so")
    func nothing() {
        var (bare, alone) = (Sample.gather(), Self.gather)
        alone.bench = []
        bare.bench = Self.gather.bench
        let over = Sample.gather(phase: .ended)
        for (key, gather, text) in [
            ("k", nil, "no card: no match is open"), ("k", over, "no card: no match is open"),
            ("i", nil, "no substitution: no match is open"),
            ("i", bare, "no substitution: nobody is on a side"),
            ("i", alone, "no substitution: nobody is on the bench"),
        ] as [(String, GatherSnapshot?, String)] {
            var panel = ControlPanel(isOn: true)
            #expect(Self.press(key, &panel, gather) == [])
            #expect(panel.notices.map(\.text) == [text])
            #expect(panel.screen == nil)
        }
        // A match without players has cards all the same.
        var panel = ControlPanel(isOn: true)
        #expect(Self.press("k202", &panel, bare).count == 1)
        #expect(Self.press("k9", &panel) == [])
        #expect(panel.notices.last?.text == "no number 9 here")
    }

    // MARK: - What is shown

    private static func lines(
        _ keys: String, _ gather: GatherSnapshot, rows: Int, columns: Int, after seconds: Int = 0
    ) -> [String] {
        grid(keys, gather, rows: rows, columns: columns, after: seconds).lines
    }

    private static func grid(
        _ keys: String, _ gather: GatherSnapshot, rows: Int, columns: Int, after seconds: Int = 0
    ) -> BoardGrid {
        var board = Board(panel: ControlPanel(isOn: true), path: "/run/test.sock")
        _ = board.update(MatchState(gather: gather), reason: "snapshot", isStale: false)
        _ = press(keys, &board.panel, gather)
        var now = Sample.now
        now.boottime += .seconds(seconds)
        return BoardLayout(board: board.viewModel(at: now), signs: .blocks)
            .grid(rows: rows, columns: columns)
    }

    /// A match with a yellow card, a second one, and a penalty.
    private static let carded: GatherSnapshot = {
        var gather = Self.gather
        gather.timer = Sample.running()
        let (ada, kofi) = (gather.teamA.players[0], gather.teamA.players[1])
        func card(_ number: Int, _ player: PlayerFields, _ kind: CardKind) -> CardFields {
            CardFields(
                number: number, team: .teamA, player: player, card: kind, goneMilliseconds: 0)
        }
        gather.cards = [
            card(4, ada, .yellow), card(5, kofi, .yellow), card(6, kofi, .secondYellow),
        ]
        gather.penalties = [
            PenaltyFields(
                number: 7, team: .teamB, player: gather.teamB.players[0],
                remainingMilliseconds: 90_000)
        ]
        return gather
    }()

    @Test("the screens fit the smallest board, and have the marks")
    func smallest() {
        let screen = Self.lines("k1", Self.carded, rows: 10, columns: 40)
        #expect(
            screen.dropFirst().prefix(4) == [
                " Card, Reds: who?", " > 0 nobody", "   3 Ada - [Y]", "  12 Kofi - [2Y]",
            ])
        let kinds = Self.lines("k13", Self.gather, rows: 10, columns: 40)
        #expect(
            kinds.dropFirst().prefix(4) == [
                " Card, Ada: which?", " >1 yellow card", "  2 red card", "  3 time penalty",
            ])
        let bench = Self.lines("i3", Self.gather, rows: 10, columns: 40)
        #expect(
            bench.dropFirst().prefix(3) == [
                " Substitution for Ada: who comes on?", " Bench", " >14 Dan -",
            ])
    }

    @Test(
        "a board has the marks beside the players, and the penalties that run", arguments: [0, 30])
    func board(seconds: Int) {
        let screen = Self.lines("", Self.carded, rows: 24, columns: 80, after: seconds)
        let left = seconds == 0 ? "01:30" : "01:00"
        #expect(screen.contains(" time penalty: \(left) Bea, Blues"))
        #expect(screen.contains { $0.hasPrefix(" 3 Ada - [Y]") })
        #expect(screen.contains { $0.hasPrefix(" 12 Kofi - [2Y]") })
        let small = Self.lines("", Self.carded, rows: 12, columns: 40, after: seconds)
        #expect(small.contains(" time penalty: \(left) Bea, Blues"))
    }

    /// A match of halves with five a side, and cards for the last player, for nobody, and for both.
    private static let fiveASide: GatherSnapshot = {
        func players(_ first: Int, _ names: String...) -> [SquadPlayerFields] {
            names.enumerated().map { Sample.player(first + $0, $1) }
        }
        var gather = Sample.gather(
            players(1, "Anna", "Ben", "Cleo", "Dan", "Eve"),
            players(6, "Fay", "Gus", "Hal", "Ida", "Jon"))
        gather.course = CourseFields(
            format: "halves", index: 0, stage: .underway,
            period: PeriodFields(
                id: "first half", kind: .play, seconds: 2_700, shows: .up, fromSeconds: 0,
                atZero: .run, begins: .byHand),
            elapsedMilliseconds: 65_000)
        gather.cards = [
            booking(.teamA, gather.teamA.players[4], .yellow), booking(.teamB, nil, .red),
            booking(.teamB, gather.teamB.players[4], .red),
        ]
        return gather
    }()

    private static func booking(
        _ side: Side, _ player: PlayerFields?, _ kind: CardKind
    ) -> CardFields {
        CardFields(number: 4, team: side, player: player, card: kind, goneMilliseconds: 0)
    }

    @Test("the cards have a line below the score, also where there is no room for their players")
    func cardsOfAll() {
        let small = Self.lines("", Self.fiveASide, rows: 12, columns: 40)
        #expect(
            small.dropFirst(7) == [
                "           Reds  0 - 0  Blues", " Eve Y               R, Jon R",
                " 1 Anna -            6 Fay -", " and 4 more          and 4 more",
                " n whistle  ? keys  q quit",
            ])
        let large = Self.lines("", Self.fiveASide, rows: 24, columns: 80)
        #expect(
            large[17..<23] == [
                "", " Eve Y                                   R, Jon R",
                " 1 Anna -                                6 Fay -",
                " 2 Ben -                                 7 Gus -",
                " 3 Cleo -                                8 Hal -",
                " and 2 more                              and 2 more",
            ])
        var plain = Self.fiveASide
        plain.cards = nil
        for (rows, columns) in [(10, 40), (12, 40), (24, 80), (60, 200)] {
            let with = Self.lines("", Self.fiveASide, rows: rows, columns: columns)
            #expect(with.contains { $0.contains("Eve Y") && $0.contains("R, Jon R") })
            #expect(with.allSatisfy { TextWidth.of($0) <= columns })
            // The clock, the score and the keys stay where they are.
            let without = Self.lines("", plain, rows: rows, columns: columns)
            let score = without.lastIndex { $0.contains("Reds") || $0.contains("██") } ?? 0
            #expect(with.prefix(score + 1) == without.prefix(score + 1))
            #expect(with.last == without.last)
        }
        // The line of messages comes first.
        let told = Self.lines("k131", Self.fiveASide, rows: 12, columns: 40)
        #expect(told[8].hasPrefix(" Eve Y "))
        #expect(told[10] == " yellow card: Cleo, Reds ...")
        let least = Self.lines("k131", Self.fiveASide, rows: 10, columns: 40)
        #expect(least[8] == " yellow card: Cleo, Reds ...")
    }

    @Test("the line of the cards is cut by shorter names, and says how many it leaves out")
    func cardsCut() {
        typealias Booking = BoardViewModel.Booking
        let two = [Booking(name: "Christopher", card: .yellow), Booking(card: .red)]
        let many = two + (1...5).map { Booking(name: "Player\($0)", card: .secondYellow) }
        for (bookings, columns, line) in [
            ([], 18, ""), (two, 18, "Christopher Y, R"), (two, 12, "Christ… Y, R"),
            (many, 40, "Christopher Y, R, Player1 2Y and 4 more"),
            (many, 27, "Christopher Y, R and 5 more"), (many, 23, "Christ… Y, R and 5 more"),
            (many, 18, "Chri… Y and 6 more"), (many, 3, "… …"),
        ] as [([Booking], Int, String)] {
            #expect(BookingLine(bookings: bookings).text(columns: columns) == line)
        }
        for columns in 1...100 {
            let wide = BookingLine(bookings: many + [Booking(name: "日本代表", card: .red)])
            #expect(TextWidth.of(wide.text(columns: columns)) <= columns)
        }
    }

    @Test("a player has one card on the line, and a time penalty is none")
    func bookings() {
        #expect(
            CardPresenter.bookings(Self.carded, .teamA).map(\.card) == [.yellow, .secondYellow])
        var gather = Self.carded
        gather.cards?.append(Self.booking(.teamB, nil, .time))
        #expect(CardPresenter.bookings(gather, .teamB).isEmpty)
    }

    @Test("a mark has its colour, and stays where a name is too long")
    func color() throws {
        var gather = Self.carded
        gather.teamA.players[0].name = String(repeating: "A", count: 90)
        let grid = Self.grid("", gather, rows: 24, columns: 80)
        let row = try #require(grid.lines.firstIndex { $0.contains("[Y]") })
        let column = 35
        #expect((0..<3).map { grid[row, column + 1 + $0].text }.joined() == "[Y]")
        #expect(grid[row, column + 2].style == .side(.yellow))
        let sentOff = try #require(grid.lines.firstIndex { $0.contains("[2Y]") })
        #expect(grid[sentOff, 13].style == .side(.red))
    }

    @Test(
        "a name that is too long for its mark is cut where that is seen", arguments: [80, 82, 83])
    func wideNames(columns: Int) {
        var gather = Self.carded
        gather.teamA.players[0].name = String(repeating: "東", count: 50)
        let screen = Self.lines("", gather, rows: 24, columns: columns)
        #expect(screen.contains { $0.hasPrefix(" 3 東東") && $0.contains("東… [Y]") })
    }

    @Test("a title that is too long leaves room for what was typed, and for the page")
    func longTitle() {
        var gather = Self.fiveASide
        gather.teamA.name = String(repeating: "東", count: 30)
        gather.teamA.players = (1...30).map {
            PlayerFields(id: $0, name: "P\($0)", position: nil)
        }
        let title = Self.lines("k11", gather, rows: 10, columns: 40)[1]
        #expect(title == " Card, \(String(repeating: "東", count: 12))… 1_ 1/6")
    }

    @Test("a penalty stands while the countdown does, and is over with it at the latest")
    func penalty() {
        var gather = Self.carded
        var later = Sample.now
        later.boottime += .seconds(89)
        func left(_ gather: GatherSnapshot) -> [Duration] {
            gather.penaltiesLeft(at: later).map(\.left)
        }
        #expect(left(gather) == [.seconds(1)])
        gather.timer = Sample.paused()
        #expect(left(gather) == [.seconds(90)])
        gather.timer = Sample.running(.seconds(50))
        #expect(left(gather) == [.seconds(40)])
        gather.phase = .ended
        #expect(left(gather) == [])
        later.boottime += .seconds(1)
        #expect(left(Self.carded) == [])
    }
}
