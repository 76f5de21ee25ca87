/// A card as it is asked for.
///
/// A second yellow card sends off, whether it is asked for as such or not; see ``Booking``.
public struct Card: Hashable, Sendable {
    /// The kind of a card.
    public enum Kind: Hashable, Sendable {
        /// A caution; to a player who has had one it is a second yellow card.
        case yellow
        /// The second caution of a player, which sends off.
        case secondYellow
        /// A sending-off.
        case red
        /// A penalty of this length, during which the player is off.
        case time(Duration)

        /// True if the player is off for the rest of the match.
        public var sendsOff: Bool { self == .secondYellow || self == .red }

        /// True for a yellow card, the first or the second.
        var isCaution: Bool { self == .yellow || self == .secondYellow }
    }

    /// The side that it is shown to.
    public let side: Side
    /// The player; nil if that is not known, or somebody beside the pitch.
    public let player: Player?
    /// The kind that was asked for.
    public let kind: Kind

    /// Makes a card.
    public init(_ kind: Kind, to side: Side, _ player: Player?) {
        (self.side, self.player, self.kind) = (side, player, kind)
    }
}

/// A card that a person asks for.
public struct GivenCard: Hashable, Sendable {
    /// The side that it is shown to.
    public var side: Side
    /// The kind.
    public var kind: Card.Kind
    /// The player's number; nil if that is not known, or somebody beside the pitch.
    public var player: Int?

    /// Makes a card.
    public init(_ kind: Card.Kind, to side: Side, _ player: Int? = nil) {
        (self.side, self.kind, self.player) = (side, kind, player)
    }
}

/// The changes of a card; what is nil stays.
public struct CardChange: Hashable, Sendable {
    /// The number of the player who got it.
    public var player: Int?
    /// The side that it was shown to; nil for the side of the given player, or no change without
    /// one.
    public var side: Side?
    /// The kind.
    public var kind: Card.Kind?
    /// The minute.
    public var minute: MatchMinute?

    /// Makes a change.
    public init(
        player: Int? = nil, side: Side? = nil, kind: Card.Kind? = nil, minute: MatchMinute? = nil
    ) {
        (self.player, self.side, self.kind, self.minute) = (player, side, kind, minute)
    }
}

/// A change of a card that was recorded before; its place in the order of the cards stays.
public struct CardAmendment: Hashable, Sendable {
    /// The number of the event that recorded the card.
    public let number: Int
    /// The side from now on; nil for the same.
    public let side: Side?
    /// The player from now on, of that side; nil for the same.
    public let player: Player?
    /// The kind that is asked for from now on; nil for the same.
    public let kind: Card.Kind?
    /// The minute from now on; nil for the same.
    public let minute: GivenMinute?

    /// Makes an amendment.
    public init(
        number: Int, side: Side? = nil, player: Player? = nil, kind: Card.Kind? = nil,
        minute: GivenMinute? = nil
    ) {
        (self.number, self.side, self.player) = (number, side, player)
        (self.kind, self.minute) = (kind, minute)
    }

    /// Makes an amendment that sets every field of a card: to the value in `change` if it has one,
    /// else to the present value.
    init(all card: Booking, changedBy change: CardAmendment? = nil) {
        self.init(
            number: card.number, side: change?.side ?? card.side,
            player: change?.player ?? card.player, kind: change?.kind ?? card.asked,
            minute: change?.minute ?? card.givenMinute)
    }
}

/// A player who leaves a side, and another one who comes on instead.
public struct Substitution: Hashable, Sendable {
    /// The side.
    public let side: Side
    /// The player who goes off, to the bench.
    public let off: Player
    /// The player who comes on.
    public let on: Player

    /// Makes a substitution.
    public init(_ side: Side, off: Player, on: Player) {
        (self.side, self.off, self.on) = (side, off, on)
    }
}
