/// The cards that stand, and the players who were substituted.
struct Bookings: Equatable, Sendable {
    /// The cards, in the order in which they were recorded.
    private(set) var cards: [Booking] = []

    /// The players who were taken off a side, each once for a side, in the order of the last times.
    private(set) var takenOff: [TakenOff] = []

    /// Returns true if a player has had a yellow card.
    func isBooked(_ id: Int) -> Bool {
        cards.contains { $0.player?.id == id && $0.kind.isCaution }
    }

    /// Returns true if a player was sent off.
    ///
    /// - Parameters:
    ///   - moment: The moment by which the sending-off has to have taken place; nil for now.
    ///   - time: The place of `moment` in the play, to compare it with cards that have a given
    ///     minute.
    func isSentOff(_ id: Int, at moment: Moment? = nil, _ time: PlayedTime? = nil) -> Bool {
        cards.contains { card in
            guard card.player?.id == id, card.kind.sendsOff else { return false }
            guard let moment else { return true }
            if let given = card.givenMinute, let time { return time.isAfter(given) }
            return moment.elapsed(since: card.moment) >= .zero
        }
    }

    /// Returns true if a player was sent off before a minute that a person gave.
    func isSentOff(_ id: Int, before minute: GivenMinute) -> Bool {
        cards.contains { card in
            guard card.player?.id == id, card.kind.sendsOff else { return false }
            return card.givenMinute.map { $0.isBefore(minute) } ?? card.time.isBefore(minute)
        }
    }

    /// The card that the event with this number recorded, if it stands.
    subscript(number: Int) -> Booking? { cards.first { $0.number == number } }

    /// The numbers of the cards that were given as second yellow cards although the player has no
    /// earlier yellow card.
    var unfounded: Set<Int> {
        var booked: Set<Int> = []
        var unfounded: Set<Int> = []
        for card in cards {
            let isBooked = card.player.map { booked.contains($0.id) } ?? false
            if card.asked == .secondYellow, !isBooked { unfounded.insert(card.number) }
            if let id = card.player?.id, card.asked.isCaution { booked.insert(id) }
        }
        return unfounded
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
        add(
            Booking(
                number: number, side: card.side, player: card.player, asked: card.kind,
                kind: card.kind, time: time, moment: moment))
    }

    private mutating func add(_ card: Booking) {
        var card = card
        card.kind = card.asked
        if card.kind == .yellow, let id = card.player?.id, isBooked(id) {
            let later = cards.firstIndex {
                $0.player?.id == id && $0.kind == .yellow && $0.isLater(than: card)
            }
            if let later { cards[later].kind = .secondYellow } else { card.kind = .secondYellow }
        }
        cards.append(card)
    }

    /// Changes a card, if it stands, and determines the kinds of all cards again.
    ///
    /// - Parameters:
    ///   - time: The place in the play of the amended minute; nil if the minute stays.
    ///   - event: The number of the event that changes it; nil to change the card as if it had
    ///     been recorded in this way.
    mutating func amend(_ amendment: CardAmendment, time: PlayedTime? = nil, by event: Int?) {
        guard let index = cards.firstIndex(where: { $0.number == amendment.number }),
            cards[index].admits(amendment)
        else { return }
        if let side = amendment.side { cards[index].side = side }
        if let player = amendment.player { cards[index].player = player }
        if let kind = amendment.kind { cards[index].asked = kind }
        if let minute = amendment.minute {
            cards[index].givenMinute = minute
            if let time { cards[index].time = time }
        }
        if let event { cards[index].amendedBy = event }
        addAgain(cards)
    }

    /// Returns the cards without one, as if it had not been shown.
    func without(_ number: Int) -> Bookings {
        var others = self
        others.addAgain(cards.filter { $0.number != number })
        return others
    }

    /// Returns the cards without one, and without those that were recorded after it and are not
    /// known to be earlier.
    func before(_ card: Booking) -> Bookings {
        var others = self
        others.addAgain(cards.filter { $0.number < card.number || card.isLater(than: $0) })
        return others
    }

    private mutating func addAgain(_ all: [Booking]) {
        cards = []
        for card in all { add(card) }
    }

    /// Records that a player was taken off.
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
    public fileprivate(set) var side: Side
    /// The player; nil if that is not known, or somebody beside the pitch.
    public fileprivate(set) var player: Player?
    /// The kind that a person gave.
    fileprivate(set) var asked: Card.Kind
    /// The kind that counts: a yellow card to a player who had one before is a second one.
    public fileprivate(set) var kind: Card.Kind
    /// The place in the play of the match where it was shown.
    public fileprivate(set) var time: PlayedTime
    /// The moment when it was shown, if no minute was given.
    let moment: Moment
    /// The minute that a person gave; nil if it is the moment that counts.
    public fileprivate(set) var givenMinute: GivenMinute?
    /// The number of the event that amended it last, if any did.
    public fileprivate(set) var amendedBy: Int?

    /// The card, of the kind that counts.
    public var card: Card { Card(kind, to: side, player) }

    /// Returns true if it was shown later than another one.
    func isLater(than other: Booking) -> Bool {
        switch (givenMinute, other.givenMinute) {
        case (nil, nil): moment.elapsed(since: other.moment) > .zero
        case (let given?, nil): other.time.isBefore(given)
        case (nil, let given?): time.isAfter(given)
        case (let given?, let before?): before.isBefore(given)
        }
    }

    /// Returns true if the amendment is possible: a card with a player goes to the other side only
    /// if the amendment names a player as well.
    func admits(_ amendment: CardAmendment) -> Bool {
        let isMoved = amendment.side.map { $0 != side } ?? false
        return !isMoved || amendment.player != nil || player == nil
    }
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
    /// Returns the time penalties that are not over after the countdown has run for `hasRun` in
    /// all, in the order of their cards.
    func penalties(after hasRun: Duration) -> [Penalty] {
        cards.compactMap { card in
            guard case .time(let length) = card.kind else { return nil }
            let remaining = min(length, card.time.played + length - hasRun)
            return remaining > .zero ? Penalty(card: card, remaining: remaining) : nil
        }
    }
}
