import GatherAPI
import GatherCore
import Testing

@testable import GatherDaemon

@Suite struct FormatFileTests {
    private func format(_ text: String, name: String = "u9") throws -> MatchFormat {
        try FormatFile(path: "/f/\(name).json", name: name, bytes: Array(text.utf8)).format()
    }

    private func fault(_ text: String, name: String = "u9") throws -> FormatFaultFields {
        do {
            _ = try format(text, name: name)
        } catch GatherError.invalidFormat(let fault) {
            return fault
        }
        throw NoFault(text: text)
    }

    private struct NoFault: Error { let text: String }

    @Test("what is left out is as in the simplest format")
    func defaults() throws {
        let format = try format(
            """
            {"periods": [
                {"id": "first", "length": 25},
                {"id": "pause", "kind": "break", "length": "7:30"},
                {"id": "second", "length": 25, "shows": "up"}]}
            """)
        #expect(format.name == "u9")
        let (play, length) = (MatchPeriod.Kind.play, Duration.seconds(1_500))
        let expected = [
            MatchPeriod(id: "first", kind: play, length: length),
            MatchPeriod(id: "pause", kind: .pause, length: .seconds(450), begins: .atOnce),
            MatchPeriod(
                id: "second", kind: play, length: length, shows: .up, from: length, atZero: .run),
        ]
        #expect(format.periods == expected)
        #expect(format.rules == MatchRules())
        #expect(format.extra == .standard)
    }

    @Test("a byte order mark at the beginning is no part of the format")
    func mark() throws {
        let text = #"{"periods": [{"id": "only", "length": 25}]}"#
        #expect(try format("\u{FEFF}\(text)") == format(text))
        #expect(try fault("\u{FEFF}{\n\n\"periods\": [}\n").line == 3)
    }

    @Test("all can be written")
    func all() throws {
        let format = try format(
            """
            {
              "name": "u9",
              "periods": [
                {"id": "a", "kind": "play", "length": "0:30", "shows": "up", "from": 3,
                 "atZero": "stop", "begins": "byHand"},
                {"id": "b", "length": 1, "from": 0, "begins": "atOnce"}
              ],
              "stopsAt": ["card", "goal"],
              "timeOuts": {"perPeriod": 2, "length": "1:30"},
              "foulLimit": 4,
              "extraTime": {"periods": 1, "length": 10, "break": 2, "halfTime": 1}
            }
            """)
        let expected = [
            MatchPeriod(
                id: "a", length: .seconds(30), shows: .up, from: .seconds(180), atZero: .stop),
            MatchPeriod(id: "b", length: .seconds(60), begins: .atOnce),
        ]
        #expect(format.periods == expected)
        let timeOuts = MatchRules.TimeOuts(perPeriod: 2, length: .seconds(90))
        #expect(
            format.rules
                == MatchRules(stopsAt: [.goal, .card], timeOuts: timeOuts, foulLimit: 4))
        #expect(
            format.extra
                == ExtraTime(
                    count: 1, length: .seconds(600), pause: .seconds(120), halfTime: .seconds(60)))
    }

    /// A text, the line of its fault, the problem and the field.
    private struct Row {
        let text: String
        let line: Int?
        let problem: FormatProblemFields
        var field: String?
    }

    @Test("each fault has its line")
    func faults() throws {
        let play = "{\"id\": \"a\", \"length\": 5}"
        let rows = [
            Row(text: "", line: 1, problem: .syntax),
            Row(text: "{\n\n\"periods\": [}\n", line: 3, problem: .syntax),
            Row(text: "[\n]", line: 1, problem: .invalidValue),
            Row(text: "\n{}", line: 2, problem: .missingField, field: "periods"),
            Row(text: "{\n\"period\": []}", line: 2, problem: .unknownField, field: "period"),
            Row(text: "{\n\"periods\": 2}", line: 2, problem: .invalidValue, field: "periods"),
            Row(text: "{\n\"periods\": []}", line: 2, problem: .periodCount, field: "periods"),
            Row(text: "{\"periods\": [\n2]}", line: 2, problem: .invalidValue),
            Row(
                text: "{\"periods\": [\(play),\n{\n\"length\": 5}]}", line: 2,
                problem: .missingField, field: "id"),
            Row(
                text: "{\"periods\": [\(play),\n{\"id\": \"b\"}]}", line: 2,
                problem: .missingField, field: "length"),
            Row(
                text: "{\"periods\": [{\"id\": \"a\",\n\"length\": \"5 min\"}]}", line: 2,
                problem: .invalidValue, field: "length"),
            Row(
                text: "{\"periods\": [{\"id\": \"a\",\n\"length\": 0}]}", line: 2,
                problem: .invalidValue, field: "length"),
            Row(
                text: "{\"periods\": [\(play),\n{\"id\": \"a\\u0007\", \"length\": 5}]}", line: 2,
                problem: .invalidValue, field: "id"),
            Row(
                text:
                    "{\"periods\": [\(play),\n{\"id\": \"k\",\n\"length\":5, \"kind\":\"kicks\"}]}",
                line: 3, problem: .invalidValue, field: "kind"),
            Row(
                text:
                    "{\"periods\": [\(play),\n{\"id\": \"p\", \"length\": 5,\"kind\": \"break\"}]}",
                line: 2, problem: .breakPlace),
            Row(
                text: "{\"periods\": [{\"id\": \"a\", \"length\": 5,\n\"begins\": \"atOnce\"}]}",
                line: 2, problem: .invalidValue, field: "begins"),
            Row(
                text: "{\"periods\": [\(play)],\n\"stopsAt\": [\"corner\"]}", line: 2,
                problem: .invalidValue, field: "stopsAt"),
            Row(
                text: "{\"periods\": [\(play)],\n\"timeOuts\": {\"perPeriod\": 99, \"length\": 1}}",
                line: 2, problem: .invalidValue, field: "timeOuts"),
            Row(
                text: "{\"periods\": [\(play)],\n\"foulLimit\": 0}", line: 2,
                problem: .invalidValue, field: "foulLimit"),
            Row(
                text: "{\"periods\": [\(play)],\n\"extraTime\": {\n\"periods\": 2}}", line: 2,
                problem: .missingField, field: "length"),
            Row(
                text: "{\"periods\": [\(play)],\n\"name\": \"u10\"}", line: 2,
                problem: .invalidValue, field: "name"),
        ]
        for row in rows {
            let fault = try fault(row.text)
            let expected = FormatFaultFields(
                path: "/f/u9.json", line: row.line, problem: row.problem, field: row.field)
            #expect(fault.fields == expected.fields, "\(row.text)")
        }
    }

    @Test("a name that is taken, or is none, has no file")
    func names() throws {
        let text = "{\"periods\": [{\"id\": \"a\", \"length\": 5}]}"
        for name in ["halves", "gather", "2x25-5", "1x9"] {
            #expect(try fault(text, name: name).problem == .nameTaken, "\(name)")
        }
        for name in ["U9", "ü", "a b", ""] {
            #expect(try fault(text, name: name).problem == .invalidName, "\(name)")
        }
    }

    @Test("a name as long as a message costs nothing to look up")
    func longName() {
        for name in ["9", "e\u{301}"].map({ String(repeating: $0, count: 500_000) }) {
            var found = 0
            let time = ProcessorTime.of {
                for _ in 0..<10 where MatchFormat(named: name) != nil { found += 1 }
            }
            #expect(found == 0)
            #expect(time < .milliseconds(20))
        }
    }
}
