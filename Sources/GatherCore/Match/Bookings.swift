/// The cards that stand, and the players who were substituted.
struct Bookings: Equatable, Sendable {
    /// The cards, in the order in which they were recorded.
    private(set) var cards: [Booking] = []

    /// The players who were taken off a side, each once for a side, in the order of the last times.
    private(set) var takenOff: [TakenOff] = []

    /// Returns true if a player has had a yellow card.
    func isBooked(_ id: Int) -> Bool {
        cards.contains { $0.player?.id == id && ($0.kind == .yellow || $0.kind == .secondYellow) }
    }

    /// Returns true if a player was sent off.
    ///
    /// - Parameter moment: The moment that it counts at; nil for the present.
    func isSentOff(_ id: Int, at moment: Moment? = nil) -> Bool {
        cards.contains { card in
            guard card.player?.id == id, card.kind.sendsOff else { return false }
            return moment.map { $0.elapsed(since: card.moment) >= .zero } ?? true
        }
    }

    /// Returns true if a player was taken off this side.
    func wasTakenOff(_ id: Int, _ side: Side) -> Bool {
        takenOff.contains { $0.player.id == id && $0.side == side }
    }

    /// Returns true if there is room for a card, and a second yellow card follows a first one.
    func admit(_ card: Card) -> Bool {
        let isFirst = card.player.map { !isBooked($0.id) } ?? true
        return cards.count < Limits.cards && !(card.kind == .secondYellow && isFirst)
    }

    /// Adds a card; one over the limit is left out.
    ///
    /// Of two yellow cards of a player the later one is the second, whichever was recorded first.
    mutating func show(_ card: Card, number: Int, time: PlayedTime, at moment: Moment) {
        guard cards.count < Limits.cards else { return }
        var kind = card.kind
        if kind == .yellow, let id = card.player?.id, isBooked(id) {
            let later = cards.firstIndex {
                $0.player?.id == id && $0.kind == .yellow
                    && $0.moment.elapsed(since: moment) > .zero
            }
            if let later { cards[later].kind = .secondYellow } else { kind = .secondYellow }
        }
        cards.append(
            Booking(
                number: number, side: card.side, player: card.player, kind: kind, time: time,
                moment: moment))
    }

    /// Notes that a player was taken off.
    mutating func substitute(_ substitution: Substitution) {
        let (player, side) = (substitution.off, substitution.side)
        takenOff.removeAll { $0.player.id == player.id && $0.side == side }
        takenOff.append(TakenOff(player: player, side: side))
    }
}

/// A card that stands.
public struct Booking: Hashable, Sendable {
    /// The number of the event that recorded it.
    public let number: Int
    /// The side that it was shown to.
    public let side: Side
    /// The player; nil if that is not known, or somebody beside the pitch.
    public let player: Player?
    /// The kind that it came to: a yellow card to a player who had one is a second one.
    public fileprivate(set) var kind: Card.Kind
    /// The place in the play of the match where it was shown.
    public let time: PlayedTime
    /// The moment when it was shown.
    let moment: Moment
}

/// A player who was taken off a side by a substitution.
struct TakenOff: Hashable, Sendable {
    let player: Player
    let side: Side
}

/// A time penalty that runs; it stands while the countdown does.
public struct Penalty: Hashable, Sendable {
    /// The card.
    public let card: Booking
    /// The time left, by the countdown.
    public let remaining: Duration
}

extension Bookings {
    /// Returns the time penalties that are not over once the countdown has run so long, in the
    /// order of their cards.
    func penalties(after hasRun: Duration) -> [Penalty] {
        cards.compactMap { card in
            guard case .time(let length) = card.kind else { return nil }
            let remaining = min(length, card.time.played + length - hasRun)
            return remaining > .zero ? Penalty(card: card, remaining: remaining) : nil
        }
    }
}
