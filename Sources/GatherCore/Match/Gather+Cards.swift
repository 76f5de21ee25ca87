/// The rules for commands about cards and substitutions.
extension Gather {
    /// Returns the event of a card.
    ///
    /// The player is on the side, or was substituted.
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
        return [.substituted(Substitution(side, off: players[0], on: players[1]), ago: ago)]
    }

    /// Checks that a command is not dated back before the match.
    func checkIsInMatch(ago: Duration, at now: Moment) throws(Refusal) {
        let limit = max(now.elapsed(since: beganAt), .zero)
        guard ago == .zero || (ago > .zero && ago <= limit) else {
            throw .beforeMatch(limit: limit, beganAt: beganAt)
        }
    }

    /// Checks that the events of a command do not let somebody play who was sent off before.
    func checkSentOff(_ events: [Event], at now: Moment) throws(Refusal) {
        guard !cards.isEmpty else { return }
        for event in events where phase == .open || event.isAmendment {
            let then = now.advanced(by: .zero - event.playAgo)
            switch event {
            case .goalScored(let goal, _, let minute):
                try checkNotSentOff([goal.scorer], at: then, or: minute)
            case .goalAmended(let amendment):
                // In another minute its scorer may have been off.
                let goal = goal(amendment.number)
                let known = amendment.minute == nil ? nil : goal?.named?.scorer
                guard let scorer = amendment.scorer.map(\.player) ?? known,
                    let counted = log.first(where: { $0.number == amendment.number })
                else { continue }
                let moment = counted.moment.advanced(by: .zero - counted.event.goalAgo)
                let minute = amendment.minute ?? goal?.givenMinute
                try checkNotSentOff([scorer], at: moment, or: minute)
            case .kickTaken(let kick):
                try checkNotSentOff(kick.player.map { [$0] } ?? [])
            case .cardShown(let card, _):
                try checkNotSentOff(card.player.map { [$0] } ?? [], at: then)
            case .substituted(let substitution, _):
                try checkNotSentOff([substitution.on], at: then)
            case .playersMoved(let players, let section?) where section != .bench:
                try checkNotSentOff(lineup.movedPlayers(of: players, to: section))
            case .teamsDrawn(let drawn):
                try checkNotSentOff(
                    lineup.movedPlayers(of: drawn.teamA, to: .teamA)
                        + lineup.movedPlayers(of: drawn.teamB, to: .teamB))
            default: break
            }
        }
    }

    /// Checks that no player was sent off by now, by a moment, or before a minute if one is given.
    private func checkNotSentOff(
        _ players: [Player], at moment: Moment? = nil, or minute: GivenMinute? = nil
    ) throws(Refusal) {
        let player = players.first { player in
            guard let minute else { return isSentOff(player.id, at: moment) }
            return cards.contains {
                $0.player?.id == player.id && $0.kind.sendsOff && $0.time.isBefore(minute)
            }
        }
        if let player { throw .sentOff(id: player.id) }
    }
}
