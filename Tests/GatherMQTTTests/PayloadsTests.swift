import Testing
import Varlink

@testable import GatherMQTT

struct PayloadsTests {
    private let payloads = Payloads(pitch: "north")
    private let now = Payloads.Moment(
        wallMicroseconds: 1_700_000_000_000_500, boottimeMicroseconds: 5_000_000,
        isWallTrusted: true)

    private func object(_ bytes: [UInt8]) throws -> JSONObject {
        try #require(try JSONValue(parsing: bytes[...], nesting: 8).object)
    }

    private func state(_ timer: JSONObject, _ now: Payloads.Moment) throws -> JSONObject {
        let gather = JSONObject([.init("timer", .object(timer))])
        return try object(payloads.state(of: gather, sequence: 7, at: now))
    }

    @Test("the deadline of a running countdown is told by the wall clock, rounded up")
    func running() throws {
        let timer: JSONObject = [
            "endsAtBoottimeMicroseconds": 6_000_100, "remainingMilliseconds": 60_000,
        ]
        let read = try state(timer, now)
        #expect(read["pitch"] == "north")
        #expect(read["sequence"] == 7)
        #expect(read["publishedAt"] == 1_700_000_000_000)
        #expect(read["publishedAtBoottimeMicroseconds"] == 5_000_000)
        #expect(read["deadlineAt"] == 1_700_000_001_001)
        #expect(read["remainingMilliseconds"] == 1_001)
        #expect(read["clockDoubtful"] == false)
        #expect(read["gather"]?.object?["timer"]?.object == timer)
    }

    @Test("a step of the wall clock moves the deadline along")
    func step() throws {
        let timer: JSONObject = ["endsAtBoottimeMicroseconds": 6_000_000]
        var later = now
        later.wallMicroseconds += 3_600_000_000
        let moved = try #require(try state(timer, later)["deadlineAt"]?.int)
        #expect(moved - (try state(timer, now)["deadlineAt"]?.int ?? 0) == 3_600_000)
    }

    @Test("a stopped countdown has no deadline, and a deadline that has passed leaves nothing")
    func stopped() throws {
        let stopped = try state(
            ["endsAtBoottimeMicroseconds": .null, "remainingMilliseconds": 42], now)
        #expect(stopped["deadlineAt"] == .null)
        #expect(stopped["remainingMilliseconds"] == 42)
        let over = try state(["endsAtBoottimeMicroseconds": 4_000_000], now)
        #expect(over["remainingMilliseconds"] == 0)
        let absurd = try state(["endsAtBoottimeMicroseconds": .int(.min)], now)
        #expect(absurd["deadlineAt"] == .null)
    }

    @Test("without a match there is none, and a wall clock that may be wrong is told")
    func none() throws {
        var now = now
        now.isWallTrusted = false
        let read = try object(payloads.state(of: nil, sequence: 1, at: now))
        #expect(read["gather"] == .null)
        #expect(read["remainingMilliseconds"] == .null)
        #expect(read["clockDoubtful"] == true)
    }

    @Test("an event tells nothing of the accounts of the machine")
    func event() throws {
        let entry: JSONObject = [
            "number": 3, "text": "goal", "operatorUid": 1_000, "operatorName": "ada",
            "operatorDevice": "Ada's phone",
        ]
        let bytes = payloads.event(entry, number: 3, of: "m")
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"pitch":"north","match":"m","number":3,"#
                + #""entry":{"number":3,"text":"goal","operatorDevice":"Ada's phone"}}"#)
    }

    @Test("a result has the summary and its revision")
    func result() throws {
        let read = try object(payloads.result(["score": "2-1"], revision: 9, at: now))
        #expect(read["revision"] == 9)
        #expect(read["publishedAt"] == 1_700_000_000_000)
        #expect(read["match"]?.object == ["score": "2-1"])
    }

    @Test("the number of a state goes beyond one that somebody else has published")
    func advancing() {
        var sequence = StateSequence(after: 7)
        var bounds: [Int] = []
        var numbers: [Int] = []
        var advanced: [Bool] = []
        for other in [7, 5_000, .max, 5_000, StateSequence.mostOfOthers] {
            advanced.append(sequence.advance(past: other))
            numbers.append(sequence.next(at: 10) { bounds.append($0) })
        }
        #expect(advanced == [false, true, false, false, true])
        #expect(numbers == [10, 5_001, 5_002, 5_003, StateSequence.mostOfOthers + 1])
        // Each is below the bound on disk.
        #expect(bounds == [10, StateSequence.mostOfOthers + 1].map { $0 + StateSequence.step })
        #expect(numbers.allSatisfy { $0 < StateSequence.most })
    }

    @Test("a state has a number that others can go beyond")
    func numbers() {
        #expect(Payloads.sequence(ofState: Array("{\"sequence\":5}".utf8)) == 5)
        for text in ["", "{}", "{\"sequence\":\"5\"}", "{\"sequence\":9223372036854775807}"] {
            #expect(Payloads.sequence(ofState: Array(text.utf8)) == nil)
        }
    }
}
