public import GatherAPI

/// The tables of all groups: a fold over the fixtures and the results of all pitches, which does
/// not depend on the order in which they came.
///
/// The first side of a match is the home team of its fixture, whatever it is called by now, unless
/// the sides have just each other's name. Nothing is guessed: a result that names no fixture of the
/// list is shown apart. So is a match that was left before its end, whose result is for a person to
/// decide: the fixture is open until a match of it was played to the end.
public struct Standings: Sendable {
    /// The groups that have a table, in the order of the fixtures.
    public let groups: [TableGroup]
    /// The results that count in none, the newest first.
    public let apart: [ApartResult]

    /// The most results that are shown apart.
    public static let mostApart = 500

    /// Computes the tables.
    public init(_ fixtures: [Fixture], _ results: [MatchResult], order: TableOrder) {
        var matches: [String: MatchResult] = [:]
        var apart: [(result: MatchResult, reason: ApartReason)] = []
        let known = Set(fixtures.map(\.$id))
        for result in results {
            guard let fixture = result.fixture else {
                apart.append((result, .noFixture))
                continue
            }
            if !known.contains(fixture) {
                apart.append((result, .unknownFixture))
            } else if result.isAbandoned {
                apart.append((result, .abandoned))
            } else if let other = matches[fixture] {
                let isOlder = result.isBefore(other)
                apart.append((isOlder ? result : other, .replayed))
                matches[fixture] = isOlder ? other : result
            } else {
                matches[fixture] = result
            }
        }
        self.apart = apart.sorted { $1.result.isBefore($0.result) }.prefix(Self.mostApart)
            .map { ApartResult($0.result, $0.reason) }
        groups = Self.groups(of: fixtures).map { name, fixtures in
            let rows = Self.rows(of: fixtures, matches, order)
            return TableGroup(group: name, rows: rows)
        }
    }

    /// Returns the fixtures of each group; where some have a group, those without, such as a
    /// final, count in no table.
    private static func groups(
        of fixtures: [Fixture]
    ) -> [(name: String?, fixtures: [Fixture])] {
        let parts = Dictionary(grouping: fixtures, by: \.$group)
        var seen: Set<String?> = []
        let names = fixtures.map(\.$group).filter { seen.insert($0).inserted }
        return names.filter { $0 != nil || names.count == 1 }.map { ($0, parts[$0] ?? []) }
    }

    private static func rows(
        of fixtures: [Fixture], _ results: [String: MatchResult], _ order: TableOrder
    ) -> [TableRow] {
        let names = Set(fixtures.flatMap { [$0.$home, $0.$away] }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        let matches = fixtures.compactMap { fixture -> CountedMatch? in
            guard let result = results[fixture.$id], let home = numbers[fixture.$home],
                let away = numbers[fixture.$away]
            else { return nil }
            let isTurned = result.teamA == fixture.$away && result.teamB == fixture.$home
            return CountedMatch(
                home: isTurned ? away : home, away: isTurned ? home : away,
                homeGoals: result.goalsA, awayGoals: result.goalsB)
        }
        let teams = Array(names.indices)
        let reached = Reached.of(teams, in: matches)
        var rows: [TableRow] = []
        for tied in Ranking(order: order, matches: matches).ranked(teams) {
            let position = rows.count + 1
            for team in tied.sorted() {
                rows.append(
                    TableRow(names[team], reached[team] ?? Reached(), position: position))
            }
        }
        return rows
    }
}

extension TableRow {
    fileprivate init(_ team: String, _ reached: Reached, position: Int) {
        self.init(
            position: position, team: team, played: reached.played, won: reached.won,
            drawn: reached.drawn, lost: reached.lost, goalsFor: reached.goalsFor,
            goalsAgainst: reached.goalsAgainst, goalDifference: reached.goalDifference,
            points: reached.points)
    }
}

extension ApartResult {
    fileprivate init(_ result: MatchResult, _ reason: ApartReason) {
        self.init(
            pitch: result.place.pitch, match: result.place.match, teamA: result.teamA,
            teamB: result.teamB, score: result.score, reason: reason)
    }
}
