import GatherAPI
import Testing
import Varlink

@testable import GatherControl

/// Kicks from the mark on the board, and the question that leads to them.
@Suite struct KicksBoardTests {
    private static func period(_ kind: PeriodFields.Kind, _ seconds: Int) -> PeriodFields {
        PeriodFields(
            id: kind == .kicks ? "kicks from the mark" : "second half", kind: kind,
            seconds: seconds, shows: .down, fromSeconds: 0, atZero: .stop, begins: .byHand)
    }

    /// Returns a match whose last period is over, at a draw.
    private static func drawn(extra: Bool? = true, kicks: Bool? = true) -> GatherSnapshot {
        var gather = Sample.gather(Sample.stopped(.zero), names: ("Reds", "Blues"))
        (gather.teamA.score, gather.teamB.score, gather.score) = (1, 1, "1-1")
        gather.winnerTeam = "None"
        gather.course = CourseFields(
            format: "halves", index: 2, stage: .over, period: period(.play, 2_700),
            elapsedMilliseconds: 2_700_000, offersExtraTime: extra, offersKicks: kicks)
        return gather
    }

    /// Returns a match in which these kicks were taken in turns.
    private static func inKicks(
        _ marks: String = "", next: Side? = nil, winner: Side? = nil
    ) -> GatherSnapshot {
        var gather = drawn(extra: nil, kicks: nil)
        gather.course?.index = 3
        gather.course?.stage = winner == nil ? .underway : .over
        gather.course?.period = period(.kicks, 0)
        let taken = marks.enumerated().map { index, mark in
            KickFields(
                number: 10 + index, team: index.isMultiple(of: 2) ? .teamA : .teamB,
                scored: mark == "x")
        }
        let goals = Side.allCases.map { side in taken.count { $0.team == side && $0.scored } }
        gather.kicks = KicksFields(
            score: "\(goals[0])-\(goals[1])", goalsA: goals[0], goalsB: goals[1], taken: taken,
            next: next, suddenDeath: false, decided: winner != nil, winner: winner)
        if let winner { gather.winnerTeam = winner.title }
        return gather
    }

    private static func press(
        _ keys: String, _ panel: inout ControlPanel, _ gather: GatherSnapshot,
        every step: Duration = .seconds(2)
    ) -> [Call] {
        var now = Duration.zero
        return keys.flatMap { key -> [Call] in
            now += step
            return Keys.changes(panel.press(.character(key), gather, at: now)).map(\.call)
        }
    }

    private static func screen(
        _ gather: GatherSnapshot, rows: Int = 24, columns: Int = 80, isPublic: Bool = false,
        signs: BoardSigns = .blocks
    ) -> [String] {
        var board = Board(
            panel: ControlPanel(isOn: !isPublic), path: "/run/test.sock", isPublic: isPublic)
        _ = board.update(MatchState(gather: gather), reason: "snapshot", isStale: false)
        return BoardLayout(board: board.viewModel(at: Sample.now), signs: signs)
            .grid(rows: rows, columns: columns).lines
    }

    @Test("a, b, A and B are kicks, in and out")
    func keys() {
        let rows: [(key: String, next: Side?, change: Change)] = [
            ("a", nil, .takeKick(.teamA, isIn: true)), ("b", nil, .takeKick(.teamB, isIn: true)),
            ("A", .teamA, .takeKick(.teamA, isIn: false)),
            ("B", .teamB, .takeKick(.teamB, isIn: false)),
        ]
        for row in rows {
            var panel = ControlPanel(isOn: true)
            let gather = Self.inKicks(next: row.next)
            #expect(Self.press(row.key, &panel, gather) == [row.change.call])
            #expect(panel.question == nil)
        }
    }

    @Test("out of turn nothing is sent, and the board says whose turn it is")
    func outOfTurn() {
        var panel = ControlPanel(isOn: true)
        #expect(Self.press("aA", &panel, Self.inKicks("x", next: .teamB)) == [])
        #expect(panel.notices.last?.text == "no kick: it is the turn of Blues")
    }

    @Test("a key that is pressed twice within a second is one kick")
    func slip() {
        var panel = ControlPanel(isOn: true)
        let calls = Self.press("aa", &panel, Self.inKicks(), every: .milliseconds(400))
        #expect(calls.count == 1)
        #expect(panel.notices.last?.text == "'a' pressed twice: counted once")
        let later = Self.inKicks("xo", next: .teamA)
        #expect(Self.press("a", &panel, later, every: .milliseconds(900)).count == 1)
    }

    @Test("once the kicks are decided, the goal keys are those of goals again")
    func decided() {
        var panel = ControlPanel(isOn: true)
        let gather = Self.inKicks("xoxoxo", winner: .teamA)
        #expect(Self.press("a", &panel, gather) == [Change.addToScore(.teamA, 1).call])
    }

    @Test("at a draw the whistle key asks what follows")
    func question() {
        let rows: [(keys: String, calls: [Call])] = [
            ("nx", [Change.addExtraTime.call]), ("nk", [Change.beginKicks.call]), ("nq", []),
            ("n", []),
        ]
        for row in rows {
            var panel = ControlPanel(isOn: true)
            #expect(Self.press(row.keys, &panel, Self.drawn()) == row.calls, "\(row.keys)")
        }
        var panel = ControlPanel(isOn: true)
        #expect(Self.press("nx", &panel, Self.drawn(extra: nil)) == [])
        _ = Self.press("n", &panel, Self.drawn(extra: nil))
        #expect(panel.question?.forms(nil).first == "A draw. k kicks [Cancel]")
        let score = Self.drawn(extra: nil, kicks: nil)
        #expect(panel.question?.withdrawalNotice(score) == "nothing added: the match has changed")
    }

    @Test("the marks of each side are on every board, in Unicode and in ASCII")
    func marks() {
        let gather = Self.inKicks("xooxx", next: .teamB)
        for (rows, columns) in [(12, 40), (24, 80), (50, 160)] {
            for isPublic in [false, true] {
                let lines = Self.screen(gather, rows: rows, columns: columns, isPublic: isPublic)
                let row = lines.first { $0.contains("● ○ ● · ·") }
                #expect(row?.contains("○ ● · · ·") == true, "\(rows) x \(columns)")
                let plain = Self.screen(
                    gather, rows: rows, columns: columns, isPublic: isPublic, signs: .ascii)
                #expect(plain.contains { $0.contains("O X O . .") && $0.contains("X O . . .") })
                #expect(lines[0].contains("KICKS 2-1, NEXT: BLUES"), "\(rows) x \(columns)")
            }
        }
        let small = Self.screen(gather, rows: 2, columns: 60)
        #expect(small[0].contains("kicks 2-1"))
        #expect(small[0].contains("1-1"))
    }

    @Test("in a long sudden death the last kicks are shown where there is little room")
    func long() {
        let marks = String(repeating: "x", count: 40)
        let lines = Self.screen(Self.inKicks(marks, next: .teamA), rows: 12, columns: 40)
        #expect(lines.contains { $0.contains("● ● ● ● ● ● ● ● ●") })
        #expect(lines.allSatisfy { TextWidth.of($0) <= 40 })
    }

    @Test("the winner by kicks is in the headline, while the match is open and when it has ended")
    func winner() {
        var gather = Self.inKicks("xoxoxo", winner: .teamA)
        #expect(Self.screen(gather)[0].contains("REDS WIN 3-0 ON KICKS"))
        #expect(Self.screen(gather, isPublic: true)[0].contains("REDS WIN 3-0 ON KICKS"))
        gather.phase = .ended
        gather.endedAt = Sample.restartedAt
        let words = "Reds win 3-0 on kicks"
        for (rows, columns) in [(24, 80), (12, 40)] {
            for isPublic in [false, true] {
                let lines = Self.screen(gather, rows: rows, columns: columns, isPublic: isPublic)
                #expect(
                    lines.contains { $0.contains(words) }, "\(lines.joined(separator: "\n"))")
            }
        }
        #expect(gather.resultText == "Reds win 3-0 on kicks")
    }

    @Test("a line says how the kicks stand, and once the match has ended who won")
    func line() throws {
        let underway = Self.inKicks("xo", next: .teamA)
        let won = Self.inKicks("xoxoxo", winner: .teamA)
        let messages = [
            Sample.message(underway, "snapshot"), Sample.message(underway, "kickTaken"),
            Sample.message(won, "ended"), Sample.message(won, "submissionChanged"),
        ]
        let lines = try Bench(.replies(messages)).watch().output.split(separator: "\n")
        let ends = ["kicks 1-0, next: Reds", "kicks 1-0, next: Reds", "Reds win 3-0 on kicks"]
        #expect(zip(lines, ends).allSatisfy { $0.contains("  \($1)") }, "\(lines)")
        // Nobody is next once the match has ended.
        var left = underway
        left.phase = .ended
        let last = try Bench(.replies([Sample.message(left, "ended")])).watch().output
        #expect(last.contains("  kicks 1-0"), "\(last)")
        #expect(!last.contains("next"), "\(last)")
    }

    @Test("the hint names the keys of the stage")
    func hints() {
        #expect(Self.screen(Self.inKicks()).last?.contains("a b in  A B out") == true)
        #expect(Self.screen(Self.drawn()).last?.contains("n extra time or kicks") == true)
        let decided = Self.inKicks("xoxoxo", winner: .teamA)
        #expect(Self.screen(decided).last?.contains("e end") == true)
    }
}
