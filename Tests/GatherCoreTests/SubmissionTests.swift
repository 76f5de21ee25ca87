import Testing

@testable import GatherCore

@Suite("The way of a result to a server")
struct SubmissionTests {
    private static let start = Moment(boottime: .seconds(1_000), wall: .zero, boot: "b")
    private static let account = "server alice"
    private static let players = [
        SubmittedPlayer(number: 1, id: 1, side: .teamA),
        SubmittedPlayer(number: 2, id: 2, side: .teamA),
        SubmittedPlayer(number: 3, id: 3, side: .teamB),
    ]

    private static func result(_ score: String, _ winner: String = "Team A") throws -> MatchResult {
        try #require(MatchResult(score: score, winnerTeam: winner))
    }

    /// A submission, the server, and the time between them.
    private final class Bench {
        var submission: Submission
        var server = ModelServer()
        var now = start
        var others: Set<String> = []

        init(submission: Submission) { self.submission = submission }

        func copy() -> Bench {
            let copy = Bench(submission: submission)
            (copy.server, copy.now, copy.others) = (server, now, others)
            return copy
        }

        /// Makes the next step when it is due.
        ///
        /// - Returns: Whether there was one.
        func step(_ fault: ModelServer.Fault = .none, restarts: Bool = false) -> Bool {
            guard let due = submission.dueAt else { return false }
            now = now.advanced(by: max(due.elapsed(since: now), .zero))
            guard let step = submission.begin(account: account, at: now) else { return false }
            let stored = submission
            let outcome = server.perform(step, fault)
            if restarts {
                // It is killed before it hears what came of the step.
                submission = SubmissionTests.reread(stored, at: now)
            } else {
                submission.finish(
                    outcome, account: account, at: now, jitter: 0.5, others: others)
            }
            return true
        }

        func run() -> Bool {
            for _ in 0..<80 { if submission.verdict != nil || !step() { return true } }
            return false
        }
    }

    /// What is there of a submission after a restart.
    private static func reread(_ stored: Submission, at now: Moment) -> Submission {
        var record = stored.record
        record.heldUntil = nil
        return Submission(record, at: now)
    }

    private static func bench(
        players: [SubmittedPlayer] = players, heldFor: Duration = .zero
    ) throws -> Bench {
        Bench(
            submission: Submission(
                try result("2-1"), players: players, at: start, heldFor: heldFor))
    }

    @Test("a match takes a list, a gather, the result and each player in order")
    func sequence() throws {
        let bench = try Self.bench()
        #expect(bench.run())
        let id = "gather 1"
        let result = try Self.result("2-1")
        #expect(
            bench.server.requests == [
                .listGathers(), .createGather, .sendResult(result, gather: id),
                .addPlayer(Self.players[0], gather: id), .addPlayer(Self.players[1], gather: id),
                .addPlayer(Self.players[2], gather: id),
            ])
        #expect(bench.submission.isSent)
        #expect(!bench.submission.isPending)
        #expect(bench.submission.remoteID == id)
    }

    @Test("every fault at every step, with a restart or without, and two of them in a row")
    func sweep() throws {
        var combinations = 0
        for players in [[], Self.players] {
            let steps = players.count + 3
            for at in 0..<steps {
                for first in ModelServer.Fault.allCases {
                    for second in ModelServer.Fault.allCases {
                        for restarts in [
                            [false, false], [true, false], [false, true], [true, true],
                        ] {
                            let bench = try Self.bench(players: players)
                            for _ in 0..<at { #expect(bench.step()) }
                            for (fault, restart) in zip([first, second], restarts) {
                                _ = bench.step(fault, restarts: restart)
                            }
                            Self.finish(
                                bench, players, "\(players.count) \(at) \(first) \(second)")
                            combinations += 1
                        }
                    }
                }
            }
        }
        #expect(combinations == (3 + 6) * 64 * 4)
    }

    /// Has a person do what the state says, and looks whether all is well in the end.
    private static func finish(
        _ bench: Bench, _ players: [SubmittedPlayer], _ words: String
    ) {
        for _ in 0..<4 where !bench.submission.isSent {
            #expect(bench.run(), "\(words)")
            if bench.submission.schedule == .signIn { bench.submission.signedIn(at: bench.now) }
            if case .refused = bench.submission.verdict { bench.submission.retry(at: bench.now) }
        }
        var expected = ModelServer.Row(
            players: players.compactMap(\.id), result: bench.submission.result)
        for player in players { if let id = player.id { expected.sides[id] = player.side } }
        let rows = bench.server.gathers.map(\.row)
        #expect(rows == [expected], "\(words)")
        #expect(bench.submission.isSent, "\(words)")
    }

    @Test("a gather that somebody else made meanwhile is not taken for ours: a person decides")
    func undecided() throws {
        let bench = try Self.bench()
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        bench.server.makeOther("theirs")
        #expect(bench.step())
        #expect(bench.submission.verdict == .undecided(candidates: ["gather 1", "theirs"]))
        let adopting = bench.copy()
        adopting.submission.decide("gather 1", account: Self.account, at: bench.now)
        #expect(adopting.run())
        #expect(adopting.submission.remoteID == "gather 1")
        #expect(adopting.server.gathers.count == 2)
        #expect(adopting.server["gather 1"]?.players == [1, 2, 3])
        bench.submission.decide(nil, account: Self.account, at: bench.now)
        #expect(bench.run())
        #expect(bench.submission.remoteID == "gather 3")
        #expect(bench.server["theirs"] == ModelServer.Row())
    }

    @Test(
        "an answer that names a gather that was there before is lost, and that one is left alone",
        arguments: [false, true])
    func answerOfAnother(isKnownHere: Bool) throws {
        let bench = try Self.bench(players: [])
        let theirs = isKnownHere ? try Self.result("0-4", "Team B") : nil
        bench.server.makeOther("theirs", result: theirs)
        bench.others = isKnownHere ? ["theirs"] : []
        #expect(bench.step())
        let begun = bench.submission.begin(account: Self.account, at: bench.now)
        #expect(begun == .createGather)
        bench.submission.finish(
            .created("theirs"), account: Self.account, at: bench.now, jitter: 0.5,
            others: bench.others)
        #expect(bench.submission.remoteID == nil)
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(bench.submission.remoteID == "gather 2")
        #expect(bench.server["theirs"] == ModelServer.Row(result: theirs))
    }

    @Test("what was adopted, and is left after a discard, is asked about once")
    func leftOnce() throws {
        let bench = try Self.bench(players: [])
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        #expect(bench.step())
        #expect(bench.submission.remoteID == "gather 1")
        bench.submission.discard(at: bench.now, heldFor: .zero)
        #expect(bench.run())
        #expect(bench.submission.record.leftovers.map(\.id) == ["gather 1"])
    }

    @Test(
        "an adopted gather is known by the result that was sent to it: no second one is made",
        arguments: [ModelServer.Fault.lostAfter, .failedAfter, .none])
    func lostResultOfAdopted(fault: ModelServer.Fault) throws {
        let bench = try Self.bench(players: [])
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        while bench.server.gathers.first?.row.result == nil {
            let next = bench.copy()
            #expect(next.step())
            let isResult = next.server.gathers.first?.row.result != nil
            try #require(bench.step(isResult ? fault : .none))
        }
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(bench.server.gathers.count == 1)
        // Nor is one where somebody wants it to be sent again, after a restart.
        bench.submission = Self.reread(bench.submission, at: bench.now)
        bench.submission.retry(at: bench.now, again: true)
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(bench.server.gathers.count == 1)
    }

    @Test("an adopted gather with a result that was never sent to it is another's")
    func resultOfAnother() throws {
        let bench = try Self.bench(players: [])
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        #expect(bench.step())
        #expect(bench.submission.remoteID == "gather 1")
        bench.server.change("gather 1") { $0.result = bench.submission.result }
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(bench.submission.remoteID == "gather 2")
    }

    @Test("a result that is dropped while its gather is looked for stays dropped")
    func droppedWhileListed() throws {
        let bench = try Self.bench(players: [])
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        let due = try #require(bench.submission.dueAt)
        let begun = bench.submission.begin(account: Self.account, at: due)
        let step = try #require(begun)
        bench.submission.drop(at: due)
        bench.submission.finish(
            bench.server.perform(step), account: Self.account, at: due, jitter: 0.5, others: [])
        #expect(bench.submission.verdict == .dropped)
        for _ in 0..<10 where bench.step() {}
        #expect(bench.submission.verdict == .dropped)
        #expect(bench.server.gathers.allSatisfy { $0.row.result == nil })
        #expect(bench.submission.leftover("gather 1") != nil)
    }

    @Test("a gather that was made while its result was dropped is deleted")
    func droppedWhileMade() throws {
        let bench = try Self.bench(players: [])
        #expect(bench.step())
        let begun = bench.submission.begin(account: Self.account, at: bench.now)
        let step = try #require(begun)
        bench.submission.drop(at: bench.now)
        bench.submission.finish(
            bench.server.perform(step), account: Self.account, at: bench.now, jitter: 0.5,
            others: [])
        #expect(bench.server.gathers.count == 1)
        for _ in 0..<10 where bench.step() {}
        #expect(bench.server.gathers.isEmpty)
        #expect(bench.submission.verdict == .dropped)
    }

    @Test("gathers that were there, have a result, or are known as others' are no candidates")
    func candidates() throws {
        let bench = try Self.bench(players: [])
        bench.server.makeOther("before")
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        bench.server.makeOther("with a result", result: try Self.result("1-1", "None"))
        bench.server.makeOther("of another match")
        bench.others = ["of another match"]
        #expect(bench.run())
        #expect(bench.submission.remoteID == "gather 2")
    }

    @Test("a lost gather is not guessed where it is not known which were there before")
    func unknownBefore() throws {
        let bench = try Self.bench(players: [])
        let record = SubmissionRecord(
            result: bench.submission.result,
            progress: .creating(account: Self.account, before: nil))
        bench.submission = Submission(record, at: bench.now)
        let empty = bench.copy()
        #expect(empty.run())
        #expect(empty.server.gathers.count == 1)
        bench.server.makeOther("perhaps")
        #expect(bench.step())
        #expect(bench.submission.verdict == .undecided(candidates: ["perhaps"]))
    }

    @Test("a list that another submission got settles a lost gather, unless a step is underway")
    func settledByAnother() throws {
        let bench = try Self.bench(players: [])
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        let list = GatherList([ListedGather(id: "gather 1")])
        var other = bench.submission
        let settled = [("server bob", false), (Self.account, true), (Self.account, false)]
        for (account, expected) in settled {
            let isSettled = other.settle(
                by: list, account: account, others: [], at: bench.now)
            #expect(isSettled == expected)
        }
        #expect(other.remoteID == "gather 1")
    }

    @Test("where more are open than can be known, none of them is taken for the one that was lost")
    func tooManyOpen() throws {
        let bench = try Self.bench(players: [])
        let known = Limits.submissionGathersKnown
        for number in 0..<known { bench.server.makeOther("other \(number)") }
        #expect(bench.step())
        // Two are made: one is the last that is kept of the list, the other one is not.
        #expect(bench.step(.lostAfter))
        bench.server.makeOther("of another client")
        #expect(bench.step())
        let lost = "gather \(known + 1)"
        #expect(bench.submission.verdict == .undecided(candidates: [lost]))
    }

    @Test("what was done for another account counts for nothing")
    func otherAccount() throws {
        let bench = try Self.bench(players: [])
        for _ in 0..<2 { #expect(bench.step()) }
        #expect(bench.submission.remoteID != nil)
        for id in ["of somebody else", "gather 1"] {
            let another = bench.copy()
            let step = another.submission.begin(account: "elsewhere", at: bench.now)
            #expect(step == .listGathers(interest: ["gather 1"]))
            // A list that is lost changes nothing of what is known.
            #expect(another.submission.record.progress == bench.submission.record.progress)
            another.submission.finish(
                .gathers(GatherList(interest: ["gather 1"], [ListedGather(id: id)])),
                account: "elsewhere", at: bench.now, jitter: 0, others: [])
            let next = another.submission.begin(account: "elsewhere", at: bench.now)
            let result = try #require(bench.submission.result)
            // The same account under another name has the same gathers.
            let isSame = id == "gather 1"
            #expect(next == (isSame ? .sendResult(result, gather: id) : .createGather))
        }
    }

    @Test("what a server may still be at is not looked for at once, whoever hurries")
    func late() throws {
        let settling = Limits.submissionSettling
        let bench = try Self.bench(players: [])
        #expect(bench.step(.lostAfter))
        // A list that is lost has nothing to settle.
        bench.submission.retryFailed(at: bench.now)
        #expect(bench.submission.dueAt == bench.now)
        #expect(bench.step())
        let stored = bench.submission
        let restarted = Self.reread(stored, at: bench.now)
        #expect(restarted.dueAt == bench.now.advanced(by: settling))
        #expect(bench.step(.lostBefore))
        bench.submission.retryFailed(at: bench.now)
        #expect(bench.submission.dueAt == bench.now.advanced(by: settling))
        bench.submission.retry(at: bench.now)
        #expect(bench.submission.dueAt == bench.now.advanced(by: settling))
        // The server carries out what it was asked before it is asked again.
        _ = bench.server.perform(.createGather)
        #expect(bench.run())
        #expect(bench.server.gathers.map(\.row.result) == [stored.result])
        bench.submission = stored
        #expect(bench.step(.failedBefore))
        bench.submission.retryFailed(at: bench.now)
        #expect(bench.submission.dueAt == bench.now)
    }

    @Test("a result is held, and sent at once if somebody wants that")
    func held() throws {
        let bench = try Self.bench(heldFor: .seconds(60))
        #expect(bench.submission.dueAt == Self.start.advanced(by: .seconds(60)))
        bench.submission.retryFailed(at: Self.start)
        #expect(bench.submission.dueAt == Self.start.advanced(by: .seconds(60)))
        bench.submission.retry(at: Self.start)
        #expect(bench.submission.dueAt == Self.start)
    }

    @Test("no clock that is set makes a result be held longer than it was to be")
    func heldByAnotherClock() throws {
        let grace = Duration.seconds(60)
        let now = Moment(boottime: .zero, wall: .seconds(-86_400), boot: "another")
        let bench = try Self.bench(heldFor: grace)
        bench.submission.hold(atMost: grace, at: Self.start)
        #expect(bench.submission.dueAt == Self.start.advanced(by: grace))
        bench.submission.hold(atMost: grace, at: now)
        #expect(bench.submission.dueAt == now.advanced(by: grace))
    }

    @Test("an end that is taken back is not sent, and one that comes again is sent to the same")
    func corrected() throws {
        var bench = try Self.bench(players: [])
        bench.submission.withdraw()
        #expect(bench.submission.isUntouched)
        #expect(!bench.submission.isPending)
        #expect(!bench.step())
        bench = try Self.bench(players: [])
        #expect(bench.run())
        bench.submission.withdraw()
        #expect(!bench.submission.isSent)
        #expect(!bench.step())
        let correction = try Self.result("2-2", "None")
        bench.submission.renew(correction, at: bench.now, heldFor: .seconds(60))
        #expect(bench.run())
        #expect(bench.server.requests.count == 4)
        #expect(bench.server["gather 1"]?.result == correction)
        bench.submission.withdraw()
        bench.submission.renew(correction, at: bench.now, heldFor: .zero)
        #expect(bench.submission.isSent)
    }

    @Test("a correction waits for the result that is underway")
    func inOrder() throws {
        let bench = try Self.bench(players: [])
        for _ in 0..<2 { #expect(bench.step()) }
        let begun = bench.submission.begin(account: Self.account, at: bench.now)
        let step = try #require(begun)
        bench.submission.withdraw()
        bench.submission.renew(try Self.result("3-1"), at: bench.now, heldFor: .zero)
        #expect(bench.submission.dueAt == nil)
        let second = bench.submission.begin(account: Self.account, at: bench.now)
        #expect(second == nil)
        let outcome = bench.server.perform(step)
        bench.submission.finish(
            outcome, account: Self.account, at: bench.now, jitter: 0, others: [])
        #expect(bench.server["gather 1"]?.result?.score == "2-1")
        #expect(bench.run())
        #expect(bench.server["gather 1"]?.result?.score == "3-1")
    }

    @Test("failures wait twice as long each time, from 1 s to 15 minutes, and never all at once")
    func backoff() throws {
        let limits = Limits.submissionRetry
        for attempts in 1...100 {
            for jitter in [-1, 0, 0.5, 1, 2] {
                #expect(limits.contains(Submission.wait(after: attempts, jitter: jitter)))
            }
            let (least, most) = (
                Submission.wait(after: attempts, jitter: 0),
                Submission.wait(after: attempts, jitter: 1)
            )
            #expect(attempts == 1 || most == least * 2)
        }
        #expect(Submission.wait(after: 3, jitter: 1) == .seconds(4))
        let bench = try Self.bench()
        for _ in 0..<700 { #expect(bench.step(.refused)) }
        #expect(bench.submission.attempts == 700)
        #expect(bench.now.elapsed(since: Self.start) > .seconds(5 * 86_400))
        let due = try #require(bench.submission.dueAt)
        #expect(due.elapsed(since: bench.now) <= .seconds(900))
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(bench.submission.attempts == 0)
        #expect(bench.submission.lastError == nil)
    }

    @Test(
        "nothing is tried before the time that a server names, unless somebody wants it",
        arguments: [ServerAnswer.Meaning.busy, .failed, .timedOut, .gatewayTimedOut])
    func retryAfter(meaning: ServerAnswer.Meaning) throws {
        let bench = try Self.bench(players: [])
        func answer(after delay: Duration) {
            _ = bench.submission.begin(account: Self.account, at: bench.now)
            bench.submission.finish(
                .answered(ServerAnswer(meaning, code: 7, reason: "why", retryAfter: delay)),
                account: Self.account, at: bench.now, jitter: 0, others: [])
        }
        func wait() throws -> Duration {
            try #require(bench.submission.dueAt).elapsed(since: bench.now)
        }
        for (delay, expected) in [(120, 120), (1_000_000_000, 3_600), (-1, 2), (0, 4), (120, 120)] {
            answer(after: .seconds(delay))
            #expect(try wait() == .seconds(expected))
            bench.now = bench.now.advanced(by: try wait())
        }
        answer(after: .seconds(120))
        // Somebody looks at it.
        bench.submission.retryFailed(at: bench.now)
        #expect(try wait() == .seconds(120))
        bench.submission.retry(at: bench.now)
        #expect(try wait() == .zero)
        answer(after: .seconds(120))
        // It may be at another server.
        bench.submission.signedIn(at: bench.now)
        #expect(try wait() == .zero)
        #expect(bench.run())
        #expect(bench.submission.isSent)
    }

    @Test("each answer is asked for again, waits for a person, or for a new token")
    func answers() throws {
        let meanings: [ServerAnswer.Meaning] = [
            .signInNeeded, .notFound, .rejected, .busy, .failed, .timedOut, .gatewayTimedOut,
        ]
        for meaning in meanings {
            let bench = try Self.bench(players: [])
            _ = bench.submission.begin(account: Self.account, at: bench.now)
            bench.submission.finish(
                .answered(ServerAnswer(meaning, code: 7, reason: "why")), account: Self.account,
                at: bench.now, jitter: 0, others: [])
            switch meaning {
            case .signInNeeded: #expect(bench.submission.schedule == .signIn)
            case .notFound, .rejected:
                // A list is asked for again, whatever stands before the server; the others are not.
                #expect(bench.submission.verdict == nil)
                #expect(bench.submission.dueAt != nil)
                #expect(bench.step())
                _ = bench.submission.begin(account: Self.account, at: bench.now)
                bench.submission.finish(
                    .answered(ServerAnswer(meaning, code: 7, reason: "why")),
                    account: Self.account, at: bench.now, jitter: 0, others: [])
                #expect(bench.submission.verdict == .refused(meaning, code: 7))
                #expect(bench.submission.dueAt == nil)
                let restored = Submission(bench.submission.record, at: bench.now)
                #expect(restored.lastError == "the server answers 7")
            case .busy, .failed, .timedOut, .gatewayTimedOut:
                #expect(bench.submission.dueAt != nil)
            }
            #expect(bench.submission.lastError == "the server answers 7: why")
        }
    }

    @Test("what somebody drops is not sent, until somebody wants it")
    func dropped() throws {
        let bench = try Self.bench()
        bench.submission.drop(at: bench.now)
        #expect(!bench.submission.isPending)
        #expect(!bench.step())
        bench.submission.retry(at: bench.now)
        #expect(bench.run())
        #expect(bench.submission.isSent)
        bench.submission.drop(at: bench.now)
        #expect(bench.submission.verdict == nil)
    }

    @Test("a correction of what somebody has dropped is not sent, one after another end is")
    func droppedAndCorrected() throws {
        let bench = try Self.bench()
        bench.submission.drop(at: bench.now)
        bench.submission.renew(try Self.result("3-1"), at: bench.now, heldFor: .zero)
        #expect(bench.submission.verdict == .dropped)
        #expect(!bench.step())
        bench.submission.withdraw()
        bench.submission.renew(try Self.result("4-1"), at: bench.now, heldFor: .zero)
        #expect(bench.run())
        #expect(bench.submission.isSent)
    }

    @Test("a gather that is gone from the server is made anew when somebody wants that")
    func gone() throws {
        let bench = try Self.bench(players: [])
        for _ in 0..<2 { #expect(bench.step()) }
        bench.server.gathers = []
        #expect(bench.run())
        #expect(bench.submission.verdict == .refused(.notFound, code: 0))
        bench.submission.retry(at: bench.now)
        #expect(bench.run())
        #expect(bench.server.gathers.map(\.row.result) == [bench.submission.result])
    }

    @Test("what may not be the newest is for a person to decide")
    func doubted() throws {
        var bench = try Self.bench()
        bench.submission.distrust()
        #expect(bench.submission.verdict == .undecided(candidates: []))
        bench = try Self.bench()
        #expect(bench.run())
        bench.submission.distrust()
        #expect(bench.submission.verdict == nil)
    }

    @Test("of an outdated record a person decides: until then nothing is sent a second time")
    func outdated() throws {
        for steps in 0..<3 {
            let bench = try Self.bench(players: [])
            for _ in 0..<steps { #expect(bench.step()) }
            let record = bench.submission.record
            #expect(bench.run())
            bench.submission = Submission(outdated: record)
            let known = steps == 2 ? ["gather 1"] : []
            #expect(bench.submission.verdict == .undecided(candidates: known), "\(steps)")
            bench.submission.retry(at: bench.now)
            #expect(!bench.step(), "\(steps)")
            // Nor is it where the match is opened and ended again.
            bench.submission.withdraw()
            #expect(!bench.submission.isUntouched)
            bench.submission.renew(try Self.result("2-1"), at: bench.now, heldFor: .zero)
            #expect(!bench.step(), "\(steps)")
            let other = bench.copy()
            bench.submission.drop(at: bench.now)
            for _ in 0..<20 where bench.step() {}
            #expect(bench.server.gathers.map(\.row.result) == [bench.submission.result])
            other.submission.decide(nil, account: Self.account, at: other.now)
            #expect(other.run())
            #expect(other.submission.isSent)
            #expect(other.server.gathers.count == 2, "\(steps)")
        }
    }

    @Test("an outdated record whose gather a person knows again goes on with it")
    func outdatedAndKnown() throws {
        for isOurs in [true, false] {
            let bench = try Self.bench(players: [])
            #expect(bench.step())
            #expect(bench.step(isOurs ? .none : .lostAfter))
            if !isOurs { #expect(bench.step()) }
            #expect(bench.submission.remoteID == "gather 1")
            let record = bench.submission.record
            #expect(bench.run())
            bench.submission = Submission(outdated: record)
            bench.submission.decide("gather 1", account: Self.account, at: bench.now)
            let corrected = bench.copy()
            #expect(bench.run())
            #expect(bench.submission.isSent)
            #expect(bench.server.gathers.count == 1)
            guard isOurs else { continue }
            corrected.server.change("gather 1") {
                $0.result = MatchResult(score: "3-1", winnerTeam: "Team A")
            }
            #expect(corrected.run())
            #expect(corrected.server.gathers.map(\.row.result) == [corrected.submission.result])
        }
    }

    @Test("a missing, empty or misshapen score or winner is no result")
    func results() {
        for (score, winner) in [
            ("", "None"), ("2-1", ""), ("2", "None"), ("-", "None"), ("2:1", "None"),
            ("1-", "None"), ("2-1-1", "None"), ("1000-1", "None"), ("2-1", "Reds"),
            ("a-b", "None"), ("٢-١", "None"),
        ] {
            #expect(MatchResult(score: score, winnerTeam: winner) == nil, "\(score) \(winner)")
        }
        for (score, winner) in [("2-1", "Team A"), ("0-0", "None"), ("12-999", "Team B")] {
            #expect(MatchResult(score: score, winnerTeam: winner) != nil)
        }
        #expect(MatchResult(Gather()) == nil)
    }
}
