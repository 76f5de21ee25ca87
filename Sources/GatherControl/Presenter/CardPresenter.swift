import GatherAPI
import LinuxIO

/// Presents cards, time penalties and substitutions.
enum CardPresenter {
    /// Returns a card as a line: `yellow card: Ada, Reds`.
    static func text(_ kind: CardKind, name: String?, team: String) -> String {
        let whose = [name, team].compactMap(\.self).joined(separator: ", ")
        return tr("%1$@: %2$@", text(kind), whose)
    }

    /// Returns the name of a kind for people.
    static func text(_ kind: CardKind) -> String {
        switch kind {
        case .yellow: tr("yellow card")
        case .secondYellow: tr("second yellow card")
        case .red: tr("red card")
        case .time: tr("time penalty")
        }
    }

    /// Returns a substitution as a line: `substitution: Di for Ada, Reds`.
    static func text(off: String, on: String, team: String) -> String {
        tr("substitution: %1$@ for %2$@, %3$@", on, off, team)
    }

    /// Returns the sign of a card, which is read without a colour as well.
    static func sign(_ kind: CardKind) -> String {
        // Not translated: the signs are those of a match sheet.
        switch kind {
        case .yellow: "Y"
        case .secondYellow: "2Y"
        case .red: "R"
        case .time: "T"
        }
    }

    /// Returns the kinds of card that mark a gather's players, by their numbers: one that sends off
    /// before one that does not; time penalties are shown while they run.
    static func marks(_ gather: GatherSnapshot) -> [Int: CardKind] {
        guard let cards = gather.cards else { return [:] }
        var marks: [Int: CardKind] = [:]
        for card in cards where card.card != .time {
            guard let id = card.player?.id else { continue }
            let isWeaker = card.card == .yellow && marks[id]?.sendsOff == true
            if !isWeaker { marks[id] = card.card }
        }
        return marks
    }

    /// Returns the cards that mark a side: each player once, and each card that nobody is known to
    /// have got.
    static func bookings(_ gather: GatherSnapshot, _ side: Side) -> [BoardViewModel.Booking] {
        let marks = marks(gather)
        var named: Set<Int> = []
        var bookings: [BoardViewModel.Booking] = []
        for card in cards(gather, side) where card.card != .time {
            let player = card.player
            if let player, !named.insert(player.id).inserted { continue }
            let kind = player.flatMap { marks[$0.id] } ?? card.card
            bookings.append(BoardViewModel.Booking(name: player?.shownName, card: kind))
        }
        return bookings
    }

    /// Returns a name with the mark of a card behind it.
    static func marked(_ name: String, _ kind: CardKind?) -> String {
        kind.map { "\(name) [\(sign($0))]" } ?? name
    }

    /// Returns the time penalties that run, a line each: `01:23 Ada, Reds`.
    static func penalties(_ gather: GatherSnapshot, at now: ClockReading) -> [String] {
        guard gather.penalties != nil else { return [] }
        return gather.penaltiesLeft(at: now).map { penalty, left in
            let team = gather.team(penalty.team).name
            let whose = [penalty.player?.name, team].compactMap(\.self).joined(separator: ", ")
            return "\(TimeText.clock(left)) \(whose)"
        }
    }

    /// Returns the cards of a side in one short text: `Ada Y, Bo R`.
    static func short(_ gather: GatherSnapshot?, _ side: Side) -> String {
        cards(gather, side).map { card in
            [card.player?.name, sign(card.card)].compactMap(\.self).joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// Returns a line for each card of a side: `Ada 12' Y`.
    static func lines(_ gather: GatherSnapshot?, _ side: Side) -> String {
        cards(gather, side).map { card in
            let minute = "\(card.minuteText)'"
            return [card.player?.name, minute, sign(card.card)].compactMap(\.self)
                .joined(separator: " ")
        }.joined(separator: "\n")
    }

    private static func cards(_ gather: GatherSnapshot?, _ side: Side) -> [CardFields] {
        (gather?.cards ?? []).filter { $0.team == side }
    }
}

extension CardFields {
    /// The minute of the match.
    var minuteText: String { minute ?? "\(TimeText.minute(milliseconds: goneMilliseconds))" }
}

extension CardKind {
    /// True if the player is off for the rest of the match.
    var sendsOff: Bool { self == .secondYellow || self == .red }
}

extension GatherSnapshot {
    /// Returns the time penalties that run at a moment, with the time left: they stand while the
    /// countdown does.
    func penaltiesLeft(at now: ClockReading) -> [(penalty: PenaltyFields, left: Duration)] {
        guard let penalties, phase == .open else { return [] }
        var gone = Duration.milliseconds(timer.remainingMilliseconds) - timer.remaining(at: now)
        if let course {
            let elapsed = course.elapsed(at: now) - .milliseconds(course.elapsedMilliseconds)
            gone = course.isInPlay ? elapsed : .zero
        }
        return penalties.compactMap { penalty in
            let left = Duration.milliseconds(penalty.remainingMilliseconds) - gone
            return left > .zero ? (penalty, left) : nil
        }
    }
}
