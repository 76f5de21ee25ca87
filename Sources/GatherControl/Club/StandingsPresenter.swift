import GatherAPI

/// Presents the tables of a club.
enum StandingsPresenter {
    /// Returns the tables of all groups, and the results that count in none.
    static func lines(_ table: ClubMethod.GetTable.Reply) -> [String] {
        var columns = Columns(alignedRight: [0, 2, 3, 4, 5, 6, 7, 8])
        let header = [
            "", tr("team"), tr("played"), tr("won"), tr("drawn"), tr("lost"), tr("goals"), "+/-",
            tr("points"),
        ]
        // The columns of all groups are as wide as the widest one.
        let rows = table.groups.map { $0.rows.map(cells) }
        _ = columns.lines([header] + Array(rows.joined()))
        let groups = zip(table.groups, rows).map { group, rows in
            (group.group.map { [tr("group %1$@", $0)] } ?? []) + columns.lines([header] + rows)
        }
        let apart = table.apart.isEmpty ? [] : [apartLines(table.apart)]
        let warning = tr("STALE: no connection to the broker, or to who makes the table")
        let stale = table.isLive ? [] : [[warning]]
        return Array((stale + groups + apart).joined(separator: [""]))
    }

    private static func cells(_ row: TableRow) -> [String] {
        let difference = row.goalDifference > 0 ? "+\(row.goalDifference)" : "\(row.goalDifference)"
        return [
            "\(row.position)", row.team, "\(row.played)", "\(row.won)", "\(row.drawn)",
            "\(row.lost)", "\(row.goalsFor)-\(row.goalsAgainst)", difference, "\(row.points)",
        ]
    }

    private static func apartLines(_ results: [ApartResult]) -> [String] {
        let rows = results.map { result in
            [result.pitch, "\(result.teamA) - \(result.teamB)", result.score, text(result.reason)]
        }
        return [tr("not in the table:")] + Columns.lines(rows).map { "  \($0)" }
    }

    private static func text(_ reason: ApartReason) -> String {
        switch reason {
        case .noFixture: tr("played without a fixture")
        case .unknownFixture: tr("its fixture is not in the list")
        case .otherSides: tr("its sides are not those of its fixture")
        case .beforeFixture: tr("played days before its fixture")
        case .abandoned: tr("left before its end")
        case .replayed: tr("another match of the fixture has ended later")
        }
    }
}
