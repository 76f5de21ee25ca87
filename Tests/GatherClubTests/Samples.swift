import GatherAPI
@testable import GatherClub
import Varlink

/// Fixtures and results in few words.
enum Samples {
    /// Makes a fixture of `ID HOME AWAY [GROUP]`.
    static func fixture(_ text: String) -> Fixture {
        let words = text.split(separator: " ").map(String.init)
        return Fixture(
            id: words[0], home: words[1], away: words[2], group: words.count > 3 ? words[3] : nil)
    }

    /// The message of a result.
    static func message(
        _ match: String, _ score: String, fixture: String?, revision: Int = 9,
        endedAt: String = "2026-11-28T11:00:00.000Z", teams: (String, String) = ("one", "two"),
        publishedAt: Int = 1_700_000_000_000, more: JSONObject = [:]
    ) -> [UInt8] {
        var summary: JSONObject = [
            "id": .string(match), "phase": "ended", "teamAName": .string(teams.0),
            "teamBName": .string(teams.1), "score": .string(score), "endedAt": .string(endedAt),
            "winnerTeam": "None", "openedAt": "2026-11-28T10:00:00.000Z",
        ]
        if let fixture { summary["fixture"] = .string(fixture) }
        for member in more.members { summary[member.key] = member.value }
        return JSONValue.object([
            "pitch": "north", "revision": .int(revision), "publishedAt": .int(publishedAt),
            "match": .object(summary),
        ]).bytes
    }

    /// Makes a result.
    static func result(
        _ match: String, _ score: String, fixture: String?, pitch: String = "north",
        revision: Int = 9, endedAt: String = "2026-11-28T11:00:00.000Z",
        teams: (String, String) = ("one", "two"), publishedAt: Int = 1_700_000_000_000,
        more: JSONObject = [:]
    ) -> MatchResult? {
        MatchResult(
            payload: message(
                match, score, fixture: fixture, revision: revision, endedAt: endedAt, teams: teams,
                publishedAt: publishedAt, more: more),
            at: MatchResult.Place(pitch: pitch, match: match))
    }

    /// Makes results of `ID SCORE`, each of the fixture with that ID.
    static func results(_ texts: String...) -> [MatchResult] {
        texts.compactMap { text in
            let words = text.split(separator: " ").map(String.init)
            return result("match-\(words[0])", words[1], fixture: words[0])
        }
    }
}

extension MatchResult {
    /// The same, with the sides of its fixture in place of those that a sample has.
    func played(as fixtures: [Fixture]) -> MatchResult {
        guard (teamA, teamB) == ("one", "two"),
            let fixture = fixtures.first(where: { $0.$id == self.fixture })
        else { return self }
        var result = self
        (result.teamA, result.teamB) = (fixture.$home, fixture.$away)
        return result
    }
}

extension Standings {
    /// Makes standings of samples, which have the sides of their fixtures unless others are given.
    init(of fixtures: [Fixture], _ results: [MatchResult], order: TableOrder) {
        self.init(fixtures, results.map { $0.played(as: fixtures) }, order: order)
    }

    /// Each group as `1 Reds 3`: the position, the team, the points.
    var lines: [[String]] {
        groups.map { $0.rows.map { "\($0.position) \($0.$team) \($0.points)" } }
    }
}
