import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A check of an export")
final class ExportCheckTests {
    private let directory: String

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static let moment = Moment(
        boottime: .seconds(1), wall: TestStore.wall, boot: "boot", isWallTrusted: true)
    private static let anna = Player(id: 7, name: "Anna", position: nil)

    /// The lines of an export of two matches, as gatherctl writes them.
    ///
    /// - Parameters:
    ///   - ago: The time before its recording at which the second goal was scored.
    ///   - extra: An event before the last one; nil for none.
    private func lines(ago: Duration = .zero, extra: Event? = nil) throws -> [String] {
        let store = try TestStore.open(directory)
        for gather in 1...2 {
            var events: [Event] = [
                .opened(
                    id: "id \(gather)", time: .standard, teamAName: "Reds", teamBName: "Blues"),
                .playersMoved([Self.anna], to: .teamA),
                .goalScored(
                    NamedGoal(side: .teamA, scorer: Self.anna, isOwnGoal: false), ago: .zero),
                .scoreAdded(.teamB, delta: 1, ago: ago), .undone(step: 4), .ended,
            ]
            if let extra { events.insert(extra, at: 5) }
            let log = events.enumerated().map {
                RecordedEvent(
                    number: $0 + 1, step: $0 + 1, moment: Self.moment, operatorUID: 1_000,
                    event: $1)
            }
            _ = try store.append(.init(events: log, id: "id \(gather)", moment: Self.moment))
        }
        return try ["id 2", "id 1"].flatMap { id in
            let reply = try store.parameters(
                of: TimelineReading(of: id, after: 0, limit: 100, adding: .record))
            return try #require(reply["entries"]?.array).map { entry in
                let object = try #require(entry.object)
                let line: JSONObject = [
                    "gatherId": .string(id), "teamAName": "Reds", "teamBName": "Blues",
                ]
                let members = line.members + object.members.filter { $0.key != "operatorName" }
                return JSONValue.object(JSONObject(members)).text
            }
        }
    }

    private func check(
        _ lines: [String], code: String? = nil
    ) throws -> [VerificationFields] {
        let path = "\(directory)/export"
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
        var check = ExportCheck(code: code)
        var results: [VerificationFields] = []
        try check.read(try Files.open(path)) { results.append($0) }
        return results
    }

    @Test("one that is right is right, and so are the codes of its matches")
    func right() throws {
        let lines = try lines()
        let results = try check(lines)
        #expect(results.map(\.id) == ["id 2", "id 1"])
        #expect(results.map(\.events) == [6, 6])
        #expect(results.allSatisfy { $0.problem == nil && $0.hashedFrom == 1 })
        let code = try #require(results[1].code)
        #expect(try check(lines, code: code).map(\.codeEvent) == [nil, 6])
        // A part has the code of what it ends with.
        #expect(try check(Array(lines[..<4]), code: results[0].code)[0].codeEvent == nil)
        #expect(try check([]).isEmpty)
    }

    @Test("each field of a line that is another one shows")
    func fields() throws {
        let lines = try lines()
        var changed: Set<String> = []
        for (index, line) in lines.enumerated() {
            let object = try #require(
                JSONValue(parsing: Array(line.utf8)[...], nesting: 16).object)
            for member in object.members {
                var other = object
                other[member.key] =
                    switch member.value {
                    case .string(let text): .string(text + "0")
                    case .int(let number): .int(number + 1)
                    case .bool(let isTrue): .bool(!isTrue)
                    case .null: .string("x")
                    default: .null
                    }
                var all = lines
                all[index] = JSONValue.object(other).text
                guard let results = try? check(all) else { continue }
                let isFound = results.contains { $0.problem != nil }
                #expect(isFound != ["text"].contains(member.key), "\(member.key)")
                changed.insert(member.key)
            }
        }
        #expect(changed.isSuperset(of: ["number", "at", "score", "scorer", "clock", "teamAName"]))
    }

    @Test("the time of what was dated back may be the one that an earlier version worked out")
    func datedBack() throws {
        let lines = try lines(ago: .milliseconds(1))
        let time = "\"goneMilliseconds\":0"
        for (index, line) in lines.enumerated() {
            try #require(line.contains(time))
            var other = lines
            other[index] = line.replacing(time, with: "\"goneMilliseconds\":60000")
            let isFound = try check(other).contains { $0.problem != nil }
            #expect(isFound != [3, 9].contains(index), "\(index)")
        }
    }

    @Test("an export of a version without the moment of a beginning that was dated back is right")
    func datedBeginning() throws {
        let lines = try lines(extra: .started(ago: .milliseconds(1)))
        let member = try #require(lines[5].firstMatch(of: /,"beganAt":"[^"]*"/)).output
        #expect(try check(lines).allSatisfy { $0.problem == nil })
        var other = lines
        other[5] = lines[5].replacing(member, with: "")
        #expect(try check(other).allSatisfy { $0.problem == nil })
        other[5] = lines[5].replacing(member, with: ",\"beganAt\":\"2026-11-21T15:00:00Z\"")
        #expect(try check(other)[0].problem == .changed)
    }

    @Test("a field that no event has, and a line that is not there, show")
    func additions() throws {
        let lines = try lines()
        var all = lines
        all[0] = String(all[0].dropLast()) + ",\"winner\":\"Blues\"}"
        #expect(try check(all)[0].problem == .changed)
        for missing in lines.indices where missing != 5 && missing != 11 {
            all = lines
            all.remove(at: missing)
            let results = try check(all)
            let found = try #require(results.first { $0.problem != nil })
            #expect((found.problem, found.event) == (.gone, missing % 6 + 1))
        }
    }

    @Test("a byte order mark at the beginning is taken, and none behind it")
    func byteOrderMark() throws {
        let lines = try lines()
        let marked = ["\u{FEFF}" + lines[0]] + lines[1...]
        #expect(try check(marked).map(\.problem) == [nil, nil])
        for wrong in [["\u{FEFF}" + marked[0]] + marked[1...], [lines[0], "\u{FEFF}" + lines[1]]] {
            #expect(throws: ExportCheck.Fault.self) { try check(Array(wrong)) }
        }
    }

    @Test("a line that was moved, or that is there twice, is named, and no event as gone")
    func order() throws {
        let lines = try lines()
        for (order, reason) in [
            ([0, 1, 3, 2, 4, 5], "line 4 has event 3 behind event 4"),
            ([0, 1, 2, 5, 3, 4], "line 5 has event 4 behind event 6"),
            ([1, 0, 2, 3, 4, 5], "line 2 has event 1 behind event 2"),
            ([0, 1, 2, 2, 3, 4, 5], "line 4 has event 3 again"),
            ([0, 1, 2, 3, 4, 5, 5], "line 7 has event 6 again"),
            ([6, 7, 8, 9, 10, 11, 0, 1, 3, 2], "line 10 has event 3 behind event 4"),
        ] {
            do {
                _ = try check(order.map { lines[$0] })
                Issue.record("\(order) was read")
            } catch let error as ExportCheck.Fault {
                #expect(error.description == reason)
            }
        }
        // The first problem is told.
        let gone = try check([0, 1, 3, 4, 4, 5].map { lines[$0] })[0]
        #expect((gone.problem, gone.event) == (.gone, 3))
    }

    @Test("what is no line of an export is named by its number")
    func faults() throws {
        let lines = try lines()
        for (wrong, reason) in [
            ("x", "is not an event of an export"), ("{}", "is not an event of an export"),
            (
                #"{"gatherId":"a","number":1}"#,
                "has no record: this gatherd or the one of the export is too old"
            ),
            (#"{"gatherId":"a","number":1,"record":"[]"}"#, "has a record that cannot be read"),
            (lines[11], "belongs to a match of which there were events before"),
            (lines[6], "belongs to a match of which there were events before"),
        ] {
            let all: ArraySlice<String> =
                switch wrong {
                case lines[11]: lines[6...] + lines[..<6] + [wrong]
                case lines[6]: lines[6...] + [wrong]
                default: [lines[0], wrong]
                }
            do {
                _ = try check(Array(all))
                Issue.record("\(wrong) was read")
            } catch let error as ExportCheck.Fault {
                #expect(error.description == "line \(all.count) \(reason)")
            }
        }
    }
}
