import GatherAPI
import Testing
import Varlink

@testable import GatherClub

struct StandingsTests {
    private static func standings(
        _ fixtures: [String], _ results: [MatchResult], _ order: TableOrder = .goalDifference
    ) -> Standings {
        Standings(of: fixtures.map(Samples.fixture), results, order: order)
    }

    @Test("a row counts what a team has reached, with zeros before its first result")
    func row() {
        let fixtures = ["1 Reds Blues", "2 Blues Greens", "3 Greens Reds", "4 Whites Reds"]
        let standings = Self.standings(fixtures, Samples.results("1 3-1", "2 0-0", "3 2-1"))
        #expect(standings.groups.map(\.$group) == [nil])
        #expect(standings.lines == [["1 Greens 4", "2 Reds 3", "3 Blues 1", "4 Whites 0"]])
        #expect(
            standings.groups[0].rows[1]
                == TableRow(
                    position: 2, team: "Reds", played: 2, won: 1, drawn: 0, lost: 1, goalsFor: 4,
                    goalsAgainst: 3, goalDifference: 1, points: 3))
        #expect(
            standings.groups[0].rows[3]
                == TableRow(
                    position: 4, team: "Whites", played: 0, won: 0, drawn: 0, lost: 0, goalsFor: 0,
                    goalsAgainst: 0, goalDifference: 0, points: 0))
        #expect(standings.apart == [])
    }

    @Test("each group has its table, in the order of the fixtures; a final has none")
    func groups() {
        let fixtures = ["1 C D B", "2 A E A", "3 C F B", "final A C"]
        let standings = Self.standings(fixtures, Samples.results("1 1-0", "2 2-2", "final 5-0"))
        #expect(standings.groups.map(\.$group) == ["B", "A"])
        #expect(standings.lines == [["1 C 3", "2 F 0", "3 D 0"], ["1 A 1", "1 E 1"]])
        #expect(standings.apart == [])
        #expect(Self.standings([], []).groups == [])
    }

    @Test("teams that nothing tells apart share a place and are listed by name")
    func shared() {
        let fixtures = ["1 D A", "2 C B", "3 E F"]
        let standings = Self.standings(fixtures, Samples.results("1 1-0", "2 1-0", "3 0-0"))
        #expect(
            standings.lines == [["1 C 3", "1 D 3", "3 E 1", "3 F 1", "5 A 0", "5 B 0"]])
    }

    /// A beats B, who has the better difference.
    private static let pair = ["1 A B", "2 B C", "3 C A", "4 B D", "5 D C", "6 A D"]

    @Test("goal difference first, or the match between the two")
    func orders() {
        let results = Samples.results("1 1-0", "2 5-0", "3 1-0", "4 1-0", "5 0-0", "6 1-0")
        #expect(
            Self.standings(Self.pair, results).lines == [["1 B 6", "2 A 6", "3 C 4", "4 D 1"]])
        #expect(
            Self.standings(Self.pair, results, .headToHead).lines
                == [["1 A 6", "2 B 6", "3 C 4", "4 D 1"]])
    }

    @Test("goals scored come after the difference, and the match between the two after these")
    func laterCriteria() {
        let scored = Self.standings(
            ["1 A X", "2 B Y"], Samples.results("1 1-0", "2 3-2"))
        #expect(scored.lines[0].prefix(2) == ["1 B 3", "2 A 3"])
        let fixtures = ["1 B A", "2 A C", "3 C B"]
        let circle = Self.standings(fixtures, Samples.results("1 1-0", "2 1-0", "3 1-0"))
        #expect(circle.lines == [["1 A 3", "1 B 3", "1 C 3"]])
        let direct = Self.standings(
            ["1 B A", "2 A C", "3 D B"], Samples.results("1 1-0", "2 1-0", "3 1-0"))
        #expect(direct.lines == [["1 D 3", "2 B 3", "3 A 3", "4 C 0"]])
    }

    @Test("head to head goes on among those who are still tied, as their matches alone say")
    func recursion() {
        let fixtures = ["1 A B", "2 B C", "3 C A", "4 A D", "5 B D", "6 C D"]
        let results = Samples.results("1 2-0", "2 4-0", "3 2-0", "4 1-0", "5 1-0", "6 9-0")
        // Among the three: A +0 with 2 goals, B +2, C -2.
        #expect(
            Self.standings(fixtures, results, .headToHead).lines
                == [["1 B 6", "2 A 6", "3 C 6", "4 D 0"]])
        // Over all, C has the best difference.
        #expect(
            Self.standings(fixtures, results).lines
                == [["1 C 6", "2 B 6", "3 A 6", "4 D 0"]])
        // Among the three, A has scored most; B and C are equal there, and B has won against C.
        let again = Samples.results("1 2-1", "2 1-0", "3 2-1", "4 1-0", "5 1-0", "6 9-0")
        #expect(
            Self.standings(fixtures, again, .headToHead).lines
                == [["1 A 6", "2 B 6", "3 C 6", "4 D 0"]])
    }

    @Test("those who are equal among themselves go by the difference over all")
    func fallback() {
        let fixtures = ["1 A B", "2 A C", "3 B C"]
        let results = Samples.results("1 0-0", "2 1-0", "3 4-0")
        #expect(
            Self.standings(fixtures, results, .headToHead).lines
                == [["1 B 4", "2 A 4", "3 C 0"]])
    }

    @Test("the sides are those of the fixture, in either order, or the result counts in no table")
    func sides() throws {
        let fixture = Fixture(id: "1", home: "Reds", away: "Blues")
        for (teams, winner) in [
            (("Reds", "Blues"), "Reds"), (("Blues", "Reds"), "Blues"), (("X", "Y"), nil),
            (("Blues", "Y"), nil), (("Blues", "Blues"), nil), (("Reds ", "Blues"), nil),
        ] as [((String, String), String?)] {
            let result = try #require(Samples.result("m1", "1-0", fixture: "1", teams: teams))
            let standings = Standings([fixture], [result], order: .goalDifference)
            let first = try #require(standings.groups[0].rows.first)
            #expect((first.points == 3 ? first.$team : nil) == winner)
            #expect(standings.apart.map(\.reason) == (winner == nil ? [.otherSides] : []))
        }
    }

    @Test("a match of days before the fixture is one of an earlier list")
    func days() throws {
        for (time, counts) in [
            ("2026-11-28 10:30", true), ("2026-11-29 00:00", true), ("2026-11-30 10:30", false),
            ("2026-12-05T10:30:00Z", false), ("2026-11-29T10:30:00+01:00", true),
            ("2026-11-01 10:30", true), ("10:30", true),
        ] {
            let fixture = Fixture(id: "1", time: time, home: "one", away: "two")
            let result = try #require(Samples.result("m1", "1-0", fixture: "1"))
            let standings = Standings([fixture], [result], order: .goalDifference)
            #expect(standings.apart.map(\.reason) == (counts ? [] : [.beforeFixture]), "\(time)")
        }
    }

    @Test("a result that counts in no table is shown apart with its reason, the newest first")
    func apart() throws {
        func result(
            _ match: String, _ fixture: String?, hour: Int, more: JSONObject = [:]
        ) throws -> MatchResult {
            try #require(
                Samples.result(
                    match, "2-1", fixture: fixture, endedAt: "2026-11-28T\(hour):00:00.000Z",
                    more: more))
        }
        let results = [
            try result("friendly", nil, hour: 10), try result("other", "99", hour: 11),
            try result("first", "1", hour: 12), try result("again", "1", hour: 13),
            try result("left", "2", hour: 14, more: ["endedPeriod": "first half"]),
        ]
        let standings = Self.standings(["1 A B", "2 C D"], results)
        #expect(
            standings.apart.map { "\($0.match) \($0.reason)" } == [
                "left abandoned", "first replayed", "other unknownFixture", "friendly noFixture",
            ])
        #expect(standings.lines == [["1 A 3", "2 C 0", "2 D 0", "4 B 0"]])
        #expect(standings.apart[1].pitch == "north")
        #expect(standings.apart[1].score == "2-1")
    }

    @Test("a match that two pitches have is one match, with its newest result")
    func renamed() throws {
        func result(
            _ pitch: String, _ score: String, _ revision: Int, at time: Int
        ) throws
            -> MatchResult
        {
            try #require(
                Samples.result(
                    "m1", score, fixture: "1", pitch: pitch, revision: revision, publishedAt: time))
        }
        for (old, new) in [("north", "south"), ("south", "north")] {
            // A goal was given to the other side after the pitch got another name.
            let corrected = [try result(old, "1-0", 4, at: 1), try result(new, "0-1", 5, at: 2)]
            // One that only connects again has not changed it.
            let again = [try result(old, "1-0", 4, at: 3), try result(new, "0-1", 5, at: 2)]
            let same = [try result(old, "0-1", 5, at: 1), try result(new, "0-1", 5, at: 2)]
            for results in [corrected, again, same].flatMap({ [$0, $0.reversed()] }) {
                let standings = Self.standings(["1 A B"], results)
                #expect(standings.lines == [["1 B 3", "2 A 0"]])
                #expect(standings.apart == [])
            }
        }
        let friendly = try ["north", "south"].map { pitch in
            try #require(Samples.result("m1", "1-0", fixture: nil, pitch: pitch))
        }
        #expect(Self.standings(["1 A B"], friendly).apart.map(\.pitch) == ["south"])
    }

    @Test("a match that was left does not take the place of one that was played, before or after")
    func abandoned() throws {
        let played = try #require(
            Samples.result("m1", "1-0", fixture: "1", endedAt: "2026-11-28T10:00:00.000Z"))
        for hour in ["09", "11"] {
            let left = try #require(
                Samples.result(
                    "m2", "0-5", fixture: "1", endedAt: "2026-11-28T\(hour):00:00.000Z",
                    more: ["endedPeriod": "first half"]))
            let standings = Self.standings(["1 A B"], [left, played])
            #expect(standings.lines == [["1 A 3", "2 B 0"]])
            #expect(standings.apart.map(\.reason) == [.abandoned])
        }
    }

    @Test(
        "the order in which results come, are corrected and go does not matter", arguments: 0..<40)
    func permutation(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixtures = (0..<30).map { number in
            let home = Int.random(in: 0..<6, using: &random)
            let away = (home + Int.random(in: 1..<6, using: &random)) % 6
            return Samples.fixture("\(number) T\(home) T\(away) G\(number % 2)")
        }
        let messages = try (0..<60).map { number in
            let fixture = Int.random(in: 0..<36, using: &random)
            let score = "\(Int.random(in: 0..<4, using: &random))-\(number % 4)"
            let hour = 10 + Int.random(in: 0..<4, using: &random)
            let isLeft = Int.random(in: 0..<8, using: &random) == 0
            return try #require(
                Samples.result(
                    "m\(number / 2)", score, fixture: fixture < 33 ? "\(fixture)" : nil,
                    pitch: ["north", "south"][number / 2 % 2], revision: 3 + number % 2,
                    endedAt: "2026-11-28T\(hour):00:00.000Z",
                    more: isLeft ? ["endedPeriod": "first half"] : [:]))
        }
        func table(_ messages: [MatchResult], _ order: TableOrder) -> [UInt8] {
            var book = ResultBook()
            for message in messages { _ = book.take(message) }
            return Table(sequence: 1, order: order, Standings(of: fixtures, book.all, order: order))
                .payload
        }
        for order in TableOrder.allCases {
            let expected = table(messages, order)
            for _ in 0..<8 {
                var again = messages.shuffled(using: &random)
                again += Array(again.prefix(20))
                #expect(table(again, order) == expected, "seed \(seed)")
            }
        }
    }

    @Test("points, goals and matches add up, whatever is played", arguments: 0..<20)
    func sums(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var fixtures: [Fixture] = []
        for home in 0..<5 {
            for away in 0..<5 where home != away {
                fixtures.append(Samples.fixture("\(home)-\(away) T\(home) T\(away)"))
            }
        }
        let results = try fixtures.shuffled(using: &random).prefix(12).map { fixture in
            let score = (0..<2).map { _ in "\(Int.random(in: 0..<3, using: &random))" }
            return try #require(
                Samples.result(fixture.$id, score.joined(separator: "-"), fixture: fixture.$id))
        }
        for order in TableOrder.allCases {
            let rows = Standings(of: fixtures, results, order: order).groups[0].rows
            #expect(Set(rows.map(\.$team)).count == 5)
            #expect(rows.map(\.played).reduce(0, +) == 24)
            #expect(rows.map(\.goalDifference).reduce(0, +) == 0)
            let sums = [rows.map(\.won), rows.map(\.lost)].map { $0.reduce(0, +) }
            #expect(sums[0] == sums[1])
            for (one, next) in zip(rows, rows.dropFirst()) {
                #expect(one.points >= next.points && one.position <= next.position)
            }
        }
    }
}
