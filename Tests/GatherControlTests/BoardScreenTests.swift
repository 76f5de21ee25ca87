import GatherAPI
import Testing

@testable import GatherControl

/// The screens of the board: the goals with their scorers, the sides, and the draw.
@Suite struct BoardScreenTests {
    private static let squad = [
        Sample.player(3, "Ada"), Sample.player(8, "Bea"), Sample.player(12, "Kofi"),
        Sample.player(14, "Dan"),
    ]
    private static let gather = Sample.gather(
        [squad[0], squad[2]], [squad[1]], bench: [squad[3]])

    private static func goal(
        _ number: Int, _ side: Side, by scorer: SquadPlayerFields? = nil, isOwn: Bool = false
    ) -> TimelineEntry {
        var entry = Sample.entry(number, "goal", "\(number)-0", gone: number * 60)
        (entry.team, entry.goals, entry.standingScore) = (side, 1, "\(number)-0")
        (entry.scorer, entry.scorerID) = (scorer?.profile.name, scorer?.id)
        entry.ownGoal = scorer == nil ? nil : isOwn
        return entry
    }

    private static let goals = [
        goal(9, .teamB, by: squad[0], isOwn: true), goal(5, .teamA, by: squad[2]), goal(4, .teamA),
    ]

    private static func panel() -> ControlPanel {
        var panel = ControlPanel(isOn: true)
        panel.goals = goals
        return panel
    }

    /// What keys send; `\n` is Enter, `<` Escape, `v` and `^` are arrows.
    private static func press(
        _ keys: String, _ panel: inout ControlPanel, _ gather: GatherSnapshot? = gather
    ) -> [Change] {
        keys.flatMap { key in
            Keys.changes(panel.press(Self.key(key), gather, at: .zero))
        }
    }

    private static func key(_ key: Character) -> BoardKey {
        switch key {
        case "\n": .enter
        case "<": .escape
        case "v": .move(1)
        case "^": .move(-1)
        default: .character(key)
        }
    }

    private static func amended(_ number: Int, _ id: Int?, isOwn: Bool = false) -> Change {
        let name = squad.first { $0.id == id }?.profile.name ?? ""
        let scorer = id.map { Scorer(id: $0, name: name, isOwnGoal: isOwn) }
        return .amendGoal(number, scorer, of: gather.id)
    }

    // MARK: - The list

    @Test("a number picks its row at once where no other begins so, and else waits for Enter")
    func numbers() {
        var cursor = ListCursor()
        let numbers = [3, 1, 12, 14]
        #expect(cursor.row(numbers) == 3)
        #expect(cursor.press(.character("1"), numbers) == nil)
        #expect((cursor.row(numbers), cursor.typed) == (1, "1"))
        #expect(cursor.press(.character("4"), numbers) == 14)
        #expect((cursor.row(numbers), cursor.typed) == (14, ""))
        for (key, unknown) in [("1", nil), ("5", "15"), ("7", "17")] as [(Character, String?)] {
            #expect(cursor.press(.character(key), numbers) == nil)
            #expect(cursor.unknown == unknown)
        }
        #expect(cursor.press(.enter, numbers) == 1)
        // What was typed is meant, and not the row that it has come to.
        _ = cursor.press(.character("1"), [12, 15])
        #expect(cursor.press(.enter, [12, 15]) == nil)
        #expect((cursor.unknown, cursor.typed) == ("1", "1"))
        _ = cursor.press(.backspace, numbers)
        #expect(cursor.press(.character("3"), numbers) == 3)
        _ = cursor.press(.character("1"), numbers)
        _ = cursor.press(.backspace, numbers)
        #expect(cursor.press(.character("3"), numbers) == 3)
    }

    @Test("the arrows stay in the list, and a row that is gone leaves the first one")
    func arrows() {
        var cursor = ListCursor(at: 4)
        for (rows, number) in [(1, 5), (10, 6), (1, 6), (-1, 5), (-10, 4), (-1, 4), (1, 5)] {
            #expect(cursor.press(.move(rows), [4, 5, 6]) == nil)
            #expect(cursor.row([4, 5, 6]) == number)
        }
        #expect(cursor.row([7, 8]) == 7)
        #expect(cursor.press(.enter, []) == nil)
        #expect(cursor.press(.move(1), []) == nil)
    }

    // MARK: - Goals

    @Test(
        "a goal is picked, then its scorer: of its side, of the other one, or nobody",
        arguments: [
            ("g\n12", amended(9, 12, isOwn: true)), ("g9o8", amended(9, 8)),
            ("gv\n0", amended(5, nil)), ("gv\n^v\n", amended(5, 12)), ("g4\n", amended(4, nil)),
            ("g43", amended(4, 3)), ("g<g4o8", amended(4, 8, isOwn: true)),
            ("gv\n<4v\n", amended(4, 3)),
        ])
    func scorer(keys: String, change: Change) {
        var panel = Self.panel()
        #expect(Self.press(keys, &panel).map(\.call) == [change.call])
        #expect(panel.screen == nil)
        #expect(panel.notices.map(\.text) == ["scorer of event \(Self.number(change)) ..."])
    }

    private static func number(_ change: Change) -> Int {
        if case .int(let number)? = change.call.parameters["number"] { number } else { 0 }
    }

    @Test("Escape and q leave a screen for the one before, and nothing is sent")
    func back() {
        for back in ["<", "q"] {
            var panel = Self.panel()
            #expect(Self.press("g\n\(back)", &panel) == [])
            #expect(panel.screen == .goals(ListCursor(at: 9)))
            #expect(Self.press(back, &panel) == [])
            #expect(panel.screen == nil)
        }
    }

    @Test("Escape and a key at once are both where a screen or a question is open, else nothing")
    func escapeAndKey() {
        var panel = Self.panel()
        #expect(panel.press(.alt("b"), Self.gather, at: .zero) == [])
        #expect(Self.press("g", &panel) == [])
        let undone = panel.press(.alt("u"), Self.gather, at: .zero)
        #expect(Keys.changes(undone) == [.undo(number: nil)])
        #expect(panel.screen == nil)
        #expect(Self.press("a", &panel) == [.addToScore(.teamA, 1)])
        let actions = panel.press(.alt("b"), Self.gather, at: .seconds(1))
        #expect(Keys.changes(actions) == [.addToScore(.teamB, 1)])
        // A yes with Alt is none.
        _ = panel.press(.character("e"), Self.gather, at: .seconds(2))
        #expect(panel.press(.alt("y"), Self.gather, at: .seconds(3)) == [])
        #expect(panel.question == nil)
    }

    @Test("the goals of a match that is over are amended in it, also where another one is open")
    func over() {
        var (over, other) = (Self.gather, Self.gather)
        over.phase = .ended
        other.id = "another"
        var panel = Self.panel()
        #expect(Self.press("g4", &panel, over) == [])
        #expect(Self.press("3", &panel, other).map(\.call) == [Self.amended(4, 3).call])
    }

    @Test("only single goals that count are listed, as they are by now, the newest first")
    func listed() {
        var (undone, several, lowered) = (
            Self.goal(6, .teamA), Self.goal(7, .teamA), Self.goal(8, .teamB)
        )
        undone.undoneBy = 10
        several.goals = 2
        lowered.lowered = true
        var corrected = Self.goal(11, .teamA)
        corrected.correction = true
        var board = Board(panel: ControlPanel(isOn: true), path: "")
        _ = board.update(MatchState(gather: Self.gather), reason: "snapshot")
        // A goal may have counted that is still on its way here.
        _ = board.panel.press(.character("g"), Self.gather, at: .zero)
        #expect(board.panel.screen == .goals(ListCursor()))
        #expect(board.panel.screenContents(Self.gather)?.title == "Last goals ...")
        _ = board.panel.press(.enter, Self.gather, at: .zero)
        #expect(board.panel.notices.map(\.text) == ["the goals are being read; press it again"])
        _ = board.panel.press(.escape, Self.gather, at: .zero)
        let summary = Sample.summary(id: Self.gather.id)
        let entries = Self.goals.reversed() + [undone, several, lowered, corrected]
        _ = board.update(Sample.timeline(summary, entries))
        _ = board.panel.press(.character("g"), Self.gather, at: .zero)
        let screen = board.viewModel(at: Sample.now).screen
        #expect(
            screen?.groups.flatMap(\.rows).map(\.text) == [
                "10' 9-0 Blues, own goal of Ada", "6' 5-0 Reds, Kofi", "5' 4-0 Reds, nobody",
            ])
        var other = Self.gather
        other.id = "another"
        _ = board.update(MatchState(gather: other), reason: "opened")
        #expect(board.panel.goals == [])
    }

    // MARK: - Undo

    @Test("u names the command that is shown as the newest one, where it is known to be that")
    func undo() {
        let gather = Self.gather
        var newer = gather
        newer.revision += 1
        let summary = Sample.summary(id: gather.id)
        let entries = [
            Self.goal(5, .teamA), Sample.entry(6, "goal", undoneBy: 7),
            Sample.entry(7, "undid 6", kind: "undone"),
        ]
        func undo(_ board: Board, _ keys: String = "u") -> Change? {
            var board = board
            return keys.flatMap {
                Keys.changes(board.panel.press(.character($0), gather, at: .zero))
            }.last
        }
        let (unnamed, named) = (Change.undo(number: nil), Change.undo(number: 5, isLast: true))
        var board = Board(panel: ControlPanel(isOn: true), path: "")
        _ = board.update(MatchState(gather: gather), reason: "snapshot")
        #expect(undo(board) == unnamed)
        _ = board.update(Sample.timeline(summary, entries))
        #expect(undo(board) == named)
        // What was pressed before it is on its way, and will be the newest one.
        #expect(undo(board, "+u") == unnamed)
        var answered = board
        answered.update(answer: Sample.reply(gather))
        #expect(undo(answered) == named)
        answered.update(answer: Sample.reply(newer))
        #expect(undo(answered) == unnamed)
        // No event of the clocks can be undone.
        _ = board.update(MatchState(gather: newer), reason: "clockCorrected")
        #expect(undo(board) == unnamed)
        _ = board.update(Sample.timeline(summary, entries))
        #expect(undo(board) == unnamed, "the list is older than the match")
        let corrected = Sample.entry(8, "the clock was set", kind: "clockStepped", by: nil)
        _ = board.update(Sample.timeline(summary, entries + [corrected]))
        #expect(undo(board) == named)
        _ = board.update(MatchState(gather: nil), reason: "undone")
        #expect(undo(board) == unnamed)
    }

    @Test("u undoes nothing right after somebody else has, and then the next one")
    func undoneElsewhere() {
        var panel = Self.panel()
        panel.newestCommand = 4
        panel.undoneElsewhereAt = .seconds(10)
        #expect(panel.press(.character("u"), Self.gather, at: .milliseconds(10_200)) == [])
        #expect(panel.notices.last?.text.hasPrefix("somebody else has just undone the") == true)
        let again = panel.press(.character("u"), Self.gather, at: .milliseconds(10_900))
        #expect(Keys.changes(again) == [.undo(number: 4, isLast: true)])
        panel = Self.panel()
        panel.undoneElsewhereAt = .seconds(10)
        let later = panel.press(.character("u"), Self.gather, at: .seconds(11))
        #expect(Keys.changes(later) == [.undo(number: nil)])
    }

    @Test("space changes nothing right after somebody else has turned the clock, and then it does")
    func turnedElsewhere() {
        var panel = Self.panel()
        panel.clockTurnedElsewhereAt = .seconds(10)
        let running = Sample.gather(Sample.running())
        #expect(panel.press(.character(" "), running, at: .milliseconds(10_100)) == [])
        #expect(panel.notices.last?.text.hasPrefix("the clock has just been started or") == true)
        let again = panel.press(.character(" "), running, at: .milliseconds(10_900))
        #expect(Keys.changes(again) == [.pause()])
        panel = Self.panel()
        panel.clockTurnedElsewhereAt = .seconds(10)
        let later = panel.press(.character(" "), running, at: .seconds(11))
        #expect(Keys.changes(later) == [.pause()])
    }

    @Test("a goal is not taken away again right after somebody else has done so, unless confirmed")
    func takenElsewhere() throws {
        let key = try #require(GoalKey("A"))
        var panel = Self.panel()
        panel.slips.record(key, at: .seconds(10))
        #expect(panel.press(.character("A"), Self.gather, at: .milliseconds(10_200)) == [])
        let again = panel.press(.character("A"), Self.gather, at: .milliseconds(10_900))
        #expect(Keys.changes(again) == [.addToScore(.teamA, -1)])
        panel = Self.panel()
        panel.slips.record(key, at: .seconds(10))
        let later = panel.press(.character("A"), Self.gather, at: .seconds(11))
        #expect(Keys.changes(later) == [.addToScore(.teamA, -1)])
    }

    @Test("a goal that was taken away elsewhere is noticed, and one that was counted is none")
    func takenAway() {
        var board = Board(panel: Self.panel(), path: "")
        _ = board.update(MatchState(gather: Sample.gather(score: (2, 1))), reason: "snapshot")
        func taken(_ score: (Int, Int)) -> [GoalKey?] {
            var after = Sample.gather(score: score)
            after.revision += 1
            var state = WatchState()
            state.update(MatchState(gather: after), reason: "scoreChanged")
            return board.takenAway(state)
        }
        #expect(taken((1, 1)) == [GoalKey("A")])
        #expect(taken((3, 0)) == [GoalKey("B")])
        #expect(taken((3, 1)) == [])
    }

    // MARK: - Sides

    @Test("two players are picked on the sides and swapped, whom a notice names")
    func swap() {
        for keys in ["t3v\n", "t38", "t12<38"] {
            var panel = Self.panel()
            let changes = Self.press(keys, &panel)
            #expect(changes.map(\.call.method) == ["io.gatherd.Gather.SwapPlayers"], "\(keys)")
            guard case .sides(let screen) = panel.screen else { return #expect(Bool(false)) }
            #expect(screen.first == nil)
        }
        var panel = Self.panel()
        #expect(Self.press("t33", &panel) == [])
        let changes = Self.press("38", &panel)
        #expect(changes.first?.call.parameters["playerIds"] == .array([.int(3), .int(8)]))
        #expect(panel.notices.map(\.text) == ["Ada and Bea swapped ..."])
        #expect(Self.press("3<", &panel) == [])
        #expect(panel.screen != nil)
        #expect(Self.press("<", &panel) == [])
        #expect(panel.screen == nil)
    }

    @Test("where there is nobody to swap, a notice says what draws the sides")
    func nobody() {
        var over = Self.gather
        over.phase = .ended
        for gather in [Keys.gather, over, nil] {
            var panel = Self.panel()
            #expect(panel.press(.character("t"), gather, at: .zero) == [])
            #expect(panel.screen == nil)
            #expect(panel.notices.last?.text.hasSuffix("'p' draws the sides") == true)
        }
    }

    // MARK: - The draw

    private static func drawing(_ keys: String, _ gather: GatherSnapshot? = nil) -> ControlPanel {
        var panel = Self.panel()
        #expect(panel.press(.character("p"), gather, at: .zero) == [.listSquad])
        panel.squad = squad
        _ = press(keys, &panel, gather)
        return panel
    }

    private static func draw(_ ids: [Int], again: Bool = false) -> Change {
        var change = Change.drawTeams(ids, seed: nil, again: again)
        change.players = [3: "Ada", 8: "Bea", 12: "Kofi", 14: "Dan"]
        return change
    }

    private static func event(_ number: Int, isChange: Bool = true) -> AwaitedScorers.Goal {
        AwaitedScorers.Goal(number: number, gatherID: gather.id, isChange: isChange)
    }

    @Test("those who are there are ticked by number or space, all by one key, and drawn")
    func ticks() {
        let ticked: [(String, [Int])] = [
            ("314", [3, 14]), (" v ", [3, 8]), ("a3", [8, 12, 14]), ("aa38", [3, 8]),
            ("v\nv\n12\n814", [12, 14]),
        ]
        for (keys, ids) in ticked {
            var panel = Self.drawing(keys)
            #expect(Self.press("d", &panel, nil) == [Self.draw(ids)], "\(keys)")
        }
        // Who is in the open match is there already.
        var open = Self.drawing("14", Self.gather)
        #expect(Self.press("d", &open) == [Self.draw([3, 8, 12])])
        // For a match that is to be opened, those are ticked who usually play.
        for (keys, ids) in [("", [8, 14]), ("3", [3])] {
            var panel = Self.drawing(keys)
            panel.tick(usual: [14, 8, 99], nil)
            #expect(
                panel.screenContents(nil)?.title == "Who is there? \(ids.count) of 4", "\(keys)")
        }
        for (keys, count) in [("d", 0), ("3d", 1)] {
            let panel = Self.drawing(keys)
            #expect(panel.notices.last?.kind == .ignored)
            let text = "ticked: \(count); two sides are drawn of 2 to 22"
            #expect(panel.notices.last?.text == text)
        }
    }

    @Test("in a match that has begun a draw asks first, once for the screen")
    func begun() {
        let fresh = Sample.gather([Self.squad[0], Self.squad[2]], [Self.squad[1]])
        var (paused, running, scored) = (fresh, fresh, fresh)
        paused.timer = Sample.paused()
        running.timer = Sample.running()
        scored.teamB.score = 1
        let questions = [
            (running, "The match runs. Draw new sides? y yes [Cancel]"),
            (paused, "The match has begun. Draw new sides? y yes [Cancel]"),
            (scored, "The match has begun. Draw new sides? y yes [Cancel]"),
        ]
        for (gather, text) in questions {
            var panel = Self.drawing("", gather)
            #expect(Self.press("d", &panel, gather) == [])
            #expect(panel.question?.forms(gather)[0] == text)
            // Before anybody can have read it, y is no answer; and d is held.
            #expect(Self.press("yd", &panel, gather) == [])
            let now = Duration.milliseconds(150)
            let drawn = Keys.changes(panel.press(.character("y"), gather, at: now))
            #expect(drawn == [Self.draw([3, 8, 12])])
            _ = panel.settle(1, .done("drawn"), goal: Self.event(9), gather, at: now)
            #expect(Self.press("d", &panel, gather) == [Self.draw([3, 8, 12], again: true)])
        }
        var panel = Self.drawing("", running)
        #expect(Self.press("d<", &panel, running) == [])
        #expect(panel.notices.last?.text == "cancelled: the sides stay")
        // The screen is still there, and another key does on it what it does.
        #expect(Self.press("d14", &panel, running) == [])
        #expect(panel.question == nil)
        #expect(panel.screenContents(running)?.title.hasPrefix("Who is there? 4 of 4") == true)
        #expect(Self.press("d", &panel, running) == [])
        panel.removeExpired(running, at: .seconds(10))
        #expect(panel.notices.last?.text == "not drawn: nobody pressed y")
        #expect(Self.press("d", &panel, running) == [])
        var over = running
        over.phase = .ended
        panel.removeExpired(over, at: .seconds(1))
        #expect(panel.notices.last?.text == "not drawn: its match is over; 'u' reopens it")
        // A match that begins after the first draw asks before the next one.
        var before = Self.drawing("d", fresh)
        _ = before.settle(1, .done("drawn"), goal: Self.event(9), fresh, at: .zero)
        #expect(Self.press("d", &before, running) == [])
        #expect(before.question == .draw(in: running))
    }

    @Test("the draw is taken by y, and stays as it is")
    func taken() {
        var panel = Self.drawing("ad")
        #expect(panel.settle(1, .done("drawn"), goal: Self.event(2), nil, at: .zero) == [])
        #expect(
            panel.screenContents(Self.gather)?.groups.map(\.title) == ["Reds", "Blues", "Bench"])
        #expect(Self.press("d", &panel) == [Self.draw([3, 8, 12, 14], again: true)])
        // Nothing is taken before the sides are known.
        #expect(Self.press("yd", &panel) == [])
        #expect(panel.screen != nil)
        #expect(panel.settle(2, .done("drawn"), goal: Self.event(3), nil, at: .zero) == [])
        #expect(Self.press("y", &panel) == [])
        #expect(panel.screen == nil)
        #expect(panel.notices.last?.text == "the sides are as drawn")
    }

    @Test("Escape undoes what was drawn, the last draw first, and nothing else")
    func leftAsItWas() {
        var panel = Self.drawing("ad")
        _ = panel.settle(1, .done("drawn"), goal: Self.event(2), nil, at: .zero)
        for (id, event) in [(2, Self.event(7)), (3, Self.event(7, isChange: false))] {
            _ = Self.press("d", &panel)
            _ = panel.settle(id, .done("drawn"), goal: event, nil, at: .zero)
        }
        #expect(Self.press("<", &panel) == [.undo(number: 7), .undo(number: 2)])
        // Those who are there are still ticked.
        #expect(panel.screenContents(nil)?.title == "Who is there? 4 of 4")
        #expect(Self.press("<", &panel) == [])
        #expect(panel.screen == nil)
    }

    @Test("an Escape before the answer undoes the draw when it is answered")
    func cancelled() {
        var panel = Self.drawing("ad")
        _ = panel.settle(1, .done("drawn"), goal: Self.event(2), nil, at: .zero)
        #expect(Self.press("d<", &panel) == [Self.draw([3, 8, 12, 14], again: true)])
        let undone = panel.settle(2, .done(""), goal: Self.event(3), Self.gather, at: .zero)
        #expect(Keys.changes(undone) == [.undo(number: 3), .undo(number: 2)])
        // The first one, too, although the list is still shown.
        var first = Self.drawing("d<", Self.gather)
        #expect(first.screen != nil)
        let only = first.settle(1, .done(""), goal: Self.event(2), Self.gather, at: .zero)
        #expect(Keys.changes(only) == [.undo(number: 2)])
    }

    @Test("a draw that is refused leaves the list; one of another match is not undone")
    func failed() {
        for verdict in [CallVerdict.refused("no"), .unconfirmed, .unsent(nil)] {
            var panel = Self.drawing("ad")
            #expect(panel.settle(1, verdict, nil, at: .zero) == [])
            #expect(panel.screenContents(nil)?.title == "Who is there? 4 of 4")
            #expect(Self.press("d", &panel) == [Self.draw([3, 8, 12, 14])])
        }
        var (over, other) = (Self.gather, Self.gather)
        over.phase = .ended
        other.id = "another"
        var ended = Self.drawing("ad")
        _ = ended.settle(1, .done("drawn"), goal: Self.event(2), nil, at: .zero)
        #expect(Self.press("<", &ended, over) == [])
        #expect(ended.notices.last?.text == "the draw stays: its match is not open any more")
        for key in ["<", "d", "y"] {
            var panel = Self.drawing("ad")
            _ = panel.settle(1, .done("drawn"), goal: Self.event(2), nil, at: .zero)
            #expect(Self.press(key, &panel, other) == [])
            #expect(panel.screen == nil)
            #expect(panel.notices.last?.text == "another match was opened")
        }
        // The match that the draw has opened is not shown yet.
        var behind = Self.drawing("ad")
        _ = behind.settle(1, .done("drawn"), goal: Self.event(2), nil, at: .zero)
        #expect(Self.press("<", &behind, nil) == [.undo(number: 2)])
    }

    // MARK: - What is shown

    private static func screen(
        _ keys: String, rows: Int, columns: Int, squad: [SquadPlayerFields]? = squad,
        _ gather: GatherSnapshot = gather, isStale: Bool = false
    ) -> [String] {
        var board = Board(panel: panel(), path: "/run/test.sock")
        _ = board.update(MatchState(gather: gather), reason: "snapshot", isStale: isStale)
        board.panel.goals = goals
        board.panel.areGoalsKnown = true
        for key in keys {
            _ = board.panel.press(Self.key(key), gather, at: .zero)
            if key == "p" { board.panel.squad = squad }
        }
        return BoardLayout(board: board.viewModel(at: Sample.now), signs: .blocks)
            .grid(rows: rows, columns: columns).lines
    }

    @Test("each screen has the clock and the score, and fits the smallest board")
    func smallest() {
        #expect(
            Self.screen("gv", rows: 10, columns: 40) == [
                " 10:00  0-0  READY             CONTROL", " Last goals: which one?",
                "  9 10' 9-0 Blues, own goal of Ada", " >5 6' 5-0 Reds, Kofi",
                "  4 5' 4-0 Reds, nobody", "", "", "", "", " number or Enter picks  Esc back",
            ])
        #expect(
            Self.screen("t3", rows: 10, columns: 40, isStale: true).prefix(8) == [
                " 10:00  0-0  READY     STALE   CONTROL", " Swap with?                         1/2",
                " Reds",
                " >*  3 Ada -", "    12 Kofi -", " Blues", "     8 Bea -", " Bench",
            ])
        #expect(
            Self.screen("p1", rows: 10, columns: 40).prefix(4) == [
                " 10:00  0-0  READY             CONTROL", " Who is there? 4 of 4 1_",
                "  [x]  3 Ada", "  [x]  8 Bea",
            ])
        #expect(Self.screen("g?", rows: 10, columns: 40).contains { $0.contains("this help") })
    }

    @Test("the number of a shirt stands behind the name on each screen")
    func shirts() {
        var (gather, squad) = (Self.gather, Self.squad)
        (gather.teamA.players[0].shirt, squad[0].profile.shirt) = (7, 7)
        let rows = [
            ("g", "own goal of Ada #7"), ("t", " > 3 Ada #7 -"), ("g4", "   3 Ada #7 -"),
        ]
        for (keys, row) in rows {
            let screen = Self.screen(keys, rows: 10, columns: 60, gather)
            #expect(screen.contains { $0.contains(row) }, "\(keys): \(screen)")
        }
        let drawing = Self.screen("p", rows: 10, columns: 40, squad: squad, gather)
        #expect(drawing[2] == " >[x]  3 Ada #7")
    }

    @Test("the name of a side is shortened before that of the scorer, also in two columns")
    func longNames() {
        var gather = Self.gather
        gather.teamB.name = "The Wanderers of the Far Meadows by the River and the Old Mill"
        let wide = Self.screen("g", rows: 24, columns: 80, gather)[2]
        #expect(wide == " >9 10' 9-0 The Wanderers of the Fa…, own goal of Ada")
        let narrow = Self.screen("g", rows: 10, columns: 40, gather)[2]
        #expect(narrow == " >9 10' 9-0 The Wand…, own goal of Ada")
        gather.teamB.players[0].name = "Christopher Longname"
        let many = (1...22).map { Self.goal($0, .teamB, by: Self.squad[1]) }
        var board = Board(panel: ControlPanel(isOn: true), path: "")
        _ = board.update(MatchState(gather: gather), reason: "snapshot")
        board.panel.goals = many
        _ = board.panel.press(.character("g"), gather, at: .zero)
        let lines = BoardLayout(board: board.viewModel(at: Sample.now), signs: .blocks)
            .grid(rows: 24, columns: 80).lines
        #expect(lines.joined(separator: " ").split(separator: " ").count { $0 == "Bea" } == 22)
    }

    @Test("a squad that is longer than the screen has pages, and that of the cursor is shown")
    func pages() {
        let many = (1...50).map { Sample.player($0, "P\($0)") }
        func screen(_ keys: String, _ rows: Int, _ columns: Int) -> [String] {
            Self.screen("p\(keys)", rows: rows, columns: columns, squad: many)
        }
        #expect(screen("", 10, 40)[1].hasSuffix("1/9"))
        let page = screen("49", 10, 40)
        #expect(page[1].hasSuffix("9/9"))
        #expect(page[2] == " >[x] 49 P49")
        #expect(screen("", 24, 80)[1].hasSuffix("1/2"))
        #expect(screen("", 40, 120)[1] == " Who is there? 4 of 50")
    }

    @Test(
        "the sides are beside each other where they fit; a smaller screen has no list, and says so")
    func room() {
        let wide = Self.screen("t", rows: 24, columns: 80)
        #expect(wide[2].split(separator: " ") == ["Reds", "Blues", "Bench"])
        #expect(wide[3].split(separator: " ").map(String.init).contains(">"))
        for (rows, columns) in [(9, 80), (24, 39), (3, 20)] {
            let text = Self.screen("g", rows: rows, columns: columns).joined(separator: " ")
            #expect(text.contains("no room"))
            #expect(text.contains("10:00"))
        }
    }
}
