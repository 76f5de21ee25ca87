public import GatherAPI

/// The tables of all groups: a fold over the fixtures and the results of all pitches, which does
/// not depend on the order in which they came.
///
/// Nothing is guessed. These results are shown apart:
///
/// - a result that names no fixture of the list;
/// - a result whose sides are not those of the fixture, in either order;
/// - a result that ended two days or more before the day of the fixture, because lists of every
///   week have the same IDs, and results stay for 30 days or longer;
/// - a match that was left before its end: a person has to decide its result, and the fixture is
///   open until a match of it was played to the end;
/// - a match that was played again: the last one to end counts.
///
/// A match that several pitches have, because one was renamed or has a copy of another's matches,
/// is one match, with its newest result.
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
        let known = Dictionary(
            fixtures.map { ($0.$id, $0) }, uniquingKeysWith: { first, _ in first })
        for result in Self.newest(of: results) {
            guard let id = result.fixture else {
                apart.append((result, .noFixture))
                continue
            }
            guard let fixture = known[id] else {
                apart.append((result, .unknownFixture))
                continue
            }
            if !fixture.hasSides(of: result) {
                apart.append((result, .otherSides))
            } else if fixture.isLong(after: result) {
                apart.append((result, .beforeFixture))
            } else if result.isAbandoned {
                apart.append((result, .abandoned))
            } else if let other = matches[id] {
                let isOlder = result.isBefore(other)
                apart.append((isOlder ? result : other, .replayed))
                matches[id] = isOlder ? other : result
            } else {
                matches[id] = result
            }
        }
        self.apart = apart.sorted { $1.result.isBefore($0.result) }.prefix(Self.mostApart)
            .map { ApartResult($0.result, $0.reason) }
        groups = Self.groups(of: fixtures).map { name, fixtures in
            let rows = Self.rows(of: fixtures, matches, order)
            return TableGroup(group: name, rows: rows)
        }
    }

    /// Returns the newest result of each match: the broker keeps what a pitch published under an
    /// earlier name.
    private static func newest(of results: [MatchResult]) -> some Sequence<MatchResult> {
        Dictionary(results.map { ($0.place.match, $0) }) { $0.isOutdated(by: $1) ? $1 : $0 }
            .values
    }

    /// Returns the fixtures of each group; where some have a group, those without, such as a
    /// final, count in no table.
    private static func groups(of fixtures: [Fixture]) -> [(name: String?, fixtures: [Fixture])] {
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
                rows.append(TableRow(names[team], reached[team] ?? Reached(), position: position))
            }
        }
        return rows
    }
}

extension Fixture {
    /// Returns true if a match was played by the sides of the fixture, in either order.
    fileprivate func hasSides(of result: MatchResult) -> Bool {
        [[$home, $away], [$away, $home]].contains([result.teamA, result.teamB])
    }

    /// Returns true if a match ended earlier than on the day before the fixture; false if either
    /// day is not known.
    fileprivate func isLong(after result: MatchResult) -> Bool {
        guard let day = $time.flatMap({ FixtureTime($0) })?.day,
            let end = FixtureTime.day(of: result.endedAt)
        else { return false }
        return end < day - 1
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
