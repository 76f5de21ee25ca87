import Testing

@testable import GatherCore

@Suite("The result at a server that is slow, or that others use too")
struct SharedServerTests {
    private static let start = Moment(boottime: .seconds(1_000), wall: .zero, boot: "b")
    private static let account = "server alice"

    private static func result(_ score: String, _ winner: String = "Team A") throws -> MatchResult {
        try #require(MatchResult(score: score, winnerTeam: winner))
    }

    /// A submission of two on each side, the squad, the server and the time between them.
    private final class Bench {
        var squad = Squad((1...4).map { .init(id: $0, profile: .named("Player \($0)")) })
        var submission: Submission
        var server = ModelServer()
        var now = start
        var requests: [SubmissionStep] = []

        init(_ sides: [Int: Side] = [1: .teamA, 2: .teamA, 3: .teamB, 4: .teamB]) throws {
            submission = Submission(
                try result("2-1"), players: Self.players(sides), at: start, heldFor: .zero)
        }

        static func players(_ sides: [Int: Side]) -> [SubmittedPlayer] {
            Side.allCases.flatMap { side in
                sides.filter { $0.value == side }.keys.sorted()
                    .map { SubmittedPlayer(number: $0, side: side) }
            }
        }

        /// Makes the next step when it is due; gives whether there was one.
        func step(
            _ fault: ModelServer.Fault = .none, lasting duration: Duration = .zero,
            until end: Moment? = nil
        ) -> Bool {
            guard let due = submission.dueAt else { return false }
            if let end, due.elapsed(since: end) > .zero { return false }
            now = now.advanced(by: max(due.elapsed(since: now), .zero))
            guard let step = submission.begin(account: account, at: now, squad: squad) else {
                return false
            }
            if let member = squad.member(beginning: step) { squad.put(member) }
            requests.append(step)
            let outcome = server.perform(step, fault)
            now = now.advanced(by: duration)
            for member in squad.members(after: step, outcome, account: account) {
                squad.put(member)
            }
            submission.finish(
                outcome, account: account, at: now, jitter: 0.5, others: [], squad: squad)
            return true
        }

        func restart() {
            submission = Submission(submission.record, at: now)
            squad = Squad(
                squad.everybody.map { .init(id: $0.id, profile: $0.profile, link: $0.link) })
        }

        /// Makes steps as long as there are some, but for those that wait for longer than a time.
        @discardableResult
        func run(for duration: Duration = .seconds(100_000)) -> Bool {
            let end = now.advanced(by: duration)
            for _ in 0..<200 {
                if submission.verdict != nil || !step(until: end) { return true }
            }
            return false
        }

        /// The IDs in the squad of those in a gather, with their sides, in order.
        func placed(in id: String?) -> [String] {
            guard let id, let row = server[id] else { return [] }
            return row.players.compactMap { remote in
                guard
                    let member = squad.everybody.first(where: { $0.link.id(for: account) == remote }
                    )
                else { return nil }
                return "\(member.id) \(row.sides[remote]?.rawValue ?? "")"
            }.sorted()
        }
    }

    private static let line = ["1 teamA", "2 teamA", "3 teamB", "4 teamB"]

    @Test("14 new players take 32 requests, and 14 known ones 18")
    func requests() throws {
        var sides: [Int: Side] = [:]
        for number in 1...14 { sides[number] = number % 2 == 0 ? .teamA : .teamB }
        let bench = try Bench(sides)
        bench.squad = Squad((1...14).map { .init(id: $0, profile: .named("Player \($0)")) })
        #expect(bench.run())
        #expect(bench.requests.count == 32)
        bench.submission = Submission(
            try Self.result("1-0"), players: Bench.players(sides), at: bench.now, heldFor: .zero)
        bench.requests = []
        #expect(bench.run())
        #expect(bench.requests.count == 18)
        #expect(bench.server.squad.count == 14)
        #expect(bench.server.gathers.count == 2)
    }

    // MARK: - Namesakes

    @Test("a namesake at the server whom nobody has is the one, folded as everywhere")
    func namesake() throws {
        let bench = try Bench()
        bench.server.squad = [
            ListedPlayer(id: 7, profile: .init(name: "player  1")),
            ListedPlayer(id: 8, profile: .init(name: "Somebody")),
        ]
        #expect(bench.run())
        #expect(bench.squad[1]?.link.id(for: Self.account) == 7)
        #expect(bench.server.squad.count == 5)
        #expect(bench.placed(in: "gather 1") == Self.line)
    }

    @Test("two who make the same players at the same moment use the same ones in the end")
    func atOnce() throws {
        let benches = [try Bench(), try Bench()]
        var goesOn = true
        while goesOn {
            goesOn = false
            for bench in benches where bench.step() {
                for other in benches { other.server = bench.server }
                goesOn = true
            }
        }
        let server = benches[0].server
        #expect(server.squad.count == 8)
        #expect(server.gathers.map { $0.row.players.sorted() } == [[1, 3, 5, 7], [1, 3, 5, 7]])
        for bench in benches { #expect(bench.placed(in: bench.submission.remoteID) == Self.line) }
        let left = benches.map { $0.submission.record.leftovers }
        #expect(left[0].isEmpty)
        #expect(left[1].map(\.id) == ["2", "4", "6", "8"])
        #expect(left[1].map(\.kind) == [.player, .player, .player, .player])
        #expect(left[1].map(\.name) == ["Player 1", "Player 2", "Player 3", "Player 4"])
    }

    @Test("those made are looked at also after a restart, and only until they are in the gather")
    func madeAndRestarted() throws {
        let bench = try Bench()
        while bench.submission.record.made.isEmpty, bench.step() {
            // Somebody else makes the first one between our look and our request.
            guard case .listSquad = bench.requests.last else { continue }
            bench.server.squad = [ListedPlayer(id: 1, profile: .init(name: "Player 1"))]
        }
        bench.restart()
        #expect(bench.run())
        #expect(bench.submission.record.leftovers.map(\.id) == ["2"])
        #expect(bench.placed(in: "gather 1") == Self.line)
        #expect(bench.submission.record.made.isEmpty)
        // Whoever has these numbers later is somebody else.
        bench.server.playersOfOthers = 3
        try correct(bench, [1: .teamA, 2: .teamA, 3: .teamB, 4: .teamB, 5: .teamA])
        bench.squad.put(.init(id: 5, profile: .named("Player 5")))
        #expect(bench.run())
        #expect(bench.submission.record.leftovers.map(\.id) == ["2"])
    }

    @Test("a gather of ours that got another result before ours is somebody else's by now")
    func taken() throws {
        let bench = try Bench()
        while bench.server.gathers.isEmpty, bench.step() {}
        #expect(bench.step(.refused))
        let theirs = try Self.result("5-1")
        bench.server.change("gather 1") { $0.result = theirs }
        #expect(bench.run())
        #expect(bench.server["gather 1"]?.result == theirs)
        #expect(bench.server["gather 1"]?.players == [])
        #expect(bench.submission.remoteID == "gather 2")
        #expect(bench.placed(in: "gather 2") == Self.line)
    }

    @Test("a result of ours whose answer was lost is known again, also after a correction")
    func lostResult() throws {
        for fault in [ModelServer.Fault.lostAfter, .lostBefore, .failedAfter] {
            for restarts in [false, true] {
                let bench = try Bench()
                while bench.server.gathers.isEmpty, bench.step() {}
                #expect(bench.step(fault))
                if restarts { bench.restart() }
                bench.submission.withdraw()
                bench.submission.renew(
                    try Self.result("3-1"), players: bench.submission.record.players,
                    at: bench.now, heldFor: .zero)
                #expect(bench.run())
                #expect(bench.server.gathers.map(\.id) == ["gather 1"])
                let result = try Self.result("3-1")
                #expect(bench.server["gather 1"]?.result == result)
            }
        }
    }

    @Test("an empty gather of a result that is dropped is deleted")
    func droppedEmpty() throws {
        let bench = try Bench()
        while bench.server.gathers.isEmpty, bench.step() {}
        #expect(bench.step(.notFound))
        bench.submission.drop(at: bench.now)
        // At once, it is used again.
        var again = bench.submission
        again.retry(at: bench.now)
        #expect(again.remoteID == "gather 1")
        _ = bench.run()
        while bench.step() {}
        #expect(bench.server.gathers.isEmpty)
        #expect(bench.submission.verdict == .dropped)
    }

    @Test("a discard that is taken back deletes nothing, and the gather is used again")
    func undiscarded() throws {
        for restarts in [false, true] {
            let bench = try Bench()
            #expect(bench.run())
            bench.submission.withdraw()
            bench.submission.discard(at: bench.now, heldFor: .seconds(60))
            if restarts { bench.restart() }
            bench.submission.undiscard()
            #expect(!bench.submission.isDeleting)
            #expect(bench.run())
            #expect(bench.server.gathers.count == 1)
            try correct(bench, [1: .teamA, 2: .teamA, 3: .teamB, 4: .teamB])
            #expect(bench.run())
            #expect(bench.submission.remoteID == "gather 1")
            #expect(bench.submission.isSent)
        }
    }

    @Test("where others make players too, one more list tells that nobody is there twice")
    func numbersOfOthers() throws {
        let bench = try Bench()
        bench.server.playersOfOthers = 3
        let old = ListedPlayer(id: 7, profile: .init(name: "Player 1"))
        bench.server.squad = [old]
        // Somebody has said that the one of the same name is another person.
        bench.squad.put(
            .init(
                id: 1, profile: .named("Player 1"),
                link: .creating(account: Self.account, name: "Player 1", before: [7])))
        #expect(bench.run())
        #expect(bench.submission.record.leftovers.isEmpty)
        #expect(bench.squad[1]?.link.id(for: Self.account) == 11)
        #expect(bench.server.squad.count == 5)
        #expect(bench.placed(in: "gather 1") == Self.line)
        let lists = bench.requests.filter { if case .listMade = $0 { true } else { false } }
        #expect(lists.count == 1)
    }

    @Test("where a name is not unique on either side it is asked, and the result goes")
    func ambiguous() throws {
        let bench = try Bench()
        bench.server.squad = [
            ListedPlayer(id: 7, profile: .init(name: "Player 1")),
            ListedPlayer(id: 8, profile: .init(name: "Player 1")),
            ListedPlayer(id: 9, profile: .init(name: "Player 3")),
        ]
        bench.squad.put(.init(id: 5, profile: .named("Player 3")))
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(!bench.submission.isPending)
        #expect(bench.submission.hasLeftovers)
        #expect(
            bench.submission.record.questions == [
                PlayerQuestion(number: 1, .sameName([7, 8])),
                PlayerQuestion(number: 3, .sameName([9])),
            ])
        #expect(bench.placed(in: "gather 1") == ["2 teamA", "4 teamB"])
        for (number, remote) in [(1, 8), (3, 9)] {
            var member = try #require(bench.squad[number])
            member.link = .linked(
                LinkedPlayer(account: Self.account, id: remote, agreed: .init()))
            bench.squad.put(member)
        }
        bench.submission.playersChanged(at: bench.now)
        #expect(bench.run())
        #expect(!bench.submission.hasLeftovers)
        #expect(bench.placed(in: "gather 1") == Self.line)
        #expect(bench.server.gathers.count == 1)
    }

    @Test("one whom a member who was removed has is asked about")
    func removed() throws {
        let bench = try Bench()
        var former = Squad.Member(id: 5, profile: .named("Player 1"), isRemoved: true)
        former.link = .linked(
            LinkedPlayer(account: Self.account, id: 7, agreed: .init(name: "Player 1")))
        bench.squad.put(former)
        bench.server.squad = [ListedPlayer(id: 7, profile: .init(name: "Player 1"))]
        #expect(bench.run())
        #expect(
            bench.submission.record.questions == [PlayerQuestion(number: 1, .sameName([7]))])
    }

    // MARK: - Writes that stall

    @Test(
        "a write that stalls and is done later, at any step: one gather, each once, strays named",
        arguments: [false, true])
    func stalls(restarts: Bool) throws {
        for at in 0..<12 {
            for late in [Duration.seconds(8), .seconds(90)] {
                let bench = try Bench()
                for _ in 0..<at { #expect(bench.step()) }
                guard bench.step(.stalls, lasting: .seconds(30)) else { continue }
                if restarts { bench.restart() }
                bench.run(for: late)
                bench.server.catchUp()
                #expect(bench.run())
                let what = "\(at) \(late)"
                #expect(bench.submission.isSent, "\(what)")
                #expect(bench.placed(in: bench.submission.remoteID) == Self.line, "\(what)")
                let strays = Set(bench.submission.record.leftovers.map(\.id))
                let others = bench.server.gathers.map(\.id).filter {
                    $0 != bench.submission.remoteID && !strays.contains($0)
                }
                #expect(others == [], "\(what)")
                let known = Set(
                    bench.squad.everybody.compactMap { $0.link.id(for: Self.account) })
                let players = bench.server.squad.map(\.id).filter {
                    !known.contains($0) && !strays.contains("\($0)")
                }
                #expect(players == [], "\(what)")
                // A server that is slow for less than a minute makes nothing twice.
                if late < .seconds(60), !restarts { #expect(strays == [], "\(what)") }
            }
        }
    }

    @Test("the server is looked at for a quarter of an hour after the loss, over restarts")
    func looks() throws {
        let bench = try Bench()
        #expect(bench.step())
        #expect(bench.step(.stalls, lasting: .seconds(30)))
        let loss = bench.now
        bench.run(for: .seconds(70))
        #expect(bench.submission.isSent)
        bench.restart()
        #expect(bench.submission.isOpen)
        bench.run(for: .seconds(400))
        bench.restart()
        #expect(bench.server.gathers.count == 1)
        bench.server.catchUp()
        #expect(bench.run())
        #expect(bench.now.elapsed(since: loss) == .seconds(945))
        #expect(bench.submission.record.leftovers.map(\.kind) == [.stray])
        // What somebody deletes or plays on with is no question any more.
        #expect(!bench.submission.isPending)
    }

    @Test("a late result does not stay in the place of a newer one")
    func lateResult() throws {
        let bench = try Bench()
        for _ in 0..<2 { #expect(bench.step()) }
        #expect(bench.step(.stalls, lasting: .seconds(30)))
        bench.submission.withdraw()
        let newer = try Self.result("3-1")
        bench.submission.renew(
            newer, players: Bench.players([1: .teamA, 2: .teamA, 3: .teamB, 4: .teamB]),
            at: bench.now, heldFor: .zero)
        bench.run(for: .seconds(8))
        #expect(bench.server["gather 1"]?.result == newer)
        bench.server.catchUp()
        #expect(bench.server["gather 1"]?.result?.score == "2-1")
        #expect(bench.run())
        #expect(bench.server["gather 1"]?.result == newer)
    }

    @Test("of many namesakes at the server some are reported, and the others when those are gone")
    func manyLeftovers() throws {
        let bench = try Bench()
        #expect(bench.run())
        var record = bench.submission.record
        var doubt = SubmissionDoubt(account: Self.account, since: bench.now)
        doubt.playersBefore["Player 1"] = []
        record.doubt = doubt
        bench.submission = Submission(record, at: bench.now)
        bench.server.squad += (100..<250).map {
            ListedPlayer(id: $0, profile: .init(name: "Player 1"))
        }
        bench.run(for: .seconds(20))
        let first = bench.submission.record.leftovers.map(\.id)
        #expect(first == (100..<200).map { "\($0)" })
        bench.run(for: .seconds(30))
        #expect(bench.submission.record.leftovers.count == 100)
        for id in first { bench.submission.removeLeftover(id) }
        bench.run(for: .seconds(60))
        #expect(bench.submission.record.leftovers.map(\.id) == (200..<250).map { "\($0)" })
    }

    // MARK: - Another client

    @Test("a candidate that got a result is none: the choice makes itself")
    func unique() throws {
        let bench = try Bench()
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        bench.server.makeOther("theirs")
        #expect(bench.step())
        #expect(bench.submission.verdict == .undecided(candidates: ["gather 1", "theirs"]))
        bench.server.change("theirs") {
            $0.result = MatchResult(score: "7-5", winnerTeam: "Team A")
        }
        #expect(bench.step())
        #expect(bench.submission.verdict == nil)
        #expect(bench.submission.remoteID == "gather 1")
        #expect(bench.run())
        #expect(bench.server["theirs"]?.result?.score == "7-5")
    }

    @Test("an adopted gather that got a result before ours is another's: a new one is made")
    func adopted() throws {
        let bench = try Bench()
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        #expect(bench.step())
        #expect(bench.submission.remoteID == "gather 1")
        let theirs = try Self.result("7-5")
        bench.server.change("gather 1") { $0.result = theirs }
        #expect(bench.run())
        #expect(bench.server["gather 1"]?.result == theirs)
        #expect(bench.submission.remoteID == "gather 2")
        #expect(bench.placed(in: "gather 2") == Self.line)
    }

    @Test("a gather with players before its result is another's, unless somebody has chosen it")
    func played() throws {
        let bench = try Bench()
        #expect(bench.step())
        #expect(bench.step(.lostBefore))
        bench.server.makeOther("theirs")
        bench.server.change("theirs") { $0.players = [77] }
        let chosen = try Bench()
        #expect(bench.run())
        #expect(bench.server["theirs"] == ModelServer.Row(players: [77]))
        #expect(bench.placed(in: bench.submission.remoteID) == Self.line)
        #expect(bench.submission.record.leftovers == [])
        for id in ["one", "other"] { chosen.server.makeOther(id) }
        chosen.submission = Submission(
            SubmissionRecord(
                result: try Self.result("2-1"),
                progress: .creating(account: Self.account, before: [])), at: chosen.now)
        #expect(chosen.run())
        chosen.server.change("one") { $0.players = [77] }
        chosen.submission.decide("one", account: Self.account, at: chosen.now)
        #expect(chosen.run())
        #expect(chosen.server["one"]?.result?.score == "2-1")
    }

    @Test("what was made for a result that is dropped is named")
    func dropped() throws {
        let bench = try Bench()
        #expect(bench.step())
        #expect(bench.step(.lostAfter))
        bench.submission.drop(at: bench.now)
        #expect(bench.run(for: .seconds(2_000)))
        _ = bench.step()
        #expect(bench.submission.record.leftovers.map(\.id) == ["gather 1"])
    }

    @Test("a gather in another user's account is deleted when that user is back")
    func takenOver() throws {
        let bench = try Bench()
        #expect(bench.run())
        let begun = bench.submission.begin(
            account: "bob", at: bench.now, squad: bench.squad)
        #expect(begun == nil)
        try correct(bench, [1: .teamA, 2: .teamA, 3: .teamB, 4: .teamB])
        let step = bench.submission.begin(account: "bob", at: bench.now, squad: bench.squad)
        #expect(step == .listGathers(interest: ["gather 1"]))
        bench.submission.finish(
            .gathers(GatherList(interest: ["gather 1"])), account: "bob", at: bench.now, jitter: 0,
            others: [], squad: bench.squad)
        #expect(bench.submission.hasFormer(in: Self.account))
        #expect(!bench.submission.hasFormer(in: "bob"))
    }

    // MARK: - Corrections

    private func correct(_ bench: Bench, _ sides: [Int: Side]) throws {
        bench.submission.withdraw()
        bench.submission.renew(
            try Self.result("3-1"), players: Bench.players(sides), at: bench.now, heldFor: .zero)
    }

    @Test("where players changed sides or left, the gather is made anew and the old one deleted")
    func replaced() throws {
        for sides in [
            [1: Side.teamB, 2: .teamA, 3: .teamA, 4: .teamB], [1: .teamA, 3: .teamB],
        ] {
            let bench = try Bench()
            #expect(bench.run())
            try correct(bench, sides)
            #expect(bench.run())
            #expect(bench.server.gathers.map(\.id) == ["gather 2"])
            #expect(bench.server["gather 2"]?.result?.score == "3-1")
            #expect(
                bench.placed(in: "gather 2")
                    == sides.map { "\($0.key) \($0.value.rawValue)" }.sorted())
            #expect(!bench.submission.isOpen)
        }
    }

    @Test("who has only joined is put into the same gather")
    func joined() throws {
        let bench = try Bench([1: .teamA, 3: .teamB])
        #expect(bench.run())
        try correct(bench, [1: .teamA, 2: .teamA, 3: .teamB, 4: .teamB])
        #expect(bench.run())
        #expect(bench.server.gathers.map(\.id) == ["gather 1"])
        #expect(bench.placed(in: "gather 1") == Self.line)
    }

    @Test("a former gather that somebody has changed, or may have made, is left to a person")
    func changedFormer() throws {
        for change in 0..<3 {
            let bench = try Bench()
            if change == 2 {
                #expect(bench.step())
                #expect(bench.step(.lostAfter))
            }
            bench.run(for: .seconds(10))
            switch change {
            case 0:
                bench.server.change("gather 1") {
                    $0.result = MatchResult(score: "9-9", winnerTeam: "None")
                }
            case 1: bench.server.change("gather 1") { $0.players.append(77) }
            default: break
            }
            try correct(bench, [1: .teamB, 2: .teamA, 3: .teamA, 4: .teamB])
            #expect(bench.run())
            #expect(bench.server.gathers.map(\.id) == ["gather 1", "gather 2"])
            #expect(bench.submission.isSent)
            let leftovers = bench.submission.record.leftovers
            #expect(leftovers.map(\.id) == ["gather 1"])
            #expect(leftovers.map(\.kind) == [.replaced])
            bench.submission.removeLeftover("gather 1")
            #expect(!bench.submission.isOpen)
        }
    }

    @Test("whatever is lost on the way of a correction, with a restart or without: one is left")
    func correctionSweep() throws {
        for at in 0..<16 {
            for fault in ModelServer.Fault.allCases {
                for restarts in [false, true] {
                    let bench = try Bench()
                    #expect(bench.run())
                    try correct(bench, [1: .teamB, 2: .teamA, 3: .teamA, 4: .teamB])
                    for _ in 0..<at { _ = bench.step() }
                    _ = bench.step(fault)
                    if restarts { bench.restart() }
                    for _ in 0..<3 {
                        bench.run()
                        bench.submission.signedIn(at: bench.now)
                        bench.submission.retry(at: bench.now)
                    }
                    let what = "\(at) \(fault) \(restarts)"
                    #expect(bench.submission.isSent, "\(what)")
                    let wanted = ["1 teamB", "2 teamA", "3 teamA", "4 teamB"]
                    #expect(bench.placed(in: bench.submission.remoteID) == wanted, "\(what)")
                    let left = Set(bench.submission.record.leftovers.map(\.id))
                    let others = bench.server.gathers.map(\.id).filter {
                        $0 != bench.submission.remoteID && !left.contains($0)
                    }
                    #expect(others == [], "\(what)")
                }
            }
        }
    }

    @Test("the gather of a match that is discarded is deleted, unless somebody has changed it")
    func discarded() throws {
        for isChanged in [false, true] {
            let bench = try Bench()
            #expect(bench.run())
            if isChanged { bench.server.change("gather 1") { $0.players.append(77) } }
            bench.submission.withdraw()
            #expect(!bench.submission.isOpen)
            bench.submission.discard(at: bench.now, heldFor: .seconds(60))
            #expect(bench.submission.isOpen)
            #expect(bench.submission.dueAt == bench.now.advanced(by: .seconds(60)))
            #expect(bench.run())
            #expect(bench.server.gathers.map(\.id) == (isChanged ? ["gather 1"] : []))
            #expect(
                bench.submission.record.leftovers.map(\.kind) == (isChanged ? [.discarded] : []))
            #expect(bench.submission.isOpen == isChanged)
        }
    }

    @Test("a discard that is taken back in time deletes nothing, and one during a request does")
    func discardedAtOtherTimes() throws {
        let bench = try Bench()
        #expect(bench.run())
        bench.submission.withdraw()
        bench.submission.discard(at: bench.now, heldFor: .seconds(60))
        try correct(bench, [1: .teamA, 2: .teamA, 3: .teamB, 4: .teamB])
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(bench.server.gathers.count == 1)
        for count in 1..<11 {
            let bench = try Bench()
            for _ in 0..<count { #expect(bench.step()) }
            let begun = bench.submission.begin(
                account: Self.account, at: bench.now, squad: bench.squad)
            guard let step = begun else { continue }
            bench.submission.withdraw()
            bench.submission.discard(at: bench.now, heldFor: .zero)
            let outcome = bench.server.perform(step)
            bench.submission.finish(
                outcome, account: Self.account, at: bench.now, jitter: 0, others: [],
                squad: bench.squad)
            #expect(bench.run())
            #expect(bench.server.gathers.map(\.id) == [], "\(count)")
        }
    }

    // MARK: - People

    @Test("sent again, a gather that is gone is made anew, and one that is there is put right")
    func again() throws {
        let bench = try Bench()
        #expect(bench.run())
        bench.submission.retry(at: bench.now, again: true)
        #expect(bench.run())
        #expect(bench.server.gathers.map(\.id) == ["gather 1"])
        bench.server.gathers = []
        bench.submission.retry(at: bench.now, again: true)
        #expect(bench.run())
        #expect(bench.server.gathers.map(\.id) == ["gather 2"])
        #expect(bench.placed(in: "gather 2") == Self.line)
    }

    @Test("sent again, it replaces another's result in our gather, over failures and restarts")
    func againOverAnother() throws {
        let ours = try Self.result("2-1")
        for at in 0..<4 {
            for fault in ModelServer.Fault.allCases {
                for restarts in [false, true] {
                    let bench = try Bench()
                    #expect(bench.run())
                    let theirs = MatchResult(score: "7-7", winnerTeam: "None")
                    bench.server.change("gather 1") { $0.result = theirs }
                    if restarts { bench.restart() }
                    bench.submission.retry(at: bench.now, again: true)
                    for _ in 0..<at { _ = bench.step() }
                    _ = bench.step(fault)
                    if restarts { bench.restart() }
                    bench.run()
                    bench.submission.signedIn(at: bench.now)
                    bench.submission.retry(at: bench.now)
                    let what = "\(at) \(fault) \(restarts)"
                    #expect(bench.run(), "\(what)")
                    #expect(bench.submission.isSent, "\(what)")
                    #expect(bench.server.gathers.map(\.id) == ["gather 1"], "\(what)")
                    #expect(bench.server["gather 1"]?.result == ours, "\(what)")
                }
            }
        }
    }

    @Test("what was never sent is not put over another's result, also where it is sent again")
    func againBeforeFirst() throws {
        let bench = try Bench()
        while bench.server.gathers.isEmpty, bench.step() {}
        #expect(bench.step(.refused))
        let theirs = try Self.result("5-1")
        bench.server.change("gather 1") { $0.result = theirs }
        bench.restart()
        bench.submission.retry(at: bench.now, again: true)
        #expect(bench.run())
        #expect(bench.server["gather 1"]?.result == theirs)
        #expect(bench.submission.remoteID == "gather 2")
    }

    @Test("a user is the same by the server's ID, or by name at the same server")
    func owners() {
        let anna = ResultOwner(server: "https://a", userID: "1", name: "anna")
        #expect(anna.isSame(as: ResultOwner(server: "https://b", userID: "1", name: nil)))
        #expect(anna.isSame(as: ResultOwner(server: "https://a", userID: "2", name: "anna")))
        #expect(!anna.isSame(as: ResultOwner(server: "https://a", userID: "2", name: "bob")))
        #expect(!anna.isSame(as: ResultOwner(server: "https://b", userID: "2", name: "anna")))
        let nobody = ResultOwner(server: "https://a", userID: nil, name: nil)
        #expect(!nobody.isSame(as: nobody))
    }
}
