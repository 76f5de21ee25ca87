import GatherAPI
import GatherCore
import LinuxIO

/// The presentation of cards and substitutions.
extension GatherPresenter {
    /// Returns the cards that stand; nil if there are none.
    static func cards(_ gather: Gather) -> [CardFields]? {
        gather.cards.isEmpty
            ? nil
            : gather.cards.map { card in
                CardFields(
                    number: card.number, team: card.side.team,
                    player: card.player.map { player($0, of: gather) }, card: card.kind.wire,
                    goneMilliseconds: card.time.played.wholeMilliseconds,
                    minute: (card.time.minute ?? card.time.lastMinute)?.description,
                    amendedBy: card.amendedBy)
            }
    }

    /// Returns the time penalties that run; nil if there are none.
    static func penalties(_ gather: Gather, at now: Moment) -> [PenaltyFields]? {
        let penalties = gather.penalties(at: now)
        guard !penalties.isEmpty else { return nil }
        let isPlayed = gather.course.map(\.isInPlay) ?? true
        let isRunning = isPlayed && gather.timer.isRunning(at: now)
        // A clock that runs on does not stop before the penalty is over.
        let left = gather.timer.runsOn ? .seconds(1 << 30) : gather.timer.remaining(at: now)
        return penalties.map { penalty in
            let isServed = isRunning && penalty.remaining <= left
            return PenaltyFields(
                number: penalty.card.number, team: penalty.card.side.team,
                player: penalty.card.player.map { player($0, of: gather) },
                remainingMilliseconds: (penalty.remaining + .microseconds(999)).wholeMilliseconds,
                endsAtBoottimeMicroseconds: isServed
                    ? (now.boottime + penalty.remaining).wholeMicroseconds : nil)
        }
    }

    /// Adds what an entry of the timeline says of an event of a side other than a goal: a card, a
    /// substitution, a foul or a time-out.
    ///
    /// - Parameter gather: The gather as it is by now.
    static func addCard(
        of recorded: RecordedEvent, to entry: inout TimelineEntry, _ gather: Gather
    ) {
        guard let side = recorded.event.playerSide else { return }
        entry.playerTeam = side.team
        switch recorded.event {
        case .cardShown(let card, _):
            let card = gather.card(recorded.number)?.card ?? card
            entry.card = card.kind.wire
            if case .time(let length) = card.kind { entry.penaltySeconds = length.wholeSeconds }
            entry.playerTeam = card.side.team
            (entry.player, entry.playerID) = (card.player?.name, card.player?.id)
        case .substituted(let change, _):
            (entry.player, entry.playerID) = (change.off.name, change.off.id)
            (entry.playerOn, entry.playerOnID) = (change.on.name, change.on.id)
        default:
            let player = recorded.event.namedPlayers.first
            (entry.player, entry.playerID) = (player?.name, player?.id)
        }
    }

    /// Returns a card as a text, such as `yellow card for Ada of Reds`.
    static func text(_ card: Card, in gather: Gather) -> TextResource {
        let side = gather.name(of: card.side)
        guard let name = card.player?.shownName else {
            return switch card.kind {
            case .yellow: tr("yellow card for %1$@", side)
            case .secondYellow: tr("second yellow card for %1$@", side)
            case .red: tr("red card for %1$@", side)
            case .time(let length):
                tr("time penalty of %1$@ for %2$@", GatherTime(roundingUp: length), side)
            }
        }
        return switch card.kind {
        case .yellow: tr("yellow card for %1$@ of %2$@", name, side)
        case .secondYellow: tr("second yellow card for %1$@ of %2$@", name, side)
        case .red: tr("red card for %1$@ of %2$@", name, side)
        case .time(let length):
            tr(
                "time penalty of %1$@ for %2$@ of %3$@", GatherTime(roundingUp: length), name,
                side)
        }
    }

    private static func name(of kind: Card.Kind) -> TextResource {
        switch kind {
        case .yellow: tr("yellow card")
        case .secondYellow: tr("second yellow card")
        case .red: tr("red card")
        case .time(let length): tr("time penalty of %1$@", GatherTime(roundingUp: length))
        }
    }

    /// Returns a card that stands as a text, with the minute if one was given.
    static func text(_ card: Booking, in gather: Gather) -> TextResource {
        text(card.card, in: gather).inMinute(card.givenMinute)
    }

    /// Returns an amendment as a text, such as `event 5: red card, player Ada of Reds, minute 37`.
    static func text(_ amendment: CardAmendment, in gather: Gather) -> TextResource {
        let side = amendment.side.map(gather.name(of:))
        let whose =
            switch (amendment.player?.shownName, side) {
            case (let name?, let side?): tr("player %1$@ of %2$@", name, side)
            case (let name?, nil): tr("player %1$@", name)
            case (nil, let side?): tr("for %1$@", side)
            case (nil, nil): TextResource?.none
            }
        let parts = [
            amendment.kind.map(name(of:)), whose,
            amendment.minute.map { tr("minute %1$@", $0.minute) },
        ]
        return tr(
            "event %1$@: %2$@", amendment.number,
            TextResource(joining: parts.compactMap(\.self)))
    }

    /// Returns a substitution as a text, such as `substitution for Reds: Bo for Ada`.
    static func text(_ change: Substitution, in gather: Gather) -> TextResource {
        tr(
            "substitution for %1$@: %2$@ for %3$@", gather.name(of: change.side),
            change.on.shownName, change.off.shownName)
    }
}

extension Card.Kind {
    /// The kind as named in the interface.
    fileprivate var wire: CardKind {
        switch self {
        case .yellow: .yellow
        case .secondYellow: .secondYellow
        case .red: .red
        case .time: .time
        }
    }
}
