import LinuxIO
import Testing
import Varlink

@testable import GatherControl

/// The record of a match in an export, as it is played again.
@Suite struct MatchRecordTests {
    private static let (id, other) = ("2351295c-6f5b-4d43", "7777777c-6f5b-4d43")
    private static let match = ["opened", "started", "scoreAdded", "ended"]

    /// The line of an event in an export.
    private static func line(
        _ number: Int, _ kind: String, of id: String = Self.id, undoing step: Int? = nil
    ) -> String {
        let details = step.map { #"{"step":\#($0)}"# } ?? "{}"
        let record = JSONValue.array([
            .int(number), .int(number), .string(kind), .string(details), .int(number),
            .int(number), "boot", .null, .object([:]),
        ])
        let object: JSONObject = [
            "gatherId": .string(id), "number": .int(number),
            "record": .string(String(decoding: record.bytes, as: UTF8.self)),
        ]
        return String(decoding: JSONValue.object(object).bytes, as: UTF8.self) + "\n"
    }

    private static func lines(_ kinds: [String]) -> [String] {
        kinds.enumerated().map { line($0 + 1, $1) }
    }

    private func record(
        _ lines: [String], check: (Descriptor) -> String? = { _ in nil }
    ) throws -> MatchRecord {
        let directory = try TemporaryPrograms([])
        defer { withExtendedLifetime(directory) {} }
        let path = "\(directory.path)/export"
        try Files.replace(path, with: Array(lines.joined().utf8))
        return try MatchRecord(exportedTo: path, "2351", "no: %1$@", check: check)
    }

    @Test("one that is whole has no warning")
    func whole() throws {
        let record = try record(Self.lines(Self.match))
        #expect(record.events.map(\.kind) == Self.match)
        #expect(record.warnings == [])
    }

    @Test("a byte order mark at the beginning of the file is left out")
    func byteOrderMark() throws {
        var checked = ""
        let lines = Self.lines(Self.match)
        let record = try record(["\u{FEFF}"] + lines) { file in
            checked = String(decoding: (try? file.read(65_536, at: 0)) ?? [], as: UTF8.self)
            return nil
        }
        #expect(record.events.map(\.kind) == Self.match)
        #expect(checked == lines.joined())
    }

    @Test("of one that is not whole that is said, and its events are there all the same")
    func notWhole() throws {
        var lines = Self.lines(Self.match)
        lines.remove(at: 2)
        var checked = ""
        let record = try record([Self.line(1, "opened", of: Self.other)] + lines) { file in
            checked = String(decoding: (try? file.read(65_536, at: 0)) ?? [], as: UTF8.self)
            return "it is not whole"
        }
        // Other matches in the file do not matter.
        #expect(checked == lines.joined())
        #expect(record.events.map(\.number) == [1, 2, 4])
        #expect(record.warnings == ["it is not whole; it is played all the same"])
    }

    @Test("a file that ends before the match is over is told, however it was over before")
    func end() throws {
        let cut = try record(Self.lines(Array(Self.match.dropLast())))
        #expect(
            cut.warnings == ["the record ends with event 3, before the end of the match"])
        #expect(try record(Self.lines(["opened", "discarded"])).warnings == [])
        var lines = Self.lines(Self.match + ["goalAmended"])
        for (kind, isOver) in [("undone", false), ("redone", true), ("undone", false)] {
            lines.append(Self.line(lines.count + 1, kind, undoing: 4))
            #expect(try record(lines).isOver == isOver)
        }
        lines.append(Self.line(lines.count + 1, "undone", undoing: 3))
        #expect(try !record(lines).isOver)
    }
}
