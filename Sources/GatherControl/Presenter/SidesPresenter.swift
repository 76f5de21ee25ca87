import GatherAPI

/// Presents the players of both sides, each with the acronym of the position.
enum SidesPresenter {
    /// The columns for a name, so that both sides fit on a terminal of 80 columns.
    private static let shortName = 30

    /// Returns both sides beside each other, with long names shortened, and the bench; empty if no
    /// players were chosen.
    static func card(_ sides: Sides) -> [String] {
        let bench =
            sides.bench.isEmpty
            ? [] : [tr("%1$@: %2$@", tr("Bench"), names(sides.bench, sides.marks))]
        // Without players, the score already shows the names of the sides.
        guard !sides.teamA.isEmpty || !sides.teamB.isEmpty else { return bench }
        let (teamA, teamB) = (
            side(sides.teamAName, sides.teamA, sides.marks),
            side(sides.teamBName, sides.teamB, sides.marks)
        )
        let rows = (0..<max(teamA.count, teamB.count)).map { row in
            [teamA, teamB].map { row < $0.count ? $0[row] : "" }
        }
        // A missing player of the second side leaves blanks.
        return Columns.lines(rows).map(\.trimmedAtEnd) + bench
    }

    /// Returns everyone below a heading for each group, with number and full name.
    static func list(_ sides: Sides) -> [String] {
        var columns = Columns(alignedRight: [0])
        // Once for the widths of all groups, so that they are aligned with each other.
        func cells(_ player: PlayerFields) -> [String] { Self.cells(player, sides.marks) }
        _ = columns.lines(groups(sides).flatMap(\.players).map(cells))
        return groups(sides).flatMap { name, players in
            let lines = players.isEmpty ? [tr("nobody")] : columns.lines(players.map(cells))
            return [name] + lines.map { "  \($0)" }
        }
    }

    /// Returns a line for each group: `Reds: GK Anna, ST Ben`; empty if no players were chosen.
    static func lines(_ sides: Sides) -> [String] {
        let groups = groups(sides).filter { !$0.players.isEmpty }
        return groups.map { tr("%1$@: %2$@", $0.name, names($0.players, sides.marks)) }
    }

    /// Returns everyone in one line: `Reds: GK Anna, ST Ben; Blues: Carl; Bench: nobody`.
    static func line(_ sides: Sides) -> String {
        groups(sides).map { tr("%1$@: %2$@", $0.name, names($0.players, sides.marks)) }
            .joinedBySemicolons()
    }

    private static func groups(_ sides: Sides) -> [(name: String, players: [PlayerFields])] {
        [
            (sides.teamAName, sides.teamA), (sides.teamBName, sides.teamB),
            (tr("Bench"), sides.bench),
        ]
    }

    private static func side(
        _ name: String, _ players: [PlayerFields], _ marks: [Int: CardKind]
    ) -> [String] {
        [PrintableText.shortened(name, toColumns: shortName)]
            + players.map { player in
                let acronym = PositionText.acronym(player.position)
                let padding = String(repeating: " ", count: max(5 - acronym.count, 1))
                let name = PrintableText.shortened(player.nameAndShirt, toColumns: shortName)
                return acronym + padding + CardPresenter.marked(name, marks[player.id])
            }
    }

    private static func cells(_ player: PlayerFields, _ marks: [Int: CardKind]) -> [String] {
        let name = CardPresenter.marked(player.nameAndShirt, marks[player.id])
        return ["\(player.id)", PositionText.acronym(player.position), name]
    }

    /// Returns players in one text: `GK Anna, ST Ben`, or `nobody`.
    ///
    /// - Parameter marks: The marks of cards, by the numbers of the players.
    static func names(_ players: [PlayerFields], _ marks: [Int: CardKind] = [:]) -> String {
        players.isEmpty
            ? tr("nobody")
            : players.map { player in
                let name = CardPresenter.marked(player.nameAndShirt, marks[player.id])
                return player.position == nil
                    ? name : "\(PositionText.acronym(player.position)) \(name)"
            }.joined(separator: ", ")
    }
}

/// The sides with their players.
struct Sides: Hashable {
    var teamAName: String
    var teamBName: String
    var teamA: [PlayerFields] = []
    var teamB: [PlayerFields] = []
    var bench: [PlayerFields] = []
    /// The marks of cards, by the numbers of the players.
    var marks: [Int: CardKind] = [:]
}

extension GatherSnapshot {
    var sides: Sides {
        Sides(
            teamAName: teamA.name, teamBName: teamB.name, teamA: teamA.players,
            teamB: teamB.players, bench: bench, marks: CardPresenter.marks(self))
    }

    /// A line with the colours of the sides; none if neither has one.
    var colors: [String] {
        // The catalogue has the names that gatherd has in the log.
        let colors = Side.allCases.compactMap { side in
            team(side).color.map { "\(team(side).name) \(Catalogue.text($0.rawValue))" }
        }
        return colors.isEmpty ? [] : [tr("Colours: %1$@", colors.joined(separator: ", "))]
    }
}

/// The short names of positions.
enum PositionText {
    /// Returns the acronym of a position on the wire: `GK`, `DEF`, `MID`, `W`, `ST`, or `-`.
    static func acronym(_ position: String?) -> String {
        guard let position else { return none }
        // Only a newer daemon knows another position.
        return PlayerPosition(rawValue: position)?.acronym ?? position.prefix(3).uppercased()
    }

    static let none = "-"
}
