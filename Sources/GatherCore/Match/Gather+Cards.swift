/// The rules for commands about cards and substitutions.
extension Gather {
    /// Returns the event of a card.
    ///
    /// The player has to be on the side, or to have been taken off it by a substitution.
    func show(
        _ given: GivenCard, ago: Duration, at now: Moment, _ squad: Squad
    ) throws(Refusal) -> [Event] {
        try checkIsInMatch(ago: ago, at: now)
        var player: Player?
        if let id = given.player {
            player = try Self.players([id], in: lineup, squad).first
            guard isOrWas(id, on: given.side) else { throw .notOnTeam(id: id, given.side) }
        }
        if given.kind == .secondYellow, !(given.player.map(isBooked) ?? false) {
            throw .notBooked(id: given.player)
        }
        guard cards.count < Limits.cards else { throw .tooManyCards(maximum: Limits.cards) }
        return [.cardShown(Card(given.kind, to: given.side, player), ago: ago)]
    }

    /// Returns the event that changes a card; none if it would change nothing.
    ///
    /// The player has to be on the side, now or when the card was recorded, or to have been taken
    /// off it by a substitution.
    func amendCard(
        _ number: Int, _ change: CardChange, at now: Moment, _ squad: Squad
    ) throws(Refusal) -> [Event] {
        guard log.contains(where: { $0.number == number }) else {
            throw .noSuchEvent(number: number)
        }
        guard let card = card(number) else { throw .noSuchCard(number: number) }
        var (side, player) = (change.side, Player?.none)
        if let id = change.player {
            let then = lineup(after: number)
            if let known = card.player, known.id == id {
                player = Self.present(known, in: lineup, squad)
            } else {
                let lineup = then.section(of: id) == nil ? lineup : then
                player = try Self.players([id], in: lineup, squad).first
            }
            let sides = change.side.map { [$0] } ?? [card.side, card.side.other]
            side = sides.first { isOrWas(id, on: $0) || then.section(of: id) == $0.section }
            guard side != nil else { throw .notOnTeam(id: id, sides[0]) }
        } else if let known = card.player, let side, side != card.side {
            throw .notOnTeam(id: known.id, side)
        }
        let minute = try change.minute.map { (minute) throws(Refusal) in
            try given(minute, at: now)
        }
        let isTheirs = player == nil || player?.id == card.player?.id
        let kinds = isTheirs ? [nil, card.asked, card.kind] : [nil, card.asked]
        let isSo =
            (player ?? card.player) == card.player && (side ?? card.side) == card.side
            && kinds.contains(change.kind)
            && (minute == nil || minute == card.givenMinute)
        guard !isSo else { return [] }
        let amendment = CardAmendment(
            number: number, side: side, player: player, kind: change.kind, minute: minute)
        if isUnfounded(amendment) { throw .notBooked(id: (player ?? card.player)?.id) }
        if let later = firstEvent(against: amendment) { throw .eventNeeded(by: later) }
        return [.cardAmended(amendment)]
    }

    /// Returns the event of a substitution.
    func substitute(
        _ side: Side, off: Int, on: Int, ago: Duration, at now: Moment, _ squad: Squad
    ) throws(Refusal) -> [Event] {
        try checkIsInMatch(ago: ago, at: now)
        let players =
            try Self.players([off], in: lineup, squad)
            + (try Self.players([on], in: lineup, squad))
        guard lineup.section(of: off) == side.section else { throw .notOnTeam(id: off, side) }
        if let present = lineup.section(of: on)?.side { throw .onTeamAlready(id: on, present) }
        guard lineup.hasRoom(for: lineup.arriving(of: players)) else {
            throw .tooManyPlayers(maximum: Limits.gatherPlayers)
        }
        try checkIsAfterSubstitutions(of: off, on, ago, at: now)
        return [.substituted(Substitution(side, off: players[0], on: players[1]), ago: ago)]
    }

    /// Checks that a substitution is not dated back before one that brought on the player who goes
    /// off, or took off the player who comes on.
    private func checkIsAfterSubstitutions(
        of off: Int, _ on: Int, _ ago: Duration, at now: Moment
    ) throws(Refusal) {
        guard ago > .zero else { return }
        var newest: (limit: Duration, moment: Moment, number: Int)?
        for recorded in log where stands(recorded.step) {
            guard case .substituted(let earlier, let earlierAgo) = recorded.event,
                earlier.on.id == off || earlier.off.id == on
            else { continue }
            let moment = recorded.moment.advanced(by: .zero - earlierAgo)
            let limit = reach(backTo: moment, at: now).limit
            if limit < newest?.limit ?? ago { newest = (limit, moment, recorded.number) }
        }
        guard let newest else { return }
        throw .agoTooLong(limit: newest.limit, lastCommand: newest.moment, event: newest.number)
    }

    /// Checks that a command is not dated back before the match.
    func checkIsInMatch(ago: Duration, at now: Moment) throws(Refusal) {
        guard ago != .zero else { return }
        let (limit, first) = reach(backTo: beganAt, at: now)
        guard ago > .zero, ago <= limit else {
            guard let first else { throw .beforeMatch(limit: limit, beganAt: beganAt) }
            throw .agoTooLong(limit: limit, lastCommand: first.moment, event: first.number)
        }
    }

    /// Checks that the events of a command do not let somebody play who was sent off before, and
    /// do not send somebody off before something that the player did.
    func checkSentOff(_ events: [Event], at now: Moment) throws(Refusal) {
        for event in events where phase == .open || event.isAmendment {
            let recorded = RecordedEvent(
                number: revision + 1, step: revision + 1, moment: now, operatorUID: nil,
                event: event)
            if !cards.isEmpty, let player = playerSentOff(in: recorded) {
                throw .sentOff(id: player.id)
            }
            if let later = firstEvent(after: recorded) {
                throw .sentOffBefore(id: later.player.id, event: later.event)
            }
        }
    }

    /// Returns the first event that recorded a goal or card, as it is known now, or a move or kick,
    /// of a player whom a card that is amended or dated back would have sent off before it; nil if
    /// there is none.
    private func firstEvent(after recorded: RecordedEvent) -> (event: Int, player: Player)? {
        var after = bookings
        switch recorded.event {
        case .cardAmended(let amendment): after.amend(amendment, by: nil)
        case .cardShown(let card, let ago) where ago > .zero && card.player != nil:
            let then = recorded.moment.before(by: ago)
            after.show(
                card, number: recorded.number, time: time(at: recorded) ?? time(at: then),
                at: then)
        default: return nil
        }
        return bookings.firstEvent(thatNeeds: after, singleGoals, moves)
    }
}

extension Gather {
    /// A goal with a known scorer, and the moment when it was scored, if no minute was given.
    typealias ScoredGoal = (goal: CountedGoal, scorer: Player, moment: Moment)

    /// The players whom an event brought to a side, or let take a kick, and the moment and the
    /// place in the play where that was.
    typealias PlayedMove = (event: Int, players: [Player], moment: Moment, time: PlayedTime)

    /// The goals that count and were counted one at a time, with their scorers where these are
    /// known.
    var singleGoals: [ScoredGoal] {
        countedGoals.compactMap { goal in
            guard let scorer = goal.scorer.player,
                let counted = log.first(where: { $0.number == goal.number })
            else { return nil }
            let moment = counted.moment.advanced(by: .zero - counted.event.goalAgo)
            return (goal, scorer, moment)
        }
    }
}

extension GatherState {
    /// Returns a player who had been sent off before an event that lets the player play, or gives
    /// the player a card; nil if there is none.
    ///
    /// - Parameters:
    ///   - time: The place in the play of an event that is dated back; nil to use this state's.
    ///   - counted: Returns the event that counted the goal with a number.
    func playerSentOff(
        in recorded: RecordedEvent, time: PlayedTime? = nil,
        counted: (Int) -> RecordedEvent?
    ) -> Player? {
        guard !bookings.cards.isEmpty else { return nil }
        let then = recorded.moment.advanced(by: .zero - recorded.event.playAgo)
        let time = time ?? self.time(at: then)
        switch recorded.event {
        case .goalScored(let goal, _, let minute):
            return bookings.sentOff([goal.scorer], at: then, time, or: minute)
        case .goalAmended(let amendment):
            // With another minute, the present scorer may have been sent off before the goal.
            let goal = tally[amendment.number]
            let known = amendment.minute == nil ? nil : goal?.named?.scorer
            guard let scorer = amendment.scorer.map(\.player) ?? known,
                let counted = counted(amendment.number)
            else { return nil }
            let moment = counted.moment.advanced(by: .zero - counted.event.goalAgo)
            let minute = amendment.minute ?? goal?.givenMinute
            return bookings.sentOff([scorer], at: moment, goal?.time, or: minute)
        case .cardShown(let card, _):
            return bookings.sentOff(card.player.map { [$0] } ?? [], at: then, time)
        case .cardAmended(let amendment):
            // Only the player's other cards count here.
            guard amendment.player != nil || amendment.minute != nil,
                let card = bookings[amendment.number],
                let player = amendment.player ?? card.player
            else { return nil }
            return bookings.without(card.number).sentOff(
                [player], at: card.moment, card.time, or: amendment.minute ?? card.givenMinute)
        case .substituted:
            return bookings.sentOff(players(playingBy: recorded.event), at: then, time)
        default: return bookings.sentOff(players(playingBy: recorded.event))
        }
    }

    /// Returns the players whom an event brings to a side, or lets take a kick.
    func players(playingBy event: Event) -> [Player] {
        switch event {
        case .kickTaken(let kick): kick.player.map { [$0] } ?? []
        case .substituted(let substitution, _): [substitution.on]
        case .playersMoved(let players, let section?) where section != .bench:
            lineup.movedPlayers(of: players, to: section)
        case .teamsDrawn(let drawn):
            lineup.movedPlayers(of: drawn.teamA, to: .teamA)
                + lineup.movedPlayers(of: drawn.teamB, to: .teamB)
        default: []
        }
    }
}

extension Bookings {
    /// Returns the first event that recorded a goal, a card, a move or a kick of a player who had
    /// not been sent off before it by these cards, and would have been by the others; nil if there
    /// is none.
    func firstEvent(
        thatNeeds others: Bookings, _ goals: [Gather.ScoredGoal], _ moves: [Gather.PlayedMove]
    ) -> (event: Int, player: Player)? {
        let scored = goals.filter { goal in
            func sentOff(_ cards: Bookings) -> Player? {
                cards.sentOff(
                    [goal.scorer], at: goal.moment, goal.goal.time, or: goal.goal.givenMinute)
            }
            return sentOff(self) == nil && sentOff(others) != nil
        }
        let booked = cards.filter { card in
            func sentOff(_ cards: Bookings) -> Player? {
                guard let present = cards[card.number], let player = present.player else {
                    return nil
                }
                return cards.before(present).sentOff(
                    [player], at: present.moment, present.time, or: present.givenMinute)
            }
            return sentOff(self) == nil && sentOff(others) != nil
        }
        let moved = moves.compactMap { move -> (Int, Player)? in
            let player = move.players.first { player in
                sentOff([player], at: move.moment, move.time) == nil
                    && others.sentOff([player], at: move.moment, move.time) != nil
            }
            return player.map { (move.event, $0) }
        }
        let first =
            moved
            + scored.map { ($0.goal.number, $0.scorer) }
            + booked.compactMap { card in card.player.map { (card.number, $0) } }
        return first.min { $0.0 < $1.0 }.map { (event: $0.0, player: $0.1) }
    }

    /// Returns the first event after a step that gave or amended a card by which the scorer of one
    /// of the goals was off before it; nil if there is none.
    func firstCard(after step: Int, against goals: [Gather.ScoredGoal]) -> Int? {
        let scorers = goals.filter { goal in
            sentOff([goal.scorer], at: goal.moment, goal.goal.time, or: goal.goal.givenMinute)
                != nil
        }.map(\.scorer.id)
        return cards.filter { card in
            card.kind.sendsOff && card.player.map { scorers.contains($0.id) } ?? false
        }.map { $0.amendedBy ?? $0.number }.filter { $0 > step }.min()
    }

    /// Returns the first of the players who was sent off: before `minute` if one is given, else by
    /// `moment`, or by now if that is nil.
    fileprivate func sentOff(
        _ players: [Player], at moment: Moment? = nil, _ time: PlayedTime? = nil,
        or minute: GivenMinute? = nil
    ) -> Player? {
        players.first { player in
            minute.map { isSentOff(player.id, before: $0) }
                ?? isSentOff(player.id, at: moment, time)
        }
    }
}
