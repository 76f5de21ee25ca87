/// The progress of a match through the periods of its format.
public struct PeriodCourse: Equatable, Sendable {
    /// The stage of a period.
    public enum Stage: String, Sendable {
        /// Not begun; it begins by a person. Can become: underway.
        case waiting
        /// Begun, and not ended. Can become: waiting for the next one, or over.
        case underway
        /// The last one has ended.
        case over
    }

    /// The format.
    public internal(set) var format: MatchFormat

    /// The place of the period that is waited for, is underway, or was the last.
    public private(set) var index = 0

    /// The stage of that period.
    public private(set) var stage = Stage.waiting

    /// The time that the clock ran in the periods of play that have ended.
    private(set) var playedBefore = Duration.zero

    /// The begin and the end of each period of play that has begun.
    private var plays: [(begin: Moment, end: Moment?)] = []

    /// The place of the first period of extra time, a break; nil if none was added.
    private var extraIndex: Int?

    /// The kicks from the mark; nil before they begin.
    public private(set) var kicks: Kicks?

    init(_ format: MatchFormat) { self.format = format }

    /// The period that is waited for, is underway, or was the last.
    public var period: MatchPeriod { format.periods[index] }

    /// True while football is played: from the whistle to the whistle.
    public var isInPlay: Bool { stage == .underway && period.kind == .play }

    /// True in a break.
    public var isInBreak: Bool { stage == .underway && period.kind == .pause }

    /// True while kicks from the mark are taken.
    public var isInKicks: Bool { stage == .underway && period.kind == .kicks }

    /// True if extra time was added.
    public var hasExtraTime: Bool { extraIndex != nil }

    /// True if the last period of play has ended, and nothing was added to it.
    var canHaveExtraTime: Bool { stage == .over && !hasExtraTime && kicks == nil }

    /// True if the last period of play has ended, or extra time was added and has not begun.
    var canHaveKicks: Bool { kicks == nil && (stage == .over || index == extraIndex) }

    /// The place of the period that begins next; nil if none is left.
    public var next: Int? {
        switch stage {
        case .waiting: index
        case .underway: format.periods.indices.contains(index + 1) ? index + 1 : nil
        case .over: nil
        }
    }

    /// The period that begins next; nil if none is left.
    public var nextPeriod: MatchPeriod? { next.map { format.periods[$0] } }

    /// True if the next period begins when the present one is over.
    var nextBeginsAtOnce: Bool {
        stage == .underway && next.map { format.periods[$0].begins == .atOnce } ?? false
    }

    /// Returns true if football was played at a moment.
    ///
    /// The play that is underway began before the machine was started again, whatever the wall
    /// clock says by now.
    func wasInPlay(at moment: Moment) -> Bool {
        plays.contains { play in
            guard let end = play.end else {
                return moment.boot != play.begin.boot || moment.elapsed(since: play.begin) >= .zero
            }
            return moment.elapsed(since: play.begin) >= .zero
                && end.elapsed(since: moment) >= .zero
        }
    }

    /// Ends the period that is underway.
    ///
    /// - Parameter played: The time that the clock ran in it.
    mutating func end(at moment: Moment, played: Duration) {
        guard stage == .underway else { return }
        if period.kind == .play {
            playedBefore += played
            plays[plays.count - 1].end = moment
        }
        if let next { (index, stage) = (next, .waiting) } else { stage = .over }
    }

    /// Begins the period that is waited for.
    mutating func begin(at moment: Moment) {
        guard stage == .waiting else { return }
        stage = .underway
        if period.kind == .play { plays.append((moment, nil)) }
    }

    /// Adds extra time; the break before it begins.
    mutating func addExtraTime(at moment: Moment) {
        guard canHaveExtraTime else { return }
        extraIndex = format.periods.count
        (index, stage) = (format.periods.count, .waiting)
        format = format.withExtraTime
        begin(at: moment)
    }

    /// Adds kicks from the mark and begins them; extra time that has not begun is left out.
    mutating func beginKicks() {
        guard canHaveKicks else { return }
        if index == extraIndex {
            format = format.prefix(index)
            extraIndex = nil
        }
        (index, stage) = (format.periods.count, .underway)
        format = format.withKicks
        kicks = Kicks()
    }

    /// Takes a kick; the match is over once the kicks are decided.
    mutating func take(_ kick: Kick, number: Int) {
        guard isInKicks else { return }
        kicks?.take(kick, number: number)
        if kicks?.winner != nil { stage = .over }
    }

    /// Compares the formats, the places and the times.
    public static func == (one: PeriodCourse, other: PeriodCourse) -> Bool {
        one.format == other.format && one.index == other.index && one.stage == other.stage
            && one.playedBefore == other.playedBefore && one.extraIndex == other.extraIndex
            && one.kicks == other.kicks
            && one.plays.elementsEqual(other.plays) { $0.begin == $1.begin && $0.end == $1.end }
    }
}
