import GatherAPI
import Varlink

/// Writes events for other programs.
enum ExportPresenter {
    /// Returns an event as a JSON object: its gather, and all the fields that the daemon sends.
    static func object(_ gather: GatherSummary, _ entry: JSONObject) -> JSONObject {
        var members: [JSONObject.Member] = [
            .init("gatherId", .string(gather.$id)), .init("teamAName", .string(gather.$teamAName)),
            .init("teamBName", .string(gather.$teamBName)),
        ]
        members.reserveCapacity(members.count + entry.members.count)
        for member in entry.members where members[..<3].allSatisfy({ $0.key != member.key }) {
            members.append(member)
        }
        return JSONObject(members)
    }

    /// The names of the fields: the first line of comma-separated values.
    static let header = line(["gatherId", "teamAName", "teamBName"] + fieldNames)

    /// The fields of an event, without the one that is for a text in another language.
    private static let fieldNames = TimelineEntry.fieldNames.filter { $0 != "translatable" }

    /// Returns an event as a line of comma-separated values; a missing value is empty.
    ///
    /// - Parameter isShown: True if the line is for a terminal.
    static func line(
        _ gather: GatherSummary, _ entry: TimelineEntry, isShown: Bool = false
    ) -> String {
        let names = [gather.$id, gather.$teamAName, gather.$teamBName]
        // Both are in the order of the declaration, and some fields are left out.
        var members = entry.fields.members[...]
        let values = fieldNames.map { name in
            members.first?.key == name ? members.popFirst().map { text($0.value) } ?? "" : ""
        }
        return line(names + values, isShown: isShown)
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .bool(let isTrue): "\(isTrue)"
        // The clock is the only object.
        case .object: (try? TimeFields(json: value, name: "clock")).map(TimeText.clock) ?? ""
        case .array(let values): values.map(text).joined(separator: " ")
        default: ""
        }
    }

    /// Returns a line of fields in the format of RFC 4180.
    ///
    /// A field that a spreadsheet would take for a formula is not changed: it is a name, and other
    /// programs must read it as it was given.
    ///
    /// - Parameter isShown: True if the line is for a terminal, where a name must not have harmful
    ///   effects.
    static func line(_ fields: [String], isShown: Bool = false) -> String {
        fields.map { field(isShown ? $0.shownName : $0) }.joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { !#",""#.utf8.contains($0) && $0 >= 0x20 }
        if isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
