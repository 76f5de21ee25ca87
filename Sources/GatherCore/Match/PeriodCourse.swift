/// The least time that is added to a period of play, as it was announced.
public struct AddedTime: Hashable, Sendable {
    /// The minutes.
    public let minutes: Int
    /// The place of the period, from 0.
    public let period: Int
    /// True if it may be less than was announced before.
    public let isForced: Bool

    /// Makes an announcement.
    public init(minutes: Int, period: Int, isForced: Bool = false) {
        (self.minutes, self.period, self.isForced) = (minutes, period, isForced)
    }
}

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

    /// The least added time of that period in minutes; nil if none was announced.
    public private(set) var addedMinutes: Int?

    /// The time that the clock ran in the periods of play that have ended.
    private(set) var playedBefore = Duration.zero

    /// The begin and the end of each period of play that has begun.
    private var plays: [(begin: Moment, end: Moment?)] = []

    init(_ format: MatchFormat) { self.format = format }

    /// The period that is waited for, is underway, or was the last.
    public var period: MatchPeriod { format.periods[index] }

    /// True while football is played: from the whistle to the whistle.
    public var isInPlay: Bool { stage == .underway && period.kind == .play }

    /// True in a break.
    public var isInBreak: Bool { stage == .underway && period.kind == .pause }

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

    /// The time-outs of each side in the present period; nil if there are none.
    public var timeOuts: MatchRules.TimeOuts? {
        isInExtraTime ? nil : format.rules.timeOuts
    }

    /// True if the present period is of extra time.
    var isInExtraTime: Bool { false }

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
        if let next {
            (index, stage, addedMinutes) = (next, .waiting, nil)
        } else {
            stage = .over
        }
    }

    /// Returns true if added time can be announced: in its period, and no less than before.
    func admits(_ added: AddedTime) -> Bool {
        isInPlay && added.period == index
            && (added.isForced || added.minutes >= addedMinutes ?? 0)
    }

    /// Announces added time.
    mutating func announce(_ added: AddedTime) {
        if isInPlay, added.period == index { addedMinutes = added.minutes }
    }

    /// Begins the period that is waited for.
    mutating func begin(at moment: Moment) {
        guard stage == .waiting else { return }
        stage = .underway
        if period.kind == .play { plays.append((moment, nil)) }
    }

    /// Compares the formats, the places and the times.
    public static func == (one: PeriodCourse, other: PeriodCourse) -> Bool {
        one.format == other.format && one.index == other.index && one.stage == other.stage
            && one.playedBefore == other.playedBefore && one.addedMinutes == other.addedMinutes
            && one.plays.elementsEqual(other.plays) { $0.begin == $1.begin && $0.end == $1.end }
    }
}
