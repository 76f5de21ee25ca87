import GatherAPI
import GatherClub
import Testing
import Varlink

struct MatchResultTests {
    private let place = MatchResult.Place(pitch: "north", match: "m1")

    @Test("a result is read from its message")
    func read() throws {
        let result = try #require(
            Samples.result("m1", "12-3", fixture: "12", revision: 4, teams: ("Reds", "Blues")))
        #expect(result.place == place)
        #expect(result.revision == 4)
        #expect(result.fixture == "12")
        #expect((result.goalsA, result.goalsB) == (12, 3))
        #expect((result.teamA, result.teamB) == ("Reds", "Blues"))
        #expect(result.endedAt == "2026-11-28T11:00:00.000Z")
        #expect(!result.isAbandoned)
        #expect(result.score == "12-3")
        let without = try #require(Samples.result("m1", "0-0", fixture: nil))
        #expect(without.fixture == nil)
    }

    @Test("kicks from the mark do not count, and an early end is noticed")
    func score() throws {
        let result = try #require(
            Samples.result("m1", "1-1", fixture: "1", more: ["kicksA": 4, "kicksB": 3]))
        #expect(result.score == "1-1")
        let left = try #require(
            Samples.result("m1", "1-1", fixture: "1", more: ["endedPeriod": "second half"]))
        #expect(left.isAbandoned)
        let whole = try #require(
            Samples.result(
                "m1", "1-1", fixture: "1",
                more: [
                    "endedPeriod": .null
                ]))
        #expect(!whole.isAbandoned)
    }

    @Test("a fixture that no list can have is one that is not known")
    func fixture() throws {
        let result = try #require(Samples.result("m1", "0-0", fixture: "a b"))
        let standings = Standings([], [result], order: .headToHead)
        #expect(standings.apart.map(\.reason) == [.unknownFixture])
    }

    @Test(
        "what makes no sense is not read",
        arguments: [
            "", "1-", "1", "-1-2", "1-2-3", "a-b", "1000-0", "+1-2", "1 - 2", "99999999999-1",
        ])
    func noScore(score: String) {
        #expect(Samples.result("m1", score, fixture: "1") == nil)
    }

    @Test("a message of another match, one that is not over, and none at all are not read")
    func nonsense() {
        #expect(MatchResult(payload: Samples.message("m2", "1-0", fixture: nil), at: place) == nil)
        let open = Samples.message("m1", "1-0", fixture: nil, more: ["phase": "open"])
        #expect(MatchResult(payload: open, at: place) == nil)
        for text in ["", "1", "{}", "{\"revision\":1}", "{\"revision\":1,\"match\":{}}"] {
            #expect(MatchResult(payload: Array(text.utf8), at: place) == nil)
        }
        let hostile = Samples.message("m1", "1-0", fixture: nil, teams: ("\u{1B}", "B"))
        #expect(MatchResult(payload: hostile, at: place) == nil)
        let long = Samples.message(
            "m1", "1-0", fixture: nil,
            more: [
                "more": .string(String(repeating: "x", count: MatchResult.mostBytes))
            ])
        #expect(MatchResult(payload: long, at: place) == nil)
    }

    // MARK: - The book

    @Test("a correction replaces, and what is older is dropped")
    func revisions() throws {
        var book = ResultBook()
        var changed: [Bool] = []
        let first = try #require(Samples.result("m1", "1-0", fixture: "1", revision: 5))
        let second = try #require(Samples.result("m1", "2-0", fixture: "1", revision: 6))
        changed.append(book.take(first))
        changed.append(book.take(first))
        changed.append(book.take(second))
        changed.append(book.take(first))
        #expect(book.all == [second])
        changed.append(book.remove(place))
        changed.append(book.remove(place))
        #expect(book.all == [])
        #expect(changed == [true, false, true, false, true, false])
    }

    @Test("what a pitch publishes later counts, also with fewer events: a backup was restored")
    func restored() throws {
        var book = ResultBook()
        let corrected = try #require(Samples.result("m1", "2-0", fixture: "1", revision: 6))
        let restored = try #require(
            Samples.result(
                "m1", "1-0", fixture: "1", revision: 5,
                publishedAt: corrected.publishedAt + 60_000))
        let isFirst = book.take(corrected)
        let isTaken = book.take(restored)
        #expect(isFirst && isTaken)
        #expect(book.all == [restored])
        // A clock that was set back hides no correction.
        let isCorrected = book.take(corrected)
        #expect(isCorrected)
    }

    @Test("results that are not told anew go, of the pitches that have told theirs")
    func sweep() throws {
        var book = ResultBook()
        var changed: [Bool] = []
        let results = ["m1", "m2", "m3"].compactMap { Samples.result($0, "1-0", fixture: nil) }
        let south = try #require(Samples.result("m4", "1-0", fixture: nil, pitch: "south"))
        for result in results + [south] { _ = book.take(result) }
        changed.append(book.sweep { _ in true })
        book.beginSweep()
        changed.append(book.take(results[0]))
        changed.append(book.remove(results[1].place))
        changed.append(book.sweep { $0 == "north" })
        #expect(book.all == [results[0], south])
        changed.append(book.sweep { $0 == "north" })
        changed.append(book.sweep { _ in true })
        #expect(book.all == [results[0]])
        #expect(changed == [false, false, true, true, false, true])
    }

    @Test("there is room for so many results")
    func room() throws {
        var book = ResultBook()
        var changed: [Bool] = []
        for number in 0..<ResultBook.mostOfPitch {
            _ = book.take(try #require(Samples.result("m\(number)", "1-0", fixture: nil)))
        }
        #expect(book.short.isEmpty && !book.hasRoomForShort)
        let older = "2026-11-28T10:59:59.000Z"
        let more = try #require(Samples.result("more", "1-0", fixture: nil, endedAt: older))
        changed.append(book.take(more))
        let newer = "2026-11-28T11:00:01.000Z"
        let newest = try #require(Samples.result("new", "1-0", fixture: nil, endedAt: newer))
        changed.append(book.take(newest))
        #expect(book.count == ResultBook.mostOfPitch && book.short == ["north"])
        // The oldest one has left.
        #expect(!book.all.contains { $0.place.match == "m0" })
        let correction = try #require(Samples.result("m1", "2-0", fixture: nil, revision: 10))
        changed.append(book.take(correction))
        #expect(!book.hasRoomForShort)
        changed.append(book.remove(newest.place))
        #expect(book.hasRoomForShort)
        book.noteReadAgain()
        #expect(!book.hasRoomForShort && book.short.isEmpty)
        #expect(changed == [false, true, true, true])
    }

    @Test("where there is no room, the pitch with the most makes some")
    func shares() throws {
        var book = ResultBook()
        func take(_ pitch: String, _ numbers: Range<Int>) throws {
            for number in numbers {
                let result = Samples.result("m\(number)", "1-0", fixture: nil, pitch: pitch)
                _ = book.take(try #require(result))
            }
        }
        let full = ResultBook.most / ResultBook.mostOfPitch
        for number in 0..<full { try take("evil\(number)", 0..<ResultBook.mostOfPitch) }
        try take("north", 0..<100)
        #expect(book.count == ResultBook.most && book.all.count == book.count)
        #expect(book.all.count { $0.place.pitch == "north" } == 100)
        #expect(!book.short.contains("north"))
        // And nobody has more by going on.
        for number in 0..<full { try take("evil\(number)", 5_000..<5_100) }
        #expect(book.all.count { $0.place.pitch == "north" } == 100)
        #expect(book.count == ResultBook.most)
    }

    @Test("there is room for the results of so many pitches")
    func pitches() throws {
        var book = ResultBook()
        for number in 0...ResultBook.mostPitches {
            let result = Samples.result("m", "1-0", fixture: nil, pitch: "p\(number)")
            let isTaken = book.take(try #require(result))
            #expect(isTaken == (number < ResultBook.mostPitches))
        }
        #expect(book.short.count == 1)
    }
}
