import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

@Suite("Corrections on the wire")
struct CorrectionTests {
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture()
        client = try fixture.client()
    }

    private func goal(_ team: String) throws -> GatherSnapshot {
        try client.gather(.addToScore, ["team": .string(team), "delta": 1])
    }

    private func timeline(of id: String? = nil) throws -> [TimelineEntry] {
        let parameters = JSONObject(present: ["id": id.map(JSONValue.string)])
        try client.send(Call(HistoryMethod.show.fullName, parameters).message)
        let reply = try #require(try client.receive())
        #expect(reply.error == nil)
        let entries = try #require(reply.parameters["entries"]?.array)
        return try entries.map { try TimelineEntry(json: $0, name: "entries") }
    }

    @Test("redo takes back an undo, over a restart, and says what stands again")
    func redo() throws {
        _ = try client.gather(.open)
        _ = try goal("teamA")
        _ = try client.gather(.undo)
        try fixture.restart()
        let client = try fixture.client()
        let reply = try client.call(.redo)
        #expect(reply.parameters["redone"] == "the goal for Team A")
        #expect(try Client.gather(in: reply).score == "1-0")
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
    }

    @Test("one event of the timeline is undone by its number, or refused with what needs it")
    func undoByNumber() throws {
        _ = try client.gather(.start)
        _ = try goal("teamA")
        _ = try goal("teamB")
        let reply = try client.call(.undo, ["number": 3])
        #expect(reply.parameters["undone"] == "the goal for Team A")
        #expect(try Client.gather(in: reply).score == "0-1")
        #expect(try client.call(.undo, ["number": 3]) == GatherError.noSuchEvent(number: 3).reply)
        _ = try client.gather(.pause)
        _ = try client.gather(.resume)
        #expect(try client.call(.undo, ["number": 6]) == GatherError.eventNeeded(by: 7).reply)
        try fixture.restart()
        #expect(try fixture.client().gather(.get).score == "0-1")
    }

    @Test("a goal during a pause that is taken back was scored in that minute of the match")
    func minuteOfGoal() throws {
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(60))
        _ = try client.gather(.pause)
        fixture.clock.advance(by: .seconds(300))
        _ = try goal("teamB")
        #expect(try timeline().map(\.goneMilliseconds) == [0, 0, 60_000, 60_000])
        _ = try client.gather(.undo, ["number": 3])
        #expect(try timeline().map(\.goneMilliseconds) == [0, 0, 60_000, 360_000, 360_000])
    }

    @Test("an end in added time that is taken back says how far the clock went on")
    func undoneEndInAddedTime() throws {
        _ = try client.gather(.open, ["format": "halves"])
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(47 * 60))
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(30))
        let reply = try client.call(.undo)
        #expect(
            reply.parameters["undone"]
                == "the end of the match; the countdown went on meanwhile, by 00:30")
    }

    @Test("redo brings back the opening that was taken back last, not an earlier correction")
    func redoOfLaterOpening() throws {
        _ = try client.gather(.open)
        let goal = try #require(try goal("teamA").latestGoal?.number)
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(60))
        let amendment: JSONObject = ["number": .int(goal), "team": "teamB"]
        #expect(try client.call(.amendGoal, amendment).error == nil)
        _ = try client.gather(.undo)
        fixture.clock.advance(by: .seconds(60))
        let opened = try client.gather(.open, ["teamAName": "Reds"])
        _ = try client.call(.undo)
        #expect(try client.gather(.redo).id == opened.id)
    }

    @Test("a redo in the match before does not make an earlier correction of it the last undo")
    func redoOfEndAfterCorrection() throws {
        _ = try client.gather(.open)
        let goal = try #require(try goal("teamA").latestGoal?.number)
        _ = try client.gather(.end)
        let amendment: JSONObject = ["number": .int(goal), "team": "teamB"]
        #expect(try client.call(.amendGoal, amendment).error == nil)
        _ = try client.gather(.undo)
        fixture.clock.advance(by: .seconds(60))
        let opened = try client.gather(.open)
        _ = try client.call(.undo)
        fixture.clock.advance(by: .seconds(60))
        #expect(try client.gather(.undo).phase == .open)
        #expect(try client.gather(.redo).phase == .ended)
        #expect(try client.gather(.redo).id == opened.id)
        _ = try client.call(.undo)
        #expect(try client.gather(.get).score == "1-0")
    }

    /// A match with a goal that has ended, and another one whose opening was taken back.
    ///
    /// - Returns: The number of the goal, and the ID of the other match.
    private func undoneOpening() throws -> (goal: Int, id: String) {
        _ = try client.gather(.open)
        let goal = try #require(try goal("teamA").latestGoal?.number)
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(5))
        let opened = try client.gather(.open)
        _ = try client.call(.undo)
        fixture.clock.advance(by: .seconds(5))
        return (goal, opened.id)
    }

    @Test("no opening is redone if a command came after it was taken back")
    func redoAfterAmendment() throws {
        let (goal, _) = try undoneOpening()
        let amendment: JSONObject = ["number": .int(goal), "team": "teamB"]
        #expect(try client.call(.amendGoal, amendment).error == nil)
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
        #expect(try client.gather(.get).phase == .ended)
    }

    @Test("an opening is redone after the end before it, which was taken back later")
    func redoOfEndAndOpening() throws {
        let (_, id) = try undoneOpening()
        #expect(try client.gather(.undo).phase == .open)
        fixture.clock.advance(by: .seconds(5))
        #expect(try client.gather(.redo).phase == .ended)
        #expect(try client.gather(.redo).id == id)
    }

    @Test("openings are redone in the order in which they were undone, also over a restart")
    func redoOfOpenings() throws {
        let first = try client.gather(.open)
        _ = try goal("teamA")
        _ = try client.gather(.end)
        let second = try client.gather(.open)
        for _ in 1...4 {
            fixture.clock.advance(by: .seconds(5))
            _ = try client.call(.undo)
        }
        #expect(try client.call(.get).parameters["gather"] == .null)
        try fixture.restart()
        let client = try fixture.client()
        let redone = try (1...4).map { _ in
            fixture.clock.advance(by: .seconds(5))
            return try client.gather(.redo)
        }
        #expect(redone.map(\.id) == [first.id, first.id, first.id, second.id])
        #expect(redone.map(\.phase) == [.open, .open, .ended, .open])
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
    }

    @Test("the opening of a match that was reopened is redone, whatever was opened after it")
    func redoOfReopenedOpening() throws {
        let first = try client.gather(.open)
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(5))
        let second = try client.gather(.open)
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(5))
        _ = try client.call(.reopen, ["id": .string(first.id)])
        #expect(try client.gather(.undo).id == second.id)
        fixture.clock.advance(by: .seconds(5))
        try fixture.restart()
        let client = try fixture.client()
        let redone = try (1...2).map { _ in try client.gather(.redo) }
        #expect(redone.map(\.id) == [first.id, first.id])
        #expect(redone.map(\.phase) == [.open, .ended])
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
    }

    @Test("no opening is redone once another match was opened, also in an earlier match")
    func redoAfterLaterOpening() throws {
        _ = try undoneOpening()
        let first = try client.gather(.get).id
        _ = try client.gather(.open)
        _ = try client.gather(.end)
        _ = try client.call(.reopen, ["id": .string(first)])
        #expect(try client.gather(.redo).phase == .ended)
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
        #expect(try client.gather(.get).id == first)
    }

    @Test("no opening is redone once a command came, also if an earlier match was reopened since")
    func redoInReopened() throws {
        let first = try client.gather(.open).id
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(5))
        _ = try undoneOpening()
        #expect(try client.gather(.undo).phase == .open)
        _ = try goal("teamA")
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(5))
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
        _ = try client.call(.reopen, ["id": .string(first)])
        #expect(try client.gather(.redo).phase == .ended)
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
        #expect(try client.gather(.get).id == first)
    }

    @Test("what was undone before another match stays so in a match that was reopened")
    func redoOfEarlierCorrection() throws {
        let first = try client.gather(.open).id
        let goal = try #require(try goal("teamA").latestGoal?.number)
        _ = try client.gather(.end)
        let amendment: JSONObject = ["number": .int(goal), "team": "teamB"]
        #expect(try client.call(.amendGoal, amendment).error == nil)
        _ = try client.gather(.undo)
        fixture.clock.advance(by: .seconds(5))
        _ = try client.gather(.open)
        _ = try client.gather(.end)
        _ = try client.call(.reopen, ["id": .string(first)])
        #expect(try client.gather(.redo).phase == .ended)
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
        #expect(try client.gather(.get).score == "1-0")
    }

    @Test("what comes after a reboot is later than an undo, whatever the wall clock shows")
    func redoAfterReboot() throws {
        let (goal, _) = try undoneOpening()
        try fixture.restart { $0.reboot(after: .seconds(-3_600)) }
        let client = try fixture.client()
        let amendment: JSONObject = ["number": .int(goal), "team": "teamB"]
        #expect(try client.call(.amendGoal, amendment).error == nil)
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
        _ = try client.gather(.undo)
        #expect(try client.gather(.redo).score == "0-1")
        _ = try client.gather(.undo)
        try fixture.restart { $0.reboot(after: .seconds(-3_600)) }
        let later = try fixture.client()
        let opened = try later.gather(.open).id
        _ = try later.call(.undo)
        #expect(try later.gather(.redo).id == opened)
    }

    @Test("the revision of an amendment counts the events of the clocks before it")
    func revisionAfterClockStep() throws {
        _ = try client.gather(.open)
        let goal = try #require(try goal("teamA").latestGoal?.number)
        _ = try client.gather(.end)
        fixture.clock.stepWall(by: .seconds(5))
        let reply = try client.call(.amendGoal, ["number": .int(goal), "team": "teamB"])
        let outcome = try #require(reply.parameters["outcome"]?.object)
        #expect(try outcome["revision"]?.int == timeline().last?.number)
    }

    @Test("a resume is called so whatever came after it")
    func resume() throws {
        _ = try client.gather(.start)
        _ = try client.gather(.pause)
        _ = try client.gather(.resume)
        _ = try client.gather(.cancel)
        let reply = try client.call(.undo, ["number": 4])
        #expect(reply.parameters["undone"] == "the resume")
        #expect(try timeline().last?.text == "undid 4: the resume")
    }

    @Test("an end that is taken back after a reboot says how far the countdown went on")
    func undoneEndAfterReboot() throws {
        _ = try client.gather(.start)
        let id = try client.gather(.end).id
        try fixture.restart { $0.reboot(after: .seconds(60)) }
        let reply = try fixture.client().call(.reopen, ["id": .string(id)])
        #expect(
            reply.parameters["undone"]
                == "the end of the match; the countdown went on meanwhile, by 01:00")
        #expect(try Client.gather(in: reply).timer.remaining == TimeFields(minutes: 9, seconds: 0))
    }

    @Test("an end that is taken back after a reboot of unknown length leaves the clock in doubt")
    func doubtfulReopening() throws {
        _ = try client.gather(.start)
        let id = try client.gather(.end).id
        try fixture.restart { clock in
            clock.reboot(after: .seconds(5))
            clock.trustWall(false)
        }
        let reply = try fixture.client().call(.reopen, ["id": .string(id)])
        #expect(
            reply.parameters["undone"]
                == "the end of the match; nobody knows how far the countdown went on")
        #expect(try Client.gather(in: reply).timer.doubtful)
        fixture.clock.advance(by: .seconds(30))
        fixture.clock.trustWall(true)
        fixture.clock.stepWall(by: .seconds(85))
        let settled = try fixture.client().gather(.get)
        #expect(!settled.timer.doubtful)
        #expect(settled.timer.remaining == TimeFields(minutes: 8, seconds: 0))
    }

    @Test("an older gather is taken up again, and is the newest from then on")
    func reopen() throws {
        let first = try client.gather(.start)
        _ = try goal("teamA")
        fixture.clock.advance(by: .seconds(60))
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(60))
        _ = try client.gather(.open)
        let id = JSONValue.string(first.id)
        #expect(try client.call(.reopen, ["id": id]) == GatherError.gatherInProgress.reply)
        let second = try client.gather(.end)
        let reply = try client.call(.reopen, ["id": .string(String(first.id.prefix(8)))])
        let undone = "the end of the match; the countdown went on meanwhile, by 01:00"
        #expect(reply.parameters["undone"] == .string(undone))
        let gather = try Client.gather(in: reply)
        #expect(gather.id == first.id)
        #expect(gather.timer.remainingMilliseconds == 480_000)
        try fixture.restart()
        #expect(try fixture.client().gather(.get).id == first.id)
        let again = try fixture.client()
        _ = try again.gather(.end)
        #expect(try again.gather(.get).id == first.id)
        #expect(try again.gather(.reopen, ["id": .string(second.id)]).id == second.id)
        for name in ["ffffffff-0000", "zzzz"] {
            let parameters: JSONObject = ["id": .string(name)]
            #expect(try again.call(.reopen, parameters) == GatherError.noSuchGather.reply)
        }
        let short = try again.call(.reopen, ["id": "abc"])
        #expect(short == VarlinkError.invalidParameter("id").reply)
    }

    @Test("an undone opening is redone, unless another gather has opened since")
    func redoOfOpening() throws {
        let opened = try client.gather(.start)
        _ = try client.call(.undo)
        try fixture.restart()
        let client = try fixture.client()
        #expect(try client.gather(.redo).id == opened.id)
        _ = try client.call(.undo)
        _ = try client.gather(.open)
        #expect(try client.call(.redo) == GatherError.nothingToRedo.reply)
    }

    @Test("the timeline tells every event, when, by whom, and what was undone")
    func everyEvent() throws {
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(61))
        _ = try goal("teamA")
        _ = try client.gather(.pause)
        _ = try client.gather(.undo)
        _ = try client.gather(.resume)
        _ = try client.gather(.end)
        let lines = try timeline().map { entry in
            let gone = entry.goneMilliseconds / 1_000
            let clock = "\(entry.clock.minutes):\(entry.clock.seconds)"
            let undone = entry.undoneBy.map { " undone by \($0)" } ?? ""
            let what = "\(entry.number) \(entry.kind) \(entry.text)"
            return "\(what), \(gone) s gone, \(clock), \(entry.score)\(undone)"
        }
        #expect(
            lines == [
                "1 opened opened at 10:00: Team A - Team B, 0 s gone, 10:0, 0-0",
                "2 started started, 0 s gone, 10:0, 0-0",
                "3 scoreChanged goal for Team A, 61 s gone, 8:59, 1-0",
                "4 paused paused, 61 s gone, 8:59, 1-0 undone by 5",
                "5 undone undid 4: the pause, 61 s gone, 8:59, 1-0",
                "6 ended ended, 61 s gone, 8:59, 1-0",
            ])
        let entries = try timeline()
        #expect(entries.allSatisfy { $0.operatorUID != nil && $0.at.hasSuffix("Z") })
    }

    /// What the timeline tells of the goals that stand, those of pages of so many entries.
    private func goals(pages: Int = 1_000) throws -> [String] {
        var (entries, after) = ([TimelineEntry](), 0)
        repeat {
            let call = HistoryMethod.Show(after: after == 0 ? nil : after, limit: pages).call
            try client.send(call.message)
            let reply = try #require(try client.receive())
            entries += try HistoryMethod.Show.Reply(reply.parameters).entries
            after += pages
        } while entries.count == after
        return entries.compactMap { entry in
            guard let team = entry.team, let score = entry.standingScore else { return nil }
            let signs = (
                entry.correction == true ? " set" : "", entry.lowered == true ? " gone" : ""
            )
            return "\(entry.number) \(team) \(entry.goals ?? 0) \(score)\(signs.0)\(signs.1)"
        }
    }

    @Test("what was undone has made no goals, and the others are counted without it")
    func standingGoals() throws {
        _ = try client.gather(.open)
        _ = try goal("teamA")
        _ = try goal("teamB")
        _ = try goal("teamA")
        _ = try client.gather(.undo, ["number": 2])
        let standing = ["3 teamB 1 0-1", "4 teamA 1 1-1"]
        #expect(try goals() == standing)
        #expect(try goals(pages: 2) == standing)
        _ = try client.gather(.redo)
        #expect(try goals() == ["2 teamA 1 1-0", "3 teamB 1 1-1", "4 teamA 1 2-1"])
    }

    @Test("a score that is set or lowered is a correction, and takes the last goals back first")
    func loweredGoals() throws {
        _ = try client.gather(.open)
        _ = try goal("teamA")
        _ = try goal("teamA")
        _ = try goal("teamB")
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": -1])
        _ = try client.gather(.addToScore, ["team": "teamB", "delta": 3])
        _ = try client.gather(.setScore, ["team": "teamB", "score": 2])
        _ = try client.gather(.setScore, ["team": "teamA", "score": 3])
        _ = try client.gather(.setScore, ["team": "teamA", "score": 0])
        let told = [
            "2 teamA 1 1-0 gone", "3 teamA 1 2-0 gone", "4 teamB 1 2-1", "5 teamA -1 1-1 set",
            "6 teamB 3 1-4", "7 teamB -2 1-2 set", "8 teamA 2 3-2 set gone",
            "9 teamA -3 0-2 set",
        ]
        #expect(try goals() == told)
        #expect(try goals(pages: 3) == told)
        #expect(try tally() == ["4 x1 0-1", "6 x1 0-2"])
        _ = try client.gather(.undo)
        #expect(try goals().first == "2 teamA 1 1-0")
        #expect(try tally() == ["2 x1 1-0", "4 x1 1-1", "6 x1 1-2", "8 x2 3-2"])
    }

    @Test("a goal that was dated back behind a correction is in the tally where it was scored")
    func tallyOfDatedGoals() throws {
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(120))
        _ = try goal("teamA")
        fixture.clock.advance(by: .seconds(300))
        _ = try goal("teamB")
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": -1])
        _ = try client.gather(
            .addToScore, ["team": "teamA", "delta": 1, "agoMilliseconds": 200_000])
        #expect(try tally() == ["6 x1 1-0", "4 x1 1-1"])
        _ = try client.gather(.undo, ["number": 4])
        #expect(try tally() == ["6 x1 1-0"])
    }

    /// The tally: the number of each event with goals in it, the goals, and the score.
    private func tally() throws -> [String] {
        let entries = try timeline().filter { $0.tallyPlace != nil }
        let tally = entries.sorted { $0.tallyPlace ?? 0 < $1.tallyPlace ?? 0 }
        #expect(tally.map(\.tallyPlace) == tally.indices.map { $0 + 1 })
        return tally.map { "\($0.number) x\($0.tallyGoals ?? 0) \($0.tallyScore ?? "")" }
    }

    @Test("the timeline comes in pages, and the one of an unknown gather is refused")
    func pages() throws {
        let gather = try client.gather(.open)
        for _ in 0..<5 { _ = try goal("teamA") }
        func page(_ parameters: JSONObject) throws -> [Int] {
            try client.send(Call(HistoryMethod.show.fullName, parameters).message)
            let reply = try #require(try client.receive())
            return reply.parameters["entries"]?.array?.compactMap { $0.object?["number"]?.int }
                ?? []
        }
        #expect(try page(["limit": 2]) == [1, 2])
        #expect(try page(["limit": 2, "after": 4]) == [5, 6])
        #expect(try page(["after": 6, "id": .string(gather.id)]) == [])
        #expect(try page(["after": 1, "revision": 3]) == [2, 3])
        #expect(try page(["after": 4, "revision": 3]) == [])
        #expect(try page(["after": 4, "revision": 99]) == [5, 6])
        try client.send(Call(HistoryMethod.show.fullName, ["id": "nobody"]).message)
        #expect(try client.receive() == HistoryError.noSuchGather.reply)
        for (name, value) in [("limit", 0), ("limit", 1_001), ("after", -1), ("revision", 0)] {
            try client.send(Call(HistoryMethod.show.fullName, [name: .int(value)]).message)
            #expect(try client.receive() == VarlinkError.invalidParameter(name).reply)
        }
    }

    @Test("the same command is the same however it is written, for its request ID")
    func fingerprint() throws {
        _ = try client.gather(.open)
        let first = #"{"method":"io.gatherd.Gather.SetTime","parameters":"#
        let texts = [
            #"{"time":{"minutes":5,"seconds":0},"requestId":"T"}}"#,
            #"{"requestId":"T","time":{"seconds":0,"minutes":5}}}"#,
        ]
        for text in texts {
            try client.send(Array((first + text).utf8) + [0])
            #expect(try client.receive()?.error == nil)
        }
        for parameters: JSONObject in [["seconds": 5], ["seconds": 5, "start": false]] {
            var parameters = parameters
            parameters["requestId"] = "A"
            #expect(try client.gather(.adjustTime, parameters).timer.remaining.seconds == 5)
        }
    }

    @Test("a repeated opening that was taken back since is answered with no gather")
    func repeatedOpening() throws {
        _ = try client.gather(.open, ["requestId": "R"])
        _ = try client.call(.undo)
        let reply = try client.call(.open, ["requestId": "R"])
        #expect(reply.error == nil)
        #expect(reply.parameters["gather"] == .null)
        #expect(reply.parameters["outcome"]?.object?["opened"] == true)
    }
}
