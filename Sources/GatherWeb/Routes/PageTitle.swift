import GatherAPI
import LinuxIO

/// The text that a chat shows for a link to a page: its `og:` tags, https://ogp.me.
struct PageTitle {
    /// The result in a line.
    let title: String
    /// The line below it.
    let description: String

    /// The place of the tags in a page.
    static let mark = Array("<!-- og -->".utf8)

    /// Describes the present match.
    init(_ gather: GatherSnapshot?, in language: PageLanguage) {
        guard let gather else {
            (title, description) = ("gatherd", tr("No match yet").text(in: language))
            return
        }
        title = Self.result(gather.teamA.name, gather.score, gather.teamB.name)
        let text =
            switch gather.phase {
            case .open: tr("The match is on: the board, live")
            case .ended: tr("Final score")
            case .discarded: tr("The match was closed without a result")
            }
        description = text.text(in: language)
    }

    /// Describes a match of the history.
    init(_ match: GatherSummary, in language: PageLanguage) {
        title = Self.result(match.teamAName, match.score, match.teamBName)
        // The day is that of the pitch, where it may have been another one than in UTC.
        let opened = UniversalTime.wall(parsing: match.openedAt)
        let date = opened.map { LocalTime($0).date } ?? match.openedAt
        let text = match.phase == .open ? tr("The match is on") : tr("Played on %1$@", date)
        description = text.text(in: language)
    }

    /// Describes the tables of a club: the best teams of the first groups.
    init(_ groups: [TableGroup], in language: PageLanguage) {
        title = tr("Table").text(in: language)
        let tables = groups.prefix(Self.groupsShown).map { group in
            let teams = group.rows.prefix(Self.teamsShown).map { "\($0.team) \($0.points)" }
            return (group.group.map { "\($0): " } ?? "") + teams.joined(separator: ", ")
        }
        description =
            tables.isEmpty ? tr("No table yet").text(in: language) : tables.joined(separator: "; ")
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
        Array(page).replacing(Self.mark, with: html, maxReplacements: 1)
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
