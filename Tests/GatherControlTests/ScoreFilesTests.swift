import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite final class ScoreFilesTests {
    private let directory: String

    init() throws {
        var template = Array("/tmp/gatherctl-XXXXXX".utf8CString)
        let path = mkdtemp(&template)
        directory = try #require(path.map { String(cString: $0) })
    }

    deinit {
        for name in (try? Files.names(in: directory)) ?? [] { unlink("\(directory)/\(name)") }
        rmdir(directory)
    }

    private func text(_ name: String) throws -> String? {
        try Files.contents(of: "\(directory)/\(name)", limit: 1 << 20).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("a watch keeps a file for each part of the board, and one with everything")
    func files() throws {
        let gather = Sample.gather(Sample.paused(), names: ("Reds", "Blues\u{1B}"))
        let result = try Bench(.replies([Sample.message(gather, "snapshot")])).watch(
            "--write", directory, "--once")
        #expect(result.status == .done)
        #expect(result.output == "" && result.errors == "")
        #expect(Set(try Files.names(in: directory)) == Set(ScorePresenter.names))
        #expect(try text("clock.txt") == "07:31")
        #expect(try text("home_name.txt") == "Reds")
        #expect(try text("home_score.txt") == "2")
        #expect(try text("away_name.txt") == "Blues\u{FFFD}")
        #expect(try text("away_score.txt") == "1")
        #expect(try text("period.txt") == "paused")
        let bytes = Array((try text("match.json") ?? "").utf8)
        let json = try JSONValue(parsing: bytes[...], nesting: 8)
        #expect(json.object?["clock"] == "07:31" && json.object?["stale"] == false)
        #expect(json.object?["gather"]?.object?["score"] == "2-1")
        #expect(json.object?["gather"]?.object?["timer"]?.object?["remaining"] == nil)
    }

    private static func goal(
        _ number: Int, _ side: ServerTeam, minute: Int, _ name: String?, isOwn: Bool = false
    ) -> TimelineEntry {
        var goal = Sample.entry(number, "goal \(number)", gone: minute * 60 - 30)
        (goal.team, goal.goals, goal.scorer, goal.scorerID) = (side, 1, name, name.map(\.count))
        goal.ownGoal = name == nil ? nil : isOwn
        return goal
    }

    /// A match whose last goal is known, at a revision.
    private static func scored(_ revision: Int) -> GatherSnapshot {
        var gather = Sample.gather(Sample.stopped(), names: ("Reds", "Blues"))
        gather.revision = revision
        gather.latestGoal = GoalFields(
            number: 5, team: .teamA, scorer: nil, ownGoal: false, goneMilliseconds: 0)
        return gather
    }

    @Test("the scorers of a side have a line each, as amended, with the side that goals count for")
    func scorers() throws {
        var undone = Self.goal(4, .teamA, minute: 20, "Ada")
        undone.undoneBy = 9
        let goals = [
            Self.goal(2, .teamA, minute: 3, "Ada"), Self.goal(3, .teamB, minute: 9, "Kofi"), undone,
            Self.goal(5, .teamB, minute: 30, "Ada", isOwn: true),
            Self.goal(6, .teamA, minute: 31, nil),
            Self.goal(7, .teamA, minute: 45, "Ada"), Self.goal(8, .teamA, minute: 46, "Beatrix"),
        ]
        _ = try Bench(
            .replies([Sample.message(Self.scored(9), "snapshot")]),
            .replies([Sample.timeline(goals)])
        ).watch("--write", directory, "--once")
        #expect(try text("scorers_home.txt") == "Ada 3', 45'\nBeatrix 46'")
        #expect(try text("scorers_away.txt") == "Kofi 9'\nAda 30' (OG)")
    }

    @Test("the cards of a side have a line each, and a penalty that runs changes no file")
    func cards() throws {
        let ada = PlayerFields(id: 3, name: "Ada")
        func state(_ left: Int) -> WatchState {
            var gather = Sample.gather(Sample.running())
            gather.cards = [
                CardFields(
                    number: 4, team: .teamA, player: ada, card: .yellow, goneMilliseconds: 61_000),
                CardFields(number: 5, team: .teamA, card: .time, goneMilliseconds: 0),
            ]
            gather.penalties = [
                PenaltyFields(
                    number: 5, team: .teamA, remainingMilliseconds: left,
                    endsAtBoottimeMicroseconds: 3_700_000_000)
            ]
            var state = WatchState()
            state.update(MatchState(gather: gather), reason: "tick")
            return state
        }
        let files = [90_000, 89_000].map { left in
            ScorePresenter.files(state(left), at: Sample.now).map { "\($0.key) \($0.value)" }
        }
        #expect(files[0] == files[1])
        let lines = ScorePresenter.files(state(0), at: Sample.now)
        #expect(lines.first { $0.key == "cards_home.txt" }?.value == Array("Ada 2' Y\n1' T".utf8))
        #expect(lines.first { $0.key == "cards_away.txt" }?.value == [])
    }

    @Test("a message that follows the first one is not taken for the events")
    func onceWhileItRuns() throws {
        let running = Sample.message(Self.scored(9), "snapshot")
        let goals = [Self.goal(9, .teamA, minute: 3, "Ada")]
        let result = try Bench(
            .replies([running, running, running]), .replies([Sample.timeline(goals)])
        ).run("watch", "--format", "{scorer}|{minute}", "--once")
        #expect(result.output == "Ada|3\n")
    }

    @Test("the scorers change with the match, also over a connection that was lost in between")
    func scorersChange() throws {
        let snapshots = [Self.scored(8), Self.scored(8), Self.scored(9)].map {
            Sample.message($0, "goalAmended")
        }
        let bench = Bench(
            .replies(snapshots),
            .replies([Sample.timeline([Self.goal(5, .teamA, minute: 3, "Ada")])], thenEnds: true),
            .replies([Sample.timeline([Self.goal(5, .teamA, minute: 3, "Kofi")])]))
        let result = try bench.watch("--format", "{scorer}")
        #expect(result.output == "Ada\nKofi\n")
        // One call for each revision, and the one that was lost.
        #expect(result.calls.dropFirst().map(\.count) == [2, 1])
        #expect(result.calls.last?.first?.parameters["id"] == .string(Self.scored(9).id))
    }

    @Test("before the first gather there is a board, too")
    func nothing() throws {
        _ = try Bench(.replies([Sample.message(nil, "snapshot")])).watch(
            "--write", directory, "--once")
        #expect(try text("clock.txt") == "--:--")
        #expect(try text("home_score.txt") == "")
        #expect(try text("period.txt") == "no gather")
    }

    @Test("only what has changed is written, and what somebody removed")
    func changes() throws {
        let files = ScoreFiles(in: directory, names: ["a", "b"])
        try files.write(["a": [1], "b": [2]])
        let before = Files.identity(of: "\(directory)/a")
        try files.write(["a": [1], "b": [3]])
        #expect(Files.identity(of: "\(directory)/a") == before)
        #expect(try text("b") == "\u{03}")
        unlink("\(directory)/a")
        try files.write(["a": [1], "b": [3]])
        #expect(try text("a") == "\u{01}")
    }

    @Test("what a writer has left that was killed goes, and nothing else")
    func leftOver() throws {
        try Files.put([9], at: "\(directory)/.a.gatherctl", by: "\(directory)/x")
        try Files.put([9], at: "\(directory)/.mine", by: "\(directory)/x")
        try ScoreFiles(in: directory, names: ["a"]).open()
        #expect(try Files.names(in: directory) == [".mine"])
    }

    @Test("two do not write at one place")
    func twice() throws {
        let first = ScoreFiles(in: directory, names: ["a"])
        try first.open()
        #expect(
            throws: ScoreFiles.Problem(path: directory, cause: "another gatherctl writes there")
        ) { try ScoreFiles(in: directory, names: ["a"]).open() }
        withExtendedLifetime(first) {}
    }

    @Test("a directory in the place of one that was moved away is claimed anew")
    func remade() throws {
        let files = ScoreFiles(in: directory, names: ["a"])
        try files.write(["a": [1]])
        let away = "\(directory)-away"
        try Files.rename(directory, to: away)
        mkdir(directory, 0o700)
        defer {
            unlink("\(away)/a")
            rmdir(away)
        }
        var second: ScoreFiles? = ScoreFiles(in: directory, names: ["a"])
        try second?.write(["a": [2]])
        #expect(
            throws: ScoreFiles.Problem(path: directory, cause: "another gatherctl writes there")
        ) { try files.write(["a": [1]]) }
        #expect(try text("a") == "\u{02}")
        second = nil
        try files.write(["a": [1]])
        #expect(try text("a") == "\u{01}")
    }

    @Test("a file that cannot be written is as it was, and written when it can be")
    func problem() throws {
        let files = ScoreFiles(in: directory, names: ["a", "b"])
        try files.write(["a": [1]])
        // Nothing can be put in the place of a directory.
        mkdir("\(directory)/b", 0o700)
        #expect(
            throws: ScoreFiles.Problem(path: "\(directory)/b", cause: "\(SystemError(EISDIR))")
        ) { try files.write(["a": [1], "b": [2]]) }
        #expect(Set(try Files.names(in: directory)) == ["a", "b"])
        #expect(try text("a") == "\u{01}")
        rmdir("\(directory)/b")
        try files.write(["a": [1], "b": [2]])
        #expect(try text("b") == "\u{02}")
    }

    @Test("a directory that is not there is named at once")
    func missing() throws {
        let result = try Bench().run("watch", "--write", "\(directory)/no")
        #expect(result.status == .refused)
        #expect(
            result.errors == """
                gatherctl: cannot write '\(directory)/no': No such file or directory
                make it with 'mkdir -p \(directory)/no'

                """)
        #expect(result.calls == [])
    }
}
