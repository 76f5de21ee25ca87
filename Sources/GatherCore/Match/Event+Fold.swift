/// The meaning of an event for the state that it changes, and for the events around it.
extension Event {
    /// The side for which the event counted a single goal; nil for any other event.
    var goalSide: Side? {
        switch self {
        case .scoreAdded(let side, delta: 1, _, _): side
        case .goalScored(let goal, _, _): goal.side
        default: nil
        }
    }

    /// True if the event changes what is known of an earlier goal or card.
    var isAmendment: Bool {
        if case .goalAmended = self { true } else { amendedCard != nil }
    }

    /// True if the event changes goals that were counted before, or may take some back.
    var changesGoals: Bool {
        switch self {
        case .goalAmended, .scoreSet: true
        case .scoreAdded(_, let delta, _, _): delta < 0
        default: false
        }
    }

    /// The number of the card that the event amends; nil if it amends none.
    var amendedCard: Int? {
        if case .cardAmended(let amendment) = self { amendment.number } else { nil }
    }

    /// The player whom an amendment names, with the number of the goal or card and the side of the
    /// player; nil for any other event.
    var namedPlayer: NamedPlayer? {
        switch self {
        case .goalAmended(let amendment):
            guard let goal = amendment.named else { return nil }
            return (amendment.number, goal.scorer.id, goal.scorerSide)
        case .cardAmended(let amendment):
            guard let player = amendment.player, let side = amendment.side else { return nil }
            return (amendment.number, player.id, side)
        default: return nil
        }
    }

    /// True if the event belongs to the period in which it took place, unless a person gave its
    /// minute.
    var isOfPeriod: Bool {
        switch self {
        case .timeAdjusted, .cancelled: true
        // Other events, such as a pause of the clock, are possible in the period before as well.
        default: isOfPlay && givenMinute == nil
        }
    }

    /// The time before the recording at which a period began or ended; zero for any other event.
    var whistleAgo: Duration {
        switch self {
        case .periodBegan(_, let ago), .periodEnded(_, let ago): ago
        default: .zero
        }
    }

    /// The time before the recording at which the countdown was started or paused, or a period
    /// began or ended; zero for any other event.
    var countdownAgo: Duration {
        switch self {
        case .started(let ago, _), .paused(let ago): ago
        default: whistleAgo
        }
    }

    /// True if the gather is over after the event.
    var closes: Bool {
        switch self {
        case .ended, .discarded: true
        default: false
        }
    }

    /// True if the event changes which of the earlier events stand, or was dated back among them.
    var needsTheLog: Bool {
        switch self {
        case .undone, .redone: true
        default: playAgo > .zero
        }
    }
}

/// A player whom an amendment of a goal or card names.
typealias NamedPlayer = (number: Int, id: Int, side: Side)
