import GatherAPI
import GatherCore
import LinuxIO

/// A row of the table `appearances`: a player's part in a gather that ended.
struct AppearanceRow: StoredRow, Equatable {
    static let table = "appearances"
    static let columns = "gather, player, ended, name, goals, own_goals, outcome"

    static func name(of row: borrowing SQLiteRow) -> String {
        "an appearance in gather \(row.integer(0)) is"
    }

    let gather: Int
    let player: Int
    let ended: Int
    let name: String
    let goals: Int
    let ownGoals: Int
    /// The outcome: 1 if the player's side won, -1 if it lost, 0 for a draw.
    let outcome: Int

    init(_ appearance: Appearance, of gather: Int, endedAt wall: Duration) {
        self.gather = gather
        (player, name) = (appearance.player.id, appearance.player.name)
        ended = wall.wholeMicroseconds
        (goals, ownGoals) = (appearance.goals, appearance.ownGoals)
        outcome = appearance.outcome.rawValue
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 7, let gather = values[0].integer, let player = values[1].integer,
            let ended = values[2].integer, let name = values[3].text,
            let goals = values[4].integer, let ownGoals = values[5].integer,
            let outcome = values[6].integer, (-1...1).contains(outcome)
        else { return nil }
        (self.gather, self.player, self.ended, self.name) = (gather, player, ended, name)
        (self.goals, self.ownGoals, self.outcome) = (goals, ownGoals, outcome)
    }

    var values: [SQLiteValue] {
        [
            .integer(gather), .integer(player), .integer(ended), .text(name), .integer(goals),
            .integer(ownGoals), .integer(outcome),
        ]
    }
}

/// A row of the table `totals`: a player's totals over all gathers that ended, updated as they end.
struct TotalRow: StoredRow, Equatable {
    static let table = "totals"
    static let columns =
        "player, name, gather, appearances, goals, own_goals, wins, draws, losses"

    static func name(of row: borrowing SQLiteRow) -> String {
        "the totals of player \(row.integer(0)) are"
    }

    let player: Int
    /// The name in the newest of the gathers.
    private(set) var name = ""
    /// The number of the newest of the gathers.
    private(set) var gather = 0
    private(set) var appearances = 0
    private(set) var goals = 0
    private(set) var ownGoals = 0
    private(set) var wins = 0
    private(set) var draws = 0
    private(set) var losses = 0

    init(player: Int) { self.player = player }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 9, let player = values[0].integer, let name = values[1].text else {
            return nil
        }
        let numbers = values[2...].compactMap(\.integer)
        guard numbers.count == 7 else { return nil }
        (self.player, self.name, gather, appearances) = (player, name, numbers[0], numbers[1])
        (goals, ownGoals) = (numbers[2], numbers[3])
        (wins, draws, losses) = (numbers[4], numbers[5], numbers[6])
    }

    /// Adds an appearance with the sign 1, or subtracts it with -1.
    mutating func count(_ appearance: AppearanceRow, by sign: Int) {
        if sign > 0, appearance.gather >= gather {
            (name, gather) = (appearance.name, appearance.gather)
        }
        appearances += sign
        goals += sign * appearance.goals
        ownGoals += sign * appearance.ownGoals
        switch appearance.outcome {
        case 1: wins += sign
        case 0: draws += sign
        default: losses += sign
        }
    }

    /// Sets the name from another gather, which is now the newest.
    mutating func rename(_ name: String, in gather: Int) {
        (self.name, self.gather) = (name, gather)
    }

    /// Adds the player's totals in other gathers.
    mutating func add(_ other: TotalRow) {
        if other.gather >= gather { (name, gather) = (other.name, other.gather) }
        appearances += other.appearances
        goals += other.goals
        ownGoals += other.ownGoals
        wins += other.wins
        draws += other.draws
        losses += other.losses
    }

    var values: [SQLiteValue] {
        [
            .integer(player), .text(name), .integer(gather), .integer(appearances),
            .integer(goals), .integer(ownGoals), .integer(wins), .integer(draws),
            .integer(losses),
        ]
    }

    /// The player's entry in a ranking.
    var scorer: ScorerFields {
        ScorerFields(
            playerID: player, name: name, goals: goals, ownGoals: ownGoals,
            appearances: appearances, wins: wins, draws: draws, losses: losses)
    }

    /// The player's record.
    var record: RecordFields {
        RecordFields(
            appearances: appearances, goals: goals, ownGoals: ownGoals, wins: wins, draws: draws,
            losses: losses)
    }
}
