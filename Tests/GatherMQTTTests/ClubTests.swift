import GatherAPI
import GatherClub
import LinuxIO
import Testing
import Varlink

@testable import GatherMQTT

struct ClubTests {
    private let topics = ClubTopics(prefix: "club/day")

    @Test("each topic is known by its levels")
    func topicKinds() {
        #expect(topics.kind(of: "club/day/fixtures") == .fixtures)
        #expect(topics.kind(of: "club/day/table") == .table)
        #expect(topics.kind(of: "club/day/north/online") == .online(pitch: "north"))
        #expect(topics.kind(of: "club/day/north/state") == .state(pitch: "north"))
        #expect(
            topics.kind(of: "club/day/north/result/m-1")
                == .result(MatchResult.Place(pitch: "north", match: "m-1")))
        #expect(
            topics.filters == [
                "club/day/fixtures", "club/day/table", "club/day/+/online", "club/day/+/state",
                "club/day/+/time", "club/day/+/result/+",
            ])
    }

    @Test(
        "other topics are none of a club",
        arguments: [
            "", "club", "club/day", "club/day/", "club/day/north", "club/dayfixtures", "fixtures",
            "club/day/north/event", "club/day/north/online/x", "club/day/no rth/online",
            "club/day//online", "club/day/north/result", "club/day/north/result/",
            "club/day/north/result/a/b", "club/day/table/online", "club/day/fixtures/result/m",
            "club/day/north/result/a b", "other/day/north/online",
        ])
    func otherTopics(topic: String) { #expect(topics.kind(of: topic) == nil) }

    // MARK: - Pitches

    private let now = Payloads.Moment(
        wallMicroseconds: 1_000_000_000, boottimeMicroseconds: 500_000_000, isWallTrusted: true)

    private func state(_ sequence: Int, _ text: String = "") -> [UInt8] {
        JSONValue.object(["sequence": .int(sequence), "text": .string(text)]).bytes
    }

    @Test("the newest state of a pitch is kept, whether it is online or not")
    func pitches() {
        var book = PitchBook()
        var outcomes = [
            book.takeState(state(5), of: "south"),
            book.takeOnline([UInt8(ascii: "1")], of: "north", at: now),
            book.takeState(state(4), of: "south"), book.takeState(state(5), of: "south"),
        ]
        #expect(outcomes == [.taken, .taken, .old, .old])
        #expect(book.all(at: now).map(\.name) == ["north", "south"])
        #expect(book.all(at: now).map(\.online) == [true, false])
        #expect(book.all(at: now).map { $0.state?["sequence"]?.int } == [nil, 5])
        // One that no pitch goes beyond does not stay for ever.
        _ = book.takeState(state(StateSequence.mostOfOthers + 1), of: "south")
        outcomes = [book.takeState(state(6), of: "south")]
        #expect(outcomes == [.taken])
        outcomes = [book.takeState([], of: "south"), book.takeOnline([], of: "north", at: now)]
        #expect(outcomes == [.taken, .taken])
        #expect(book.count == 0)
    }

    @Test("what makes no sense is left out")
    func nonsense() {
        var book = PitchBook()
        let long = [UInt8](repeating: UInt8(ascii: " "), count: PitchBook.mostBytes)
        for payload in [Array("x".utf8), Array("{}".utf8), Array("[]".utf8), long + state(1)] {
            let outcome = book.takeState(payload, of: "north")
            #expect(outcome == .nonsense)
        }
        let outcome = book.takeOnline(Array("yes".utf8), of: "north", at: now)
        #expect(outcome == .nonsense)
        #expect(book.count == 0)
    }

    @Test("there is room for so many pitches, and for so much of them")
    func room() {
        var book = PitchBook()
        for number in 0..<PitchBook.most {
            _ = book.takeOnline([UInt8(ascii: "1")], of: "p\(number)", at: now)
            _ = book.takeState(state(1), of: "p\(number)")
        }
        let outcomes = [
            book.takeState(state(1), of: "more"),
            book.takeOnline([UInt8(ascii: "1")], of: "more", at: now),
            book.takeState(state(2), of: "p0"),
        ]
        #expect(outcomes == [.full, .full, .taken])
        var small = PitchBook(room: 3 * state(1, "text").count)
        let taken = (0..<5).map { small.takeState(state(1, "text"), of: "p\($0)") }
        #expect(taken == [.taken, .taken, .taken, .full, .full])
        let less = [
            small.takeState([], of: "p0"), small.takeState(state(1, "text"), of: "p4"),
            small.takeState(state(2, "longer"), of: "p1"), small.takeState(state(2), of: "p1"),
        ]
        #expect(less == [.taken, .taken, .full, .taken])
    }

    @Test("one that is silent makes room for one that is live")
    func silence() {
        var book = PitchBook()
        let one = [UInt8(ascii: "1")]
        for number in 0..<PitchBook.most { _ = book.takeOnline(one, of: "p\(number)", at: now) }
        var later = now
        later.boottimeMicroseconds += 17_000_000
        let time = JSONValue.object(["publishedAt": .int(now.wallMilliseconds)]).bytes
        for number in 1..<PitchBook.most { _ = book.takeTime(time, of: "p\(number)", at: later) }
        let known = book.names
        // What is retained may be of one that has gone.
        var outcomes = [book.takeOnline(one, of: "new", isRetained: true, at: later)]
        #expect(!book.wantsMore)
        // One that is live is read again.
        _ = book.takeTime(time, of: "new", at: later)
        #expect(book.wantsMore)
        book.noteReadAgain()
        outcomes.append(book.takeOnline(one, of: "new", isRetained: true, at: later))
        outcomes.append(book.takeOnline(one, of: "other", at: later))
        #expect(outcomes == [.full, .taken, .full])
        let changes = book.changes(after: book.revision - 2, of: known, at: later)
        #expect(changes.map(\.name) == ["new", "p0"])
        #expect(changes.map(\.online) == [true, false])
    }

    @Test("all that have gone are told, however many")
    func gone() {
        var book = PitchBook()
        for number in 0..<600 {
            _ = book.takeState(state(1), of: "old\(number)")
            if number < 500 { _ = book.takeState([], of: "old\(number)") }
        }
        let (known, revision) = (book.names, book.revision)
        for number in 500..<600 { _ = book.takeState([], of: "old\(number)") }
        let changes = book.changes(after: revision, of: known, at: now)
        #expect(changes.count == 100 && changes.allSatisfy { !$0.online && $0.state == nil })
    }

    @Test("a pitch of which a broker has nothing any more goes, and one that comes back stays")
    func sweep() {
        var book = PitchBook()
        let one = [UInt8(ascii: "1")]
        let time = JSONValue.object(["publishedAt": .int(now.wallMilliseconds)]).bytes
        for name in ["lost", "online", "state", "old", "time"] {
            _ = book.takeOnline(one, of: name, at: now)
            _ = book.takeState(state(5), of: name)
        }
        let known = book.names
        var haveGone = [book.sweep()]
        book.beginSweep()
        _ = book.takeOnline(one, of: "online", at: now)
        _ = book.takeState(state(6), of: "state")
        // A broker that was killed may have one of before.
        _ = book.takeState(state(4), of: "old")
        _ = book.takeTime(time, of: "time", at: now)
        #expect(book.names == known)
        let revision = book.revision
        haveGone += [book.sweep(), book.sweep()]
        #expect(haveGone == [false, true, false])
        #expect(book.names == known.subtracting(["lost"]))
        let changes = book.changes(after: revision, of: known, at: now)
        #expect(changes.map(\.name) == ["lost"] && changes.allSatisfy { $0.state == nil })
    }

    // MARK: - What is kept

    @Test("the fixtures are kept, and what makes no sense is not read")
    func record() {
        var record = ClubRecord()
        record.reserved = 7
        record.list = FixtureList(
            revision: 9, fixtures: [Fixture(id: "1", home: "Reds", away: "Blues")])
        record.published = 8
        #expect(ClubRecord(record.bytes) == record)
        // A file of before that was kept was published.
        let old = "{\"version\":1,\"sequence\":0,\"list\":{\"revision\":9,\"fixtures\":[]}}"
        #expect(ClubRecord(Array(old.utf8))?.published == 9)
        #expect(ClubRecord(ClubRecord().bytes) == ClubRecord())
        for text in [
            "", "{}", "{\"version\":2,\"sequence\":0,\"list\":{\"revision\":0,\"fixtures\":[]}}",
            "{\"version\":1,\"sequence\":-1,\"list\":{\"revision\":0,\"fixtures\":[]}}",
            "{\"version\":1,\"sequence\":0,\"list\":{\"revision\":0}}",
        ] {
            #expect(ClubRecord(Array(text.utf8)) == nil)
        }
    }

    // MARK: - Tables

    /// The number of the next table, after one that somebody else has retained, and as a reader
    /// has it.
    private func next(_ record: inout ClubRecord, after retained: Int) -> Int? {
        var sequence = StateSequence(after: record.reserved)
        let standings = Standings([], [], order: .goalDifference)
        _ = sequence.advance(past: Table(sequence: retained, order: .goalDifference, standings))
        let number = sequence.next(at: 1_000) { record.reserved = $0 }
        let table = Table(sequence: number, order: .goalDifference, standings)
        return Table(payload: table.payload)?.sequence
    }

    @Test("a table is read whatever number somebody else has retained, also after a restart")
    func tableNumbers() {
        let most = Table.mostSequence
        for retained in [most, most - 1, most / 2 + 1, most / 2, most / 2 - 1, 5_000, 0] {
            var record = ClubRecord()
            for _ in 1...3 {
                let goesBeyond = retained <= most / 2
                let before = max(record.reserved, goesBeyond ? retained : 0)
                let number = next(&record, after: retained)
                #expect(number.map { $0 > before } == true, "\(retained)")
                record = ClubRecord(record.bytes) ?? ClubRecord()
            }
        }
    }

    @Test("numbers that nobody reads are not gone on with")
    func tooGreatNumbers() throws {
        for reserved in [1 << 52, (1 << 52) + 600_001, 1 << 53] {
            var record = ClubRecord()
            record.reserved = reserved
            record.list = FixtureList(revision: 9)
            record = try #require(ClubRecord(record.bytes))
            #expect(record.list.revision == 9)
            #expect(next(&record, after: 0) == 1_000)
        }
    }

    // MARK: - Options

    @Test("a club has options of its own, which make no sense without it")
    func options() throws {
        let options = try Options([
            "--club", "--table", "--order=head-to-head", "--serve", "/run/c.sock",
        ])
        #expect(options.action == .club)
        #expect(options.settings == [.table: "yes", .order: "head-to-head"])
        #expect(options.clubSocket == "/run/c.sock")
        for wrong in [
            ["--table"], ["--order", "head-to-head"], ["--serve", "/c"],
            ["--club", "--order", "goals"], ["--club", "--table=perhaps"],
            ["--club", "--serve", String(repeating: "s", count: 200)],
        ] {
            #expect(throws: OptionError.self) { try Options(wrong) }
        }
    }
}
