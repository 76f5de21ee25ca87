import GatherAPI

/// Shows who plays on which side, each with the acronym of the position.
enum SidesPresenter {
    /// As much of a name as both sides leave room for on a terminal of 80 columns.
    private static let shortName = 30

    /// Both sides beside each other, long names shortened, and the bench; no lines if nobody was
    /// chosen.
    static func card(_ gather: GatherSnapshot) -> [String] {
        let bench = gather.bench.isEmpty ? [] : ["Bench: \(names(gather.bench))"]
        let sides = [gather.teamA, gather.teamB].map(side)
        let height = sides.map(\.count).max() ?? 0
        // Without players, the names of the sides are told by the score already.
        guard height > 1 else { return bench }
        let rows = (0..<height).map { row in
            sides.map { row < $0.count ? $0[row] : "" }
        }
        var columns = Columns()
        return columns.lines(rows).map(trimmed) + bench
    }

    /// Everybody below a heading, with number and full name.
    static func list(_ gather: GatherSnapshot) -> [String] {
        let groups = [
            (gather.teamA.name, gather.teamA.players), (gather.teamB.name, gather.teamB.players),
            ("Bench", gather.bench),
        ]
        var columns = Columns(alignedRight: [0])
        let all = groups.flatMap(\.1).map(cells)
        // Once for the widths of them all, so that the groups are aligned with each other.
        _ = columns.lines(all)
        return groups.flatMap { name, players in
            [name]
                + (players.isEmpty
                    ? ["  nobody"] : columns.lines(players.map(cells)).map { "  \($0)" })
        }
    }

    /// Everybody in one line: `Reds: GK Anna, ST Ben; Blues: - Carl; Bench: nobody`.
    static func line(_ gather: GatherSnapshot) -> String {
        let groups = [
            (gather.teamA.name, gather.teamA.players), (gather.teamB.name, gather.teamB.players),
            ("Bench", gather.bench),
        ]
        return groups.map { "\($0): \(names($1))" }.joined(separator: "; ")
    }

    private static func side(_ team: TeamSnapshot) -> [String] {
        let name = PrintableText.shortened(team.name, toColumns: shortName)
        return [name]
            + team.players.map { player in
                let acronym = PositionWords.acronym(player.position)
                let padding = String(repeating: " ", count: max(5 - acronym.count, 1))
                return acronym + padding
                    + PrintableText.shortened(player.name, toColumns: shortName)
            }
    }

    private static func cells(_ player: PlayerFields) -> [String] {
        ["\(player.id)", PositionWords.acronym(player.position), player.name]
    }

    private static func names(_ players: [PlayerFields]) -> String {
        players.isEmpty
            ? "nobody"
            : players.map { "\(PositionWords.acronym($0.position)) \($0.name)" }
                .joined(separator: ", ")
    }

    /// Without the blanks that a missing player of the second side leaves.
    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
