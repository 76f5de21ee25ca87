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

/// The place in its format at which a match was left before it was played to its end.
public struct EarlyEnd: Equatable, Sendable {
    /// The name of the period of play that was underway, or was the last before.
    public let period: String

    /// The minute; nil between two periods of play.
    public let minute: MatchMinute?
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

    /// The periods of play that have begun.
    private var plays: [Play] = []

    /// A period of play that has begun.
    private struct Play: Equatable {
        let index: Int
        let begin: Moment
        /// The time that the clock had run before it.
        let playedBefore: Duration
        /// The whistle, and the time that the clock ran until then; nil before it.
        var end: Moment?
        var ran: Duration?
        /// The minute of the whistle.
        var lastMinute: MatchMinute?
    }

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

    /// The time-outs of each side in the present period; nil if there are none.
    public var timeOuts: MatchRules.TimeOuts? {
        isInExtraTime ? nil : format.rules.timeOuts
    }

    /// True if the present period is of extra time.
    var isInExtraTime: Bool { extraIndex.map { index >= $0 } ?? false }

    /// Returns true if football was played at a moment.
    ///
    /// After a reboot, a moment counts as after the beginning of the period that is underway: the
    /// wall clock, by which the two could be compared, may be wrong.
    func wasInPlay(at moment: Moment) -> Bool { play(at: moment) != nil }

    /// Returns the place of the period of play that was underway at a moment; nil if none was.
    func play(at moment: Moment) -> Int? {
        plays.last { play in
            guard let end = play.end else {
                return moment.boot != play.begin.boot || moment.elapsed(since: play.begin) >= .zero
            }
            return moment.elapsed(since: play.begin) >= .zero
                && end.elapsed(since: moment) >= .zero
        }?.index
    }

    /// Ends the period that is underway.
    ///
    /// - Parameters:
    ///   - played: The time that the clock ran in it.
    ///   - elapsed: The time on its clock.
    mutating func end(at moment: Moment, played: Duration, elapsed: Duration = .zero) {
        guard stage == .underway else { return }
        if period.kind == .play {
            playedBefore += played
            let last = plays.count - 1
            (plays[last].end, plays[last].ran) = (moment, played)
            plays[last].lastMinute = MatchMinute(elapsed, of: period)
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
        if period.kind == .play {
            plays.append(Play(index: index, begin: moment, playedBefore: playedBefore))
        }
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

    /// Returns where a match that is left now has not been played to its end; nil if it has, or
    /// has not begun.
    ///
    /// The last period of play needs no whistle once its length is over. Extra time that has not
    /// begun leaves a match that was played to its end before. A match with kicks from the mark
    /// never counts as left early: the kicks themselves show if they were decided.
    ///
    /// - Parameter elapsed: The time on the clock.
    func earlyEnd(elapsed: Duration) -> EarlyEnd? {
        guard stage != .over, index != extraIndex, kicks == nil, let last = plays.last else {
            return nil
        }
        let name = format.periods[last.index].id
        guard isInPlay else { return EarlyEnd(period: name, minute: nil) }
        if next == nil, elapsed >= period.length { return nil }
        return EarlyEnd(period: name, minute: MatchMinute(elapsed, of: period))
    }

    // MARK: - Minutes

    /// The place of the last period of play that has begun.
    var lastPlay: Int? { plays.last?.index }

    /// The minute in which the last whistle ended play; nil before that.
    var lastMinute: MatchMinute? { plays.last { $0.end != nil }?.lastMinute }

    /// Returns a minute with its period of play; the minute must not be ahead.
    ///
    /// If several periods have the minute, it belongs to the last of them that has reached it. A
    /// period that is over has reached all of its minutes, even if its whistle came earlier.
    ///
    /// - Parameter elapsed: The time on the clock.
    func given(_ minute: MatchMinute, elapsed: Duration) throws(Refusal) -> GivenMinute {
        let places = format.periods.indices.filter { format.periods[$0].has(minute) }
        guard let first = places.first else { throw .noSuchMinute }
        let begun = places.filter { place in plays.contains { $0.index == place } }
        guard !begun.isEmpty else { throw .periodNotBegun(format.periods[first].id) }
        let present = isInPlay ? MatchMinute(elapsed, of: period) : nil
        let place = begun.last { $0 != index || present.map { minute <= $0 } ?? true }
        guard let place else { throw .minuteAhead(now: present) }
        return GivenMinute(minute, period: place)
    }

    /// Returns the place in the play of a minute that was given; nil if its period has not begun.
    ///
    /// - Parameter ran: The time that the clock has run in the period that is underway.
    func time(of given: GivenMinute, ran: Duration) -> PlayedTime? {
        guard let play = plays.last(where: { $0.index == given.period }),
            format.periods.indices.contains(play.index)
        else { return nil }
        let end = format.periods[play.index].end(of: given.minute)
        let played = play.playedBefore + max(min(end, play.ran ?? ran), .zero)
        return PlayedTime(played: played, minute: given.minute, period: given.period)
    }
}
