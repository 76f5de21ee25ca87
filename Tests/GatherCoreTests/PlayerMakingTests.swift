import Testing

@testable import GatherCore

@Suite("Players who are made at a server before a result is sent")
struct PlayerMakingTests {
    private static let start = Moment(boottime: .seconds(1_000), wall: .zero, boot: "b")
    private static let account = "server alice"

    /// A submission of a match of three, of whom the server may have one, and the squad.
    private final class Bench {
        var squad = Squad((1...3).map { .init(id: $0, profile: .named("Player \($0)")) })
        var submission: Submission
        var server = ModelServer()
        var now = start

        init() throws {
            let players = [
                SubmittedPlayer(number: 3, side: .teamA), SubmittedPlayer(number: 1, side: .teamA),
                SubmittedPlayer(number: 2, side: .teamB),
            ]
            let result = try #require(MatchResult(score: "2-1", winnerTeam: "Team A"))
            submission = Submission(result, players: players, at: start, heldFor: .zero)
            // The server has others.
            server.squad = [
                ListedPlayer(id: 1, profile: .init(name: "Somebody")),
                ListedPlayer(id: 2, profile: .init(name: "Another")),
            ]
        }

        /// The next step that will be made; nil if there is none.
        var next: SubmissionStep? {
            var submission = submission
            guard let due = submission.dueAt else { return nil }
            return submission.begin(account: account, at: due, squad: squad)
        }

        /// Makes the next step when it is due; gives whether there was one.
        ///
        /// - Parameter named: The player whom the answer names, whoever was made; nil for that one.
        func step(
            _ fault: ModelServer.Fault = .none, naming named: Int? = nil, restarts: Bool = false
        ) -> Bool {
            guard let due = submission.dueAt else { return false }
            now = now.advanced(by: max(due.elapsed(since: now), .zero))
            guard let step = submission.begin(account: account, at: now, squad: squad) else {
                return false
            }
            if let member = squad.member(beginning: step) { squad.put(member) }
            let performed = server.perform(step, fault)
            let outcome = submission.checked(named.map(StepOutcome.createdPlayer) ?? performed)
            if restarts {
                restart()
            } else {
                for member in squad.members(after: step, outcome, account: account) {
                    squad.put(member)
                }
                submission.finish(
                    outcome, account: account, at: now, jitter: 0.5, others: [], squad: squad)
            }
            return true
        }

        func restart() {
            submission = Submission(submission.record, at: now)
            squad = Squad(
                squad.everybody.map { .init(id: $0.id, profile: $0.profile, link: $0.link) })
        }

        func run() -> Bool {
            for _ in 0..<80 where !step() { return true }
            return false
        }
    }

    @Test("a server that does everything and answers no write is not waited for longer each time")
    func lostAnswers() throws {
        let bench = try Bench()
        var (most, writes) = (0, 0)
        while !bench.submission.isSent, writes < 20 {
            let due = try #require(bench.submission.dueAt)
            var next = bench.submission
            let begun = next.begin(account: Self.account, at: due, squad: bench.squad)
            let step = try #require(begun)
            if !step.isList { writes += 1 }
            #expect(bench.step(step.isList ? .none : .lostAfter))
            most = max(most, bench.submission.attempts)
        }
        // A gather, the result, three players, and each of them in the gather.
        #expect(writes == 8)
        #expect(most == 1)
        #expect(bench.server.gathers.map(\.row.players.count) == [3])
    }

    @Test("an answer that names a player who was there before is lost, and nobody becomes that one")
    func answerOfAnother() throws {
        let bench = try Bench()
        // One who was listed, and then one who was made just before.
        for (named, made) in [(1, 3), (3, 4)] {
            while bench.next?.makesNobody == true { try #require(bench.step()) }
            try #require(bench.step(naming: named))
            #expect(bench.server.squad.count == made)
        }
        #expect(bench.run())
        #expect(bench.submission.isSent)
        #expect(bench.squad.present.map { $0.link.id(for: Self.account) } == [4, 5, 3])
        #expect(bench.server.gathers.map(\.row.players) == [[3, 4, 5]])
    }

    @Test("each is made in the order of the sides, after one list, and then put into the gather")
    func sequence() throws {
        let bench = try Bench()
        #expect(bench.run())
        let made = bench.server.requests.compactMap { request -> String? in
            switch request {
            case .listSquad(let ids): "list \(ids)"
            case .createPlayer(let id, let profile): "make \(id) \(profile.name)"
            case .addPlayer(let player, _): "add \(player.id ?? 0)"
            default: nil
            }
        }
        #expect(
            made == [
                "list [3, 1, 2]", "make 3 Player 3", "make 1 Player 1", "make 2 Player 2", "add 3",
                "add 4", "add 5",
            ])
        #expect(bench.submission.isSent)
        #expect(bench.squad[1]?.link.id(for: Self.account) == 4)
    }

    /// A bench whose three are at the server as 11, 12 and 13.
    private func linked() throws -> Bench {
        let bench = try Bench()
        for id in 1...3 {
            var member = try #require(bench.squad[id])
            let agreed = AgreedProfile(name: "Player \(id)")
            member.link = .linked(
                LinkedPlayer(account: Self.account, id: 10 + id, agreed: agreed))
            bench.squad.put(member)
            bench.server.squad.append(ListedPlayer(id: 10 + id, profile: agreed))
        }
        return bench
    }

    private func rename(_ remote: Int, _ name: String?, in bench: Bench) {
        bench.server.squad.removeAll { $0.id == remote }
        guard let name else { return }
        bench.server.squad.append(ListedPlayer(id: remote, profile: .init(name: name)))
    }

    @Test("who is known to be at the server is not made, and looked for once")
    func known() throws {
        let bench = try linked()
        #expect(bench.run())
        #expect(bench.server.squad.count == 5)
        let lists = bench.server.requests.filter(\.makesPlayer)
        #expect(lists == [.listSquad([3, 1, 2])])
        #expect(bench.server["gather 1"]?.players == [13, 11, 12])
    }

    @Test("a number that is nobody's any more is not used: the player is made anew")
    func gone() throws {
        let bench = try linked()
        rename(13, nil, in: bench)
        #expect(bench.run())
        // The server gives the number to the next.
        #expect(bench.server["gather 1"]?.players == [13, 11, 12])
        #expect(bench.server.squad.map(\.id) == [1, 2, 11, 12, 13])
        let again = try linked()
        rename(11, nil, in: again)
        #expect(again.run())
        #expect(again.server["gather 1"]?.players == [13, 14, 12])
        #expect(again.squad[1]?.link.id(for: Self.account) == 14)
    }

    @Test("a number that may be somebody else's waits for a person, and holds up nothing else")
    func questioned() throws {
        let bench = try linked()
        rename(12, "Stranger", in: bench)
        #expect(bench.run())
        let question = PlayerQuestion(number: 2, .otherName(12))
        #expect(bench.submission.record.questions == [question])
        #expect(bench.submission.isSent)
        #expect(bench.server["gather 1"]?.result == bench.submission.result)
        #expect(bench.server["gather 1"]?.players == [13, 11])
        bench.restart()
        #expect(bench.submission.record.questions == [question])
        // As long as nobody settles who that is, it stays so.
        bench.submission.retry(at: bench.now)
        #expect(bench.run())
        #expect(bench.submission.record.questions == [question])
        var member = try #require(bench.squad[2])
        member.link = .linked(
            LinkedPlayer(account: Self.account, id: 2, agreed: .init(name: "Another")))
        bench.squad.put(member)
        // A synchronisation that asks about that one as well settles nothing.
        bench.submission.playersChanged(except: [1, 2], at: bench.now)
        #expect(bench.submission.record.questions == [question])
        bench.submission.playersChanged(except: [1], at: bench.now)
        #expect(bench.run())
        #expect(bench.submission.record.questions == [])
        #expect(bench.server["gather 1"]?.players == [13, 11, 2])
    }

    @Test("the name here counts, and so does the one that both sides last had, but for case")
    func names() throws {
        for (here, there, isUsed) in [
            ("Bo", "PLAYER  2", true), ("Bo", "bo", true), ("Bo", "Bob", false),
        ] {
            let bench = try linked()
            var member = try #require(bench.squad[2])
            member.profile = .named(here)
            bench.squad.put(member)
            rename(12, there, in: bench)
            #expect(bench.run())
            #expect(bench.submission.isSent)
            #expect(bench.submission.record.questions.isEmpty == isUsed, "\(here) \(there)")
        }
    }

    @Test("the number of one who was removed here and is another one there is not used")
    func removed() throws {
        let bench = try linked()
        var member = try #require(bench.squad[2])
        member.isRemoved = true
        bench.squad.put(member)
        rename(12, "Stranger", in: bench)
        #expect(bench.run())
        #expect(bench.server["gather 1"]?.players == [13, 11, 14])
    }

    @Test("while others are made or listed, nobody is looked for")
    func inTurn() throws {
        let bench = try linked()
        func needsPlayer() -> Bool {
            bench.submission.needsPlayer(account: Self.account, at: bench.now, bench.squad)
        }
        for _ in 0..<3 { #expect(bench.step()) }
        #expect(needsPlayer())
        #expect(bench.step())
        #expect(!needsPlayer())
    }

    @Test("a number at another account counts for nothing")
    func otherAccount() throws {
        let bench = try Bench()
        var member = try #require(bench.squad[1])
        member.link = .linked(LinkedPlayer(account: "other", id: 77, agreed: .init()))
        bench.squad.put(member)
        #expect(bench.run())
        #expect(bench.server["gather 1"]?.players == [3, 4, 5])
    }

    @Test("whatever is lost at any step, twice in a row, with a restart or without: made once")
    func sweep() throws {
        for at in 0..<10 {
            for first in ModelServer.Fault.allCases {
                for second in ModelServer.Fault.allCases {
                    for restarts in [
                        [false, false], [true, false], [false, true], [true, true],
                    ] {
                        let bench = try Bench()
                        for _ in 0..<at { #expect(bench.step()) }
                        for (fault, restart) in zip([first, second], restarts) {
                            _ = bench.step(fault, restarts: restart)
                        }
                        finish(bench, "\(at) \(first) \(second) \(restarts)")
                    }
                }
            }
        }
    }

    private func finish(_ bench: Bench, _ what: String) {
        for _ in 0..<4 {
            _ = bench.run()
            bench.submission.signedIn(at: bench.now)
            bench.submission.retry(at: bench.now)
        }
        guard bench.submission.isSent else {
            Issue.record("\(what): it is not sent: \(bench.submission)")
            return
        }
        let names = bench.server.squad.compactMap(\.profile.name).sorted()
        let once = ["Another", "Player 1", "Player 2", "Player 3", "Somebody"]
        let ids = [3, 1, 2].compactMap { bench.squad[$0]?.link.id(for: Self.account) }
        let players = bench.submission.remoteID.flatMap { bench.server[$0]?.players } ?? []
        if names != once { Issue.record("\(what): \(names)") }
        if Set(players) != Set(ids) || players.count < 3 { Issue.record("\(what): \(players)") }
    }

    @Test("who has appeared with the name is the one; others, and numbers of ours, are not")
    func settling() {
        let link = PlayerLink.creating(account: "a", name: "Ada", before: [1])
        func listed(_ id: Int, _ name: String) -> ListedPlayer {
            ListedPlayer(id: id, profile: AgreedProfile(name: name))
        }
        let all = [
            listed(1, "Ada"), listed(2, "Bo"), listed(5, "Ada"), listed(4, "Ada"), listed(3, "Ada"),
        ]
        func settle(_ link: PlayerLink, taken: Set<Int> = []) -> PlayerLink {
            link.settled(by: all, account: "a", taken: taken)
        }
        #expect(settle(link, taken: [3]).id(for: "a") == 4)
        #expect(settle(link, taken: [3]).id(for: "b") == nil)
        #expect(settle(link, taken: [3, 4, 5]) == link)
        #expect(settle(.unlinked) == .unlinked)
        let elsewhere = PlayerLink.creating(account: "b", name: "Ada", before: [])
        #expect(settle(elsewhere) == elsewhere)
    }

    @Test("a result goes on with other players when they were moved before it ended again")
    func moved() throws {
        var pitch = try Pitch(.openNow, .move(1, to: .teamA), .move(2, to: .teamB), .end)
        let players = SubmittedPlayer.all(of: pitch.gather)
        #expect(players.map(\.number) == [1, 2])
        let result = try #require(MatchResult(pitch.gather))
        let submission = Submission(result, players: players, at: Self.start, heldFor: .zero)
        #expect(submission.isOf(result, players))
        try pitch.give(.undo(number: nil))
        try pitch.give(.move(1, to: .teamB))
        try pitch.give(.end)
        #expect(!submission.isOf(result, SubmittedPlayer.all(of: pitch.gather)))
    }
}

extension SubmissionStep {
    /// True for a step that makes no player at the server.
    fileprivate var makesNobody: Bool { if case .createPlayer = self { false } else { true } }
}
