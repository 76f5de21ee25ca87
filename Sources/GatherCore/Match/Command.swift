/// What a person asks for.
public enum Command: Hashable, Sendable {
    /// Open a gather; nil stands for the default.
    case open(
        time: GatherTime?, teamAName: String?, teamBName: String?,
        players: ChosenPlayers = ChosenPlayers())
    /// Put players to a section, or with nil out of the gather.
    case movePlayers([Int], to: TeamSection?)
    /// Take all players out of the gather.
    case clearTeams
    /// Name the sides; nil leaves a name as it is.
    case nameTeams(teamAName: String?, teamBName: String?)
    /// Draw two fair sides of these players, or with nil of all in the gather; the seed is nil
    /// until one is made up.
    case drawTeams([Int]?, seed: Int?, again: Bool)
    /// Choose a new time.
    case setTime(GatherTime)
    /// Move the deadline or what remains, and set a countdown at rest going if `start`.
    case adjustTime(by: Duration, start: Bool)
    /// Set the countdown going, so long ago; opens a gather where none is open.
    case start(ago: Duration)
    /// Hold the countdown, so long ago.
    case pause(ago: Duration)
    /// Set a held countdown going, so long ago.
    case resume(ago: Duration)
    /// Start, pause or resume, whichever it is, so long ago; opens a gather where none is open.
    case toggle(ago: Duration)
    /// Go back to the chosen time.
    case cancel
    /// Set the goals of a side.
    case setScore(Side, Int)
    /// Raise or lower the goals of a side; one goal can have a scorer.
    case addToScore(Side, delta: Int, scorer: GivenScorer? = nil)
    /// Take back the last command that stands, or the one that made the event of this number. The
    /// last one is not taken back where the squad was changed after it, unless the match is named.
    case undo(number: Int?, isOfMatch: Bool = false)
    /// Take back the last undo.
    case redo
    /// Take up again a gather that is over.
    case reopen
    /// End the gather with its result.
    case end
    /// Leave the gather without a result.
    case discard
}

extension Command {
    /// The same command, with a seed where a draw has none.
    public func seeded(by seed: @autoclosure () -> Int) -> Command {
        guard case .drawTeams(let ids, nil, let again) = self else { return self }
        return .drawTeams(ids, seed: seed(), again: again)
    }
}

/// The players with which a gather opens, by their numbers.
public struct ChosenPlayers: Hashable, Sendable {
    /// The first side.
    public var teamA: [Int]
    /// The second side.
    public var teamB: [Int]

    /// Makes a choice of both sides.
    public init(teamA: [Int] = [], teamB: [Int] = []) {
        (self.teamA, self.teamB) = (teamA, teamB)
    }
}

/// Who scored.
public struct GivenScorer: Hashable, Sendable {
    /// The number of the player.
    public var id: Int
    /// Whether the player is of the other side.
    public var isOwnGoal: Bool

    /// Makes a scorer of the parts.
    public init(id: Int, isOwnGoal: Bool = false) {
        (self.id, self.isOwnGoal) = (id, isOwnGoal)
    }
}
