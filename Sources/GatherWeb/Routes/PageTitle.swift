import GatherAPI
import Varlink

/// The text that a chat shows for a link to a page: its `og:` tags, https://ogp.me.
struct PageTitle {
    /// The result in a line.
    let title: String
    /// The line below it.
    let description: String

    /// The place of the tags in a page.
    static let mark = Array("<!-- og -->".utf8)

    /// Describes the present match.
    init(_ gather: GatherSnapshot?) {
        guard let gather else {
            (title, description) = ("gatherd", "No match yet")
            return
        }
        title = Self.result(gather.teamA.name, gather.score, gather.teamB.name)
        switch gather.phase {
        case .open: description = "The match is on: the board, live"
        case .ended: description = "Final score"
        case .discarded: description = "The match was closed without a result"
        }
    }

    /// Describes a match of the history.
    init(_ match: GatherSummary) {
        title = Self.result(match.teamAName, match.score, match.teamBName)
        let date = match.openedAt.prefix { $0 != "T" }
        description = match.phase == .open ? "The match is on" : "Played on \(date)"
    }

    /// Describes the tables of a club: the best teams of the first groups.
    init(_ groups: [TableGroup]) {
        title = "Table"
        let tables = groups.prefix(Self.groupsShown).map { group in
            let teams = group.rows.prefix(Self.teamsShown).map { "\($0.team) \($0.points)" }
            return (group.group.map { "\($0): " } ?? "") + teams.joined(separator: ", ")
        }
        description = tables.isEmpty ? "No table yet" : tables.joined(separator: "; ")
    }

    private static let groupsShown = 4
    private static let teamsShown = 3

    /// The tags as HTML.
    var html: [UInt8] {
        let tags = [("og:title", title), ("og:description", description), ("og:type", "website")]
        let lines = tags.map { name, value in
            "<meta property=\"\(name)\" content=\"\(Self.escaped(value))\">"
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// Returns a page with the tags in the place of the mark.
    func inserted(into page: UnsafeRawBufferPointer) -> [UInt8] {
        let bytes = Array(page)
        guard let range = bytes.firstRange(of: Self.mark) else { return bytes }
        return Array(bytes[..<range.lowerBound]) + html + Array(bytes[range.upperBound...])
    }

    private static func result(_ one: String, _ score: String, _ other: String) -> String {
        "\(one) \(score.replacing("-", with: "–")) \(other)"
    }

    /// Returns a text as it stands between the quotes of an attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
