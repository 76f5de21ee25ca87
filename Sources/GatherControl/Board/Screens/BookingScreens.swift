import GatherAPI

/// The choice of a card: the side, then the player, then the kind.
struct CardScreen: Hashable, Sendable {
    /// The side that was picked; nil until then.
    var side: Side?
    /// The number of the player who was picked, or of ``BoardScreen/Row/nobody``; nil until then.
    var player: Int?
    /// The name of that player, who may leave the match before the last choice; nil for nobody.
    var name: String?
    var cursor = ListCursor()

    /// The kinds that can be picked, in order; a second yellow card follows from the first.
    static let kinds: [CardKind] = [.yellow, .red, .time]

    /// Returns the screen after a row was picked, and the kind if it was the last choice.
    func picking(
        _ number: Int, _ gather: GatherSnapshot?
    ) -> (screen: CardScreen, kind: CardKind?) {
        guard side != nil else {
            return (CardScreen(side: number == 1 ? .teamA : .teamB), nil)
        }
        guard player != nil else {
            let name = gather?.everybody.first { $0.id == number }?.name
            return (CardScreen(side: side, player: number, name: name), nil)
        }
        let kind = Self.kinds.indices.contains(number - 1) ? Self.kinds[number - 1] : nil
        return (self, kind)
    }

    /// The screen before the last choice; nil if there was none.
    var back: CardScreen? {
        if let player { return CardScreen(side: side, cursor: ListCursor(at: player)) }
        return side.map { CardScreen(cursor: ListCursor(at: $0 == .teamA ? 1 : 2)) }
    }

    func contents(_ gather: GatherSnapshot?) -> BoardScreen.Contents {
        let title: String
        switch (side, player) {
        case (nil, _): title = tr("Card: which side?")
        case (let side?, nil): title = tr("Card, %1$@: who?", gather.name(of: side))
        case (let side?, _?):
            title = tr("Card, %1$@: which?", name ?? gather.name(of: side))
        }
        return BoardScreen.Contents(
            title: title, groups: [BoardScreen.Group(rows(gather))], cursor: cursor)
    }

    private func rows(_ gather: GatherSnapshot?) -> [BoardScreen.Row] {
        guard let side else {
            return Side.allCases.enumerated().map { index, side in
                BoardScreen.Row(number: index + 1, text: gather.name(of: side))
            }
        }
        guard player == nil else {
            return Self.kinds.enumerated().map { index, kind in
                BoardScreen.Row(number: index + 1, text: CardPresenter.text(kind))
            }
        }
        let players = gather?.team(side).players ?? []
        let marks = gather.map(CardPresenter.marks) ?? [:]
        return [.nobody] + BoardScreen.Group("", players, marks: marks).rows
    }
}

/// The choice of a player who goes off, and of one who comes on from the bench.
struct SubstituteScreen: Hashable, Sendable {
    /// The number of the player who goes off; nil until one is picked.
    var off: Int?
    /// The name of that player, who may leave the match before the last choice.
    var name = ""
    var cursor = ListCursor()

    /// Returns those who can be picked now.
    func players(_ gather: GatherSnapshot?) -> [PlayerFields] {
        guard let gather else { return [] }
        return off == nil ? gather.teamA.players + gather.teamB.players : gather.bench
    }

    func contents(_ gather: GatherSnapshot?) -> BoardScreen.Contents {
        let marks = gather.map(CardPresenter.marks) ?? [:]
        let sides = Side.allCases.map { side in
            BoardScreen.Group(gather.name(of: side), gather?.team(side).players ?? [], marks: marks)
        }
        return BoardScreen.Contents(
            title: off == nil
                ? tr("Substitution: who goes off?")
                : tr("Substitution for %1$@: who comes on?", name),
            groups: off == nil
                ? sides
                : [BoardScreen.Group(tr("Bench"), gather?.bench ?? [], marks: marks)],
            cursor: cursor)
    }
}

extension ControlPanel {
    /// Opens the screen for a card.
    mutating func openCard(_ gather: GatherSnapshot?, at now: Duration) {
        guard gather?.phase == .open else {
            return notify(tr("no card: no match is open"), .ignored, at: now)
        }
        screen = .card(CardScreen())
    }

    /// Opens the screen for a substitution.
    mutating func openSubstitution(_ gather: GatherSnapshot?, at now: Duration) {
        guard let gather, gather.phase == .open else {
            return notify(tr("no substitution: no match is open"), .ignored, at: now)
        }
        guard !gather.teamA.players.isEmpty || !gather.teamB.players.isEmpty else {
            return notify(tr("no substitution: nobody is on a side"), .ignored, at: now)
        }
        guard !gather.bench.isEmpty else {
            return notify(tr("no substitution: nobody is on the bench"), .ignored, at: now)
        }
        screen = .substitute(SubstituteScreen())
    }

    /// Handles a key while a card is chosen.
    mutating func act(
        _ key: BoardKey, _ old: CardScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var new = old
        guard let number = pick(key, &new.cursor, gather, at: now) else {
            screen = .card(new)
            return []
        }
        let (next, kind) = new.picking(number, gather)
        screen = kind == nil ? .card(next) : nil
        guard let kind, let side = next.side else { return [] }
        let change = Change.showCard(
            kind, to: side, id: next.name == nil ? nil : next.player, name: next.name,
            isGuarded: isGuarded)
        return [
            send(change, CardPresenter.text(kind, name: next.name, team: gather.name(of: side)))
        ]
    }

    /// Handles a key while the players of a substitution are chosen.
    mutating func act(
        _ key: BoardKey, _ old: SubstituteScreen, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var new = old
        let number = pick(key, &new.cursor, gather, at: now)
        guard let player = new.players(gather).first(where: { $0.id == number }) else {
            screen = .substitute(new)
            return []
        }
        guard let off = old.off else {
            screen = .substitute(SubstituteScreen(off: player.id, name: player.name))
            return []
        }
        screen = nil
        guard let gather,
            let side = Side.allCases.first(where: { side in
                gather.team(side).players.contains { $0.id == off }
            })
        else {
            notify(tr("not substituted: the player is on no side any more"), .refused, at: now)
            return []
        }
        return [
            send(
                .substitute(side, (off, old.name), by: (player.id, player.name)),
                CardPresenter.text(off: old.name, on: player.name, team: gather.team(side).name))
        ]
    }
}
