import GatherAPI
import Testing

@testable import GatherMQTT

struct RecordTests {
    @Test("what is kept is read again")
    func roundTrip() throws {
        var record = Record()
        record.reserved = 1_795_676_675_826
        record.client = ClientID.makeSecret()
        record.cursor.acknowledge(3, of: "m1")
        record.cursor.acknowledge(9, of: "m2")
        _ = record.note(resultOf: "m1", isThere: true)
        #expect(Record(record.bytes) == record)
        #expect(Record(Record().bytes) == Record())
    }

    @Test("the results that were published and not removed are kept, up to a limit")
    func results() {
        var record = Record()
        record.adopt((0..<Record.mostResults).map { "m\($0)" })
        _ = record.note(resultOf: "newest", isThere: true)
        let areNew = [true, false, false].map { record.note(resultOf: "m7", isThere: $0) }
        #expect(areNew == [false, true, false])
        let areThere = ["m0", "m1", "m7", "newest"].map(record.hasPublished(resultOf:))
        #expect(areThere == [false, true, false, true])
        #expect(Record(record.bytes) == record)
    }

    @Test("a record has room for the longest names of matches")
    func longest() {
        var record = Record()
        let name = String(repeating: "m", count: BrokerName.limit - 4)
        let names = (1_000..<1_000 + Record.mostResults).map { "\(name)\($0)" }
        record.adopt(names)
        for name in names.suffix(Cursor.matches) { record.cursor.acknowledge(.max, of: name) }
        #expect(record.bytes.count <= Record.longest)
    }

    @Test("all results may be those of an earlier version, until it is known which are there")
    func earlier() throws {
        let text = "{\"version\":1,\"client\":\"\",\"sequence\":0,\"events\":[]}"
        var record = try #require(Record(Array(text.utf8)))
        #expect(record.hasPublished(resultOf: "m1"))
        let isNew = record.note(resultOf: "m1", isThere: true)
        #expect(!isNew)
        #expect(Record(record.bytes) == record)
        record.adopt(["m1"])
        #expect(["m1", "m2"].map(record.hasPublished(resultOf:)) == [true, false])
    }

    /// Texts that are no record.
    private static let senseless: [String] = [
        "", "{}", "[]", "{\"version\":2,\"sequence\":0,\"events\":[]}",
        "{\"version\":1,\"client\":\"x\",\"sequence\":0,\"events\":[]}",
        "{\"version\":1,\"sequence\":-1,\"events\":[]}",
        "{\"version\":1,\"sequence\":\(StateSequence.most),\"events\":[]}",
        "{\"version\":1,\"sequence\":\(Int.max),\"events\":[]}",
        "{\"version\":1,\"sequence\":0,\"events\":[{}]}",
        "{\"version\":1,\"sequence\":0,\"events\":[{\"match\":\"a/b\",\"number\":1}]}",
        "{\"version\":1,\"sequence\":0,\"events\":[{\"match\":\"a\",\"number\":0}]}",
    ]

    @Test("what makes no sense is not read", arguments: senseless)
    func nonsense(text: String) {
        #expect(Record(Array(text.utf8)) == nil)
    }

    @Test("an event that is acknowledged again changes nothing")
    func again() {
        var cursor = Cursor()
        cursor.acknowledge(5, of: "a")
        cursor.acknowledge(2, of: "b")
        let before = cursor
        cursor.acknowledge(4, of: "a")
        cursor.acknowledge(2, of: "b")
        #expect(cursor == before)
        cursor.acknowledge(6, of: "a")
        #expect(cursor.places.map(\.match) == ["b", "a"])
        #expect(cursor.number(of: "a") == 6)
        #expect(cursor.number(of: "c") == nil)
    }

    @Test("the newest hundred matches are kept")
    func bounded() {
        var cursor = Cursor()
        for number in 1...150 { cursor.acknowledge(number, of: "m\(number)") }
        #expect(cursor.places.count == Cursor.matches)
        #expect(cursor.number(of: "m50") == nil)
        #expect(cursor.number(of: "m51") == 51)
    }
}

struct StateSequenceTests {
    @Test("numbers follow the wall clock, and grow when it stands or goes back")
    func growth() {
        var sequence = StateSequence(after: 0)
        #expect(sequence.next(at: 1_000) { _ in } == 1_000)
        #expect(sequence.next(at: 1_000) { _ in } == 1_001)
        #expect(sequence.next(at: 400) { _ in } == 1_002)
        #expect(sequence.next(at: 2_000) { _ in } == 2_000)
    }

    @Test("no number is given beyond what was reserved before, whenever the process ends")
    func reserved() {
        var (onDisk, wall, highest) = (0, 1_000_000, 0)
        var random = SystemRandomNumberGenerator()
        for _ in 1...200 {
            var sequence = StateSequence(after: onDisk)
            for _ in 1...Int.random(in: 1...20, using: &random) {
                let number = sequence.next(at: wall) { onDisk = $0 }
                #expect(number > highest)
                #expect(number <= onDisk)
                highest = number
                wall += Int.random(in: -900_000...1_000_000, using: &random)
            }
        }
    }

    @Test("it is seldom reserved anew")
    func seldom() {
        var (sequence, writes) = (StateSequence(after: 0), 0)
        for second in 0..<3_600 {
            _ = sequence.next(at: 1_000_000 + second * 1_000) { _ in writes += 1 }
        }
        #expect(writes == 6)
    }
}
