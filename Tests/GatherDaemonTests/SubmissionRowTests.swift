import FoundationEssentials
import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A submission on disk")
final class SubmissionRowTests {
    private let directory: String
    private let now = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func submission(heldFor grace: Duration = .zero) throws -> Submission {
        let result = try #require(MatchResult(score: "2-1", winnerTeam: "Team A"))
        let players = [
            SubmittedPlayer(number: 4, id: 4, side: .teamA),
            SubmittedPlayer(number: 2, id: 2, side: .teamB),
        ]
        return Submission(result, players: players, at: now, heldFor: grace)
    }

    @Test("each state is read as it was written, as far as a restart has to know it")
    func roundTrip() throws {
        var states = [try submission(), try submission(heldFor: .seconds(60))]
        var submission = try submission()
        let outcomes: [StepOutcome] = [
            .gathers(GatherList([ListedGather(id: "other")])), .created("remote"), .done,
            .done, .done,
        ]
        for outcome in outcomes {
            _ = submission.begin(account: "a", at: now)
            submission.finish(outcome, account: "a", at: now, jitter: 0, others: [])
            states.append(submission)
        }
        #expect(submission.isSent)
        submission.withdraw()
        states.append(submission)
        var refused = try self.submission()
        _ = refused.begin(account: "a", at: now)
        refused.finish(
            .answered(ServerAnswer(status: 404, reason: "")), account: "a", at: now, jitter: 0,
            others: [])
        states.append(refused)
        var dropped = try self.submission()
        dropped.drop(at: now)
        var doubted = try self.submission()
        doubted.distrust()
        states += [dropped, doubted]
        for state in states {
            let row = SubmissionRow(state, of: 7)
            #expect(SubmissionRow(row.values) == row)
            let read = try #require(row.submission(at: now))
            #expect(SubmissionRecord(json: row.state) == state.record)
            #expect(read.isPending == state.isPending)
            #expect(read.isSent == state.isSent)
        }
    }

    @Test("a record is read as it was written, with all that it can have")
    func records() throws {
        let result = try #require(MatchResult(score: "2-1", winnerTeam: "Team A"))
        var record = SubmissionRecord(
            result: result, players: [SubmittedPlayer(number: 4, side: .teamB)],
            owner: ResultOwner(server: "https://a", userID: nil, name: "ann"))
        let remote = RemoteGather(
            account: "a", id: "remote", isOurs: true,
            placed: [.init(id: 3, number: 4, side: .teamB), .init(id: 9)], sent: result)
        record.progress = .created(remote)
        record.questions = [
            PlayerQuestion(number: 4, .sameName([1, 2])), PlayerQuestion(number: 5, .otherName(3)),
        ]
        record.former = [remote]
        record.leftovers = [
            Leftover(.replaced, account: "a", id: "x", score: "1-0", players: [1, 1]),
            Leftover(.player, account: "a", id: "7", name: "Ann"),
        ]
        var doubt = SubmissionDoubt(account: "a", since: now)
        doubt.checks = 3
        doubt.gathersBefore = ["p", "q"]
        doubt.playersBefore = ["Ann": [1], "Bo": []]
        (doubt.isPlacing, doubt.lateResult) = (true, result)
        record.doubt = doubt
        record.isDiscarded = true
        #expect(SubmissionRecord(json: record.json) == record)
        for name in ["questions", "former", "leftovers", "added"] {
            var json = record.json
            json[name] = .array([.string("?")])
            #expect(SubmissionRecord(json: json) == nil, "\(name)")
        }
    }

    @Test("what a gatherd of before has written is read: nothing proves that the gather is ours")
    func older() throws {
        let text = """
            {"result":{"score":"2-1","winnerTeam":"Team A"},"players":[],"progress":"created",\
            "account":"a","remoteId":"remote","added":[3,4],"sent":null,\
            "mistaken":{"number":2,"name":"Bo","id":5}}
            """
        let json = try #require(JSONObject(text: text))
        let record = try #require(SubmissionRecord(json: json))
        #expect(record.verdict == nil)
        #expect(
            record.progress
                == .created(
                    RemoteGather(account: "a", id: "remote", placed: [.init(id: 3), .init(id: 4)])))
    }

    @Test("names of any length and number are read: they are what people typed")
    func names() throws {
        var record = try submission().record
        let longest = String(repeating: "\u{1F1E9}\u{1F1EA}", count: 100)
        var doubt = SubmissionDoubt(account: "a", since: now)
        doubt.playersBefore = [longest + "x": [1], longest: []]
        for number in 1...100 { doubt.playersBefore["Ann \(number)"] = [number] }
        record.doubt = doubt
        let row = SubmissionRow(Submission(record, at: now), of: 7)
        let read = try #require(SubmissionRow(row.values))
        #expect(SubmissionRecord(json: read.state)?.doubt == doubt)
    }

    @Test("the namesakes that a gatherd of before has stored by their names are read")
    func olderNamesakes() throws {
        let text = """
            {"account":"a","since":{"boottime":1,"wall":2,"boot":"b"},\
            "players":{"Ann":[1,2],"Bo":[]}}
            """
        let json = try #require(JSONObject(text: text))
        let doubt = try #require(SubmissionDoubt(json: .object(json)))
        #expect(doubt.playersBefore == ["Ann": [1, 2], "Bo": []])
        var damaged = json
        damaged["namesakes"] = .array([.string("Ann")])
        #expect(SubmissionDoubt(json: .object(damaged)) == nil)
    }

    @Test("what is no submission is damage, whatever is missing")
    func unreadable() throws {
        let row = SubmissionRow(try submission(), of: 7)
        for name in ["result", "players", "progress"] {
            var state = row.state
            state[name] = nil
            #expect(SubmissionRow([.integer(7), .integer(1), .text(state.text)]) == nil, "\(name)")
        }
        #expect(SubmissionRow([.integer(7), .integer(2), .text(row.state.text)]) == nil)
        #expect(SubmissionRow([.integer(7), .integer(1), .text("")]) == nil)
    }

    @Test("it is stored with the events of its gather, whole, and is pending until it is sent")
    func stored() throws {
        let store = try TestStore.open(directory)
        let opened = RecordedEvent(
            number: 1, step: 1, moment: now, operatorUID: nil,
            event: .opened(id: "1", time: .standard, teamAName: "A", teamBName: "B"))
        let number = try store.append(.init(events: [opened], gather: nil, id: "1", moment: now))
        #expect(try store.submission(of: number) == nil)
        let submission = try submission()
        func put(_ change: EventStore.SubmissionChange) throws {
            _ = try store.append(
                .init(gather: number, id: "1", submission: change, moment: now))
        }
        try put(.put(submission))
        #expect(try store.pendingSubmissions() == [SubmissionRow(submission, of: number)])
        var dropped = submission
        dropped.drop(at: now)
        try put(.put(dropped))
        #expect(try store.pendingSubmissions() == [])
        #expect(try store.submission(of: number) == SubmissionRow(dropped, of: number))
        try put(.remove)
        #expect(try store.submission(of: number) == nil)
        #expect(throws: StoreError.self) {
            let second = RecordedEvent(
                number: 1, step: 1, moment: now, operatorUID: nil, event: .ended)
            _ = try store.append(
                .init(
                    events: [second], gather: number, id: "1", submission: .put(submission),
                    moment: now))
        }
        #expect(try store.submission(of: number) == nil)
    }

    @Test("each HTTP status is asked for again, waits for a person, or for a new token")
    func statuses() throws {
        for status in 100...599 where ![200, 201, 204].contains(status) {
            var submission = try self.submission()
            // A list is asked for again, whatever the answer is.
            _ = submission.begin(account: "a", at: now)
            submission.finish(
                .gathers(GatherList([])), account: "a", at: now, jitter: 0, others: [])
            _ = submission.begin(account: "a", at: now)
            submission.finish(
                .answered(ServerAnswer(status: status, reason: "why")), account: "a", at: now,
                jitter: 0, others: [])
            let verdict = submission.verdict
            switch status {
            case 401: #expect(submission.schedule == .signIn)
            case 407, 408, 425, 429: #expect(submission.dueAt != nil)
            case 404: #expect(verdict == .refused(.notFound, code: 404))
            case 400..<500: #expect(verdict == .refused(.rejected, code: status))
            default: #expect(submission.dueAt != nil)
            }
            #expect(submission.lastError == "the server answers \(status): why")
        }
    }

    @Test("the time that a server names is waited for")
    func retryAfter() {
        let error = SubmitterError.unexpectedStatus(
            status: 503, reason: "why", retryAfterSeconds: 120)
        let answer = ServerAnswer(
            .gatewayTimedOut, code: 503, reason: "why", retryAfter: .seconds(120))
        #expect(SubmissionStep.createGather.outcome(.failure(error)) == .answered(answer))
    }

    @Test("only where the server, or one behind it, may still be at it, is an answer late")
    func late() {
        for status in 100...599 {
            let meaning = ServerAnswer.Meaning(status: status)
            let isLate = meaning == .timedOut || meaning == .gatewayTimedOut
            #expect(isLate == (status > 500))
            #expect((meaning == .gatewayTimedOut) == (502...504).contains(status))
        }
    }
}
