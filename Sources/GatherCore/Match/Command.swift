/// A person's request to change the match.
public enum Command: Hashable, Sendable {
    /// Opens a gather; nil stands for the default, also for nobody given on either side.
    ///
    /// With `isPlain` it has no format, whatever the default is.
    case open(
        time: GatherTime?, teamAName: String?, teamBName: String?,
        colors: TeamColors = TeamColors(), players: ChosenPlayers? = nil,
        kickOff: KickOff? = nil, format: MatchFormat? = nil, isPlain: Bool = false,
        fixture: String? = nil)
    /// Moves players to a section, or out of the gather if the section is nil.
    case movePlayers([Int], to: TeamSection?)
    /// Gives each of two players the section of the other.
    case swapPlayers(Int, Int)
    /// Takes all players out of the gather.
    case clearTeams
    /// Names the sides; nil keeps a name.
    case nameTeams(teamAName: String?, teamBName: String?)
    /// Gives the sides colours; nil keeps a colour.
    case colorTeams(TeamColors)
    /// Draws two fair sides from these players.
    ///
    /// If the list is nil, it draws from all players in the gather, or, where the draw opens one,
    /// from those who usually play. The seed is nil until one is made up.
    case drawTeams([Int]?, seed: Int?, again: Bool)
    /// Sets the kick-off, or removes it if it is nil.
    case setKickOff(KickOff?)
    /// Starts the countdown by the kick-off that is due; a gather gives this command to itself.
    case kickOff
    /// Chooses a format, or the plain countdown if it is nil; after the first whistle only with
    /// `force`.
    case chooseFormat(MatchFormat?, force: Bool = false)
    /// Ends the period of play or begins the next period, backdated by `ago`.
    ///
    /// With a place, it is refused unless that period is the one that ends or begins.
    case whistle(Whistle, period: Int? = nil, ago: Duration = .zero)
    /// Announces the least number of minutes that are added to the period of play; a smaller one
    /// than before needs `force`.
    ///
    /// With a place, it is refused unless that period is underway.
    case announceAddedTime(minutes: Int, period: Int? = nil, force: Bool = false)
    /// Adds extra time to a match that is drawn.
    case addExtraTime
    /// Begins kicks from the mark in a match that is drawn.
    case beginKicks
    /// Takes a kick from the mark.
    case takeKick(GivenKick)
    /// Chooses a new time.
    case setTime(GatherTime)
    /// Moves the deadline, or the remaining time, and starts a countdown that is not running if
    /// `start` is true.
    case adjustTime(by: Duration, start: Bool)
    /// Starts the countdown, backdated by `ago`; opens a gather if none is open, with this time or
    /// the default one if it is nil.
    case start(ago: Duration, time: GatherTime? = nil)
    /// Pauses the countdown, backdated by `ago`.
    case pause(ago: Duration)
    /// Resumes a paused countdown, backdated by `ago`.
    case resume(ago: Duration)
    /// Starts, pauses or resumes, whichever applies, backdated by `ago`; opens a gather if none is
    /// open.
    case toggle(ago: Duration)
    /// Returns to the chosen time.
    case cancel
    /// Sets the goals of a side, and those of the other one unless they are nil.
    case setScore(Side, Int, other: Int? = nil)
    /// Raises or lowers the goals of a side; a single goal can have a scorer, and be backdated by
    /// `ago` or have a minute.
    case addToScore(
        Side, delta: Int, scorer: GivenScorer? = nil, ago: Duration = .zero,
        minute: MatchMinute? = nil)
    /// Changes the goal that the event with this number counted.
    ///
    /// A scorer of nil means that nobody is known to have scored, or, with
    /// ``GoalChange/keepsScorer``, that the scorer stays.
    case amendGoal(number: Int, scorer: GivenScorer?, change: GoalChange = GoalChange())
    /// Shows a card, backdated by `ago`.
    case showCard(GivenCard, ago: Duration = .zero)
    /// Changes the card that the event with this number recorded.
    case amendCard(number: Int, CardChange)
    /// Takes a player off a side and brings another one on, from the bench or the squad, backdated
    /// by `ago`.
    case substitute(Side, off: Int, on: Int, ago: Duration = .zero)
    /// Counts a foul of a side.
    case countFoul(Side)
    /// Begins a time-out of a side, or a cooling break if it is nil.
    case takeTimeOut(Side?)
    /// Takes back the last command that stands, or the one that made the event with this number.
    ///
    /// The last command is not taken back if the squad was changed after it, unless `isOfMatch` is
    /// true. By its number it is, unless `isLast` is true: a person takes it for the last one.
    case undo(number: Int?, isOfMatch: Bool = false, isLast: Bool = false)
    /// Takes back the last undo.
    case redo
    /// Reopens a gather that is over.
    case reopen
    /// Ends the gather with its result.
    case end
    /// Ends the gather without a result.
    case discard
}

extension Command {
    /// Returns the same command, with the given seed if it is a draw without one.
    public func seeded(by seed: @autoclosure () -> Int) -> Command {
        guard case .drawTeams(let ids, nil, let again) = self else { return self }
        return .drawTeams(ids, seed: seed(), again: again)
    }
}

/// A signal that changes the period.
public enum Whistle: String, Sendable, CaseIterable {
    /// Ends the period of play, or begins the next period, whichever applies.
    case next
    /// Begins the next period, and ends a break.
    case begin
    /// Ends the period of play.
    case end
}

/// The players with which a gather opens, by number.
public struct ChosenPlayers: Hashable, Sendable {
    /// The first side.
    public var teamA: [Int]
    /// The second side.
    public var teamB: [Int]
    /// Those who are on neither side.
    public var bench: [Int]

    /// Makes a choice of players for both sides and the bench.
    public init(teamA: [Int] = [], teamB: [Int] = [], bench: [Int] = []) {
        (self.teamA, self.teamB, self.bench) = (teamA, teamB, bench)
    }
}

/// The scorer that a person names for a goal.
public struct GivenScorer: Hashable, Sendable {
    /// The player's number.
    public var id: Int
    /// True if the player belongs to the other side.
    public var isOwnGoal: Bool

    /// Makes a scorer.
    public init(id: Int, isOwnGoal: Bool = false) {
        (self.id, self.isOwnGoal) = (id, isOwnGoal)
    }
}

/// The changes of a goal, besides its scorer.
public struct GoalChange: Hashable, Sendable {
    /// True if the scorer does not change.
    public var keepsScorer: Bool
    /// The side that the goal counts for from now on; nil for the same.
    public var side: Side?
    /// The minute; nil for the same.
    public var minute: MatchMinute?

    /// Makes a change.
    public init(keepsScorer: Bool = false, side: Side? = nil, minute: MatchMinute? = nil) {
        (self.keepsScorer, self.side, self.minute) = (keepsScorer, side, minute)
    }
}

extension Command {
    /// Returns the command with a format, if it chooses one.
    public func choosing(_ format: MatchFormat) -> Command {
        switch self {
        case .open(
            let time, let teamAName, let teamBName, let colors, let players, let kickOff, _, _,
            let fixture):
            .open(
                time: time, teamAName: teamAName, teamBName: teamBName, colors: colors,
                players: players, kickOff: kickOff, format: format, fixture: fixture)
        case .chooseFormat(_, let force): .chooseFormat(format, force: force)
        default: self
        }
    }
}
