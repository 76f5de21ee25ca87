/// The rules for commands about players.
extension Gather {
    /// Returns the players with these numbers, each once.
    ///
    /// They are as the squad has them now, or as the gather has them if they were removed since.
    static func players(
        _ ids: [Int], in lineup: Lineup, _ squad: Squad
    ) throws(Refusal) -> [Player] {
        var players: [Player] = []
        var seen: Set<Int> = []
        for id in ids where seen.insert(id).inserted {
            guard let player = squad.player(id) ?? lineup.player(id) else {
                throw .noSuchPlayer(id: id)
            }
            players.append(player)
        }
        return players
    }

    /// Returns a player whom an event names as ``players(_:in:_:)`` does, or unchanged if neither
    /// has the player any more.
    static func present(_ player: Player, in lineup: Lineup, _ squad: Squad) -> Player {
        squad.player(player.id) ?? lineup.player(player.id) ?? player
    }

    /// Returns the event that moves players to a section, or out of the gather.
    static func move(
        _ ids: [Int], to section: TeamSection?, in lineup: Lineup, _ squad: Squad
    ) throws(Refusal) -> [Event] {
        let players = try players(ids, in: lineup, squad)
        guard section == nil || lineup.hasRoom(for: lineup.arriving(of: players)) else {
            throw .tooManyPlayers(maximum: Limits.gatherPlayers)
        }
        let isChange = lineup.isChanged(byMoving: players, to: section)
        return isChange ? [.playersMoved(players, to: section)] : []
    }

    /// Returns the events that give each of two players the section of the other; none if they are
    /// in the same one.
    static func swap(
        _ one: Int, _ other: Int, in lineup: Lineup, _ squad: Squad
    ) throws(Refusal) -> [Event] {
        let players = try players([one, other], in: lineup, squad)
        let sections = players.map { lineup.section(of: $0.id) }
        if let index = sections.firstIndex(of: nil) { throw .notInGather(id: players[index].id) }
        guard Set(sections).count == 2 else { return [] }
        return zip(players, sections.reversed()).map { .playersMoved([$0], to: $1) }
    }

    /// Returns the events that place the players with which a gather opens.
    static func choose(_ chosen: ChosenPlayers, _ squad: Squad) throws(Refusal) -> [Event] {
        let everybody = chosen.teamA + chosen.teamB + chosen.bench
        guard Set(everybody).count <= Limits.gatherPlayers else {
            throw .tooManyPlayers(maximum: Limits.gatherPlayers)
        }
        let teamA = try move(chosen.teamA, to: .teamA, in: Lineup(), squad)
        let teamB = try move(chosen.teamB, to: .teamB, in: Lineup(), squad)
        return teamA + teamB + (try move(chosen.bench, to: .bench, in: Lineup(), squad))
    }

    /// Returns the event of a draw of two sides.
    func draw(_ ids: [Int]?, seed: Int, again: Bool, _ squad: Squad) throws(Refusal) -> [Event] {
        let drawn = try drawTeams(of: ids, seed: seed, again: again, squad: squad)
        let lineup = phase == .open ? lineup : Lineup()
        guard lineup.hasRoom(for: lineup.arriving(of: drawn.teamA + drawn.teamB)) else {
            throw .tooManyPlayers(maximum: Limits.gatherPlayers)
        }
        let isSo =
            Set(lineup.teamA.map(\.id)) == Set(drawn.teamA.map(\.id))
            && Set(lineup.teamB.map(\.id)) == Set(drawn.teamB.map(\.id))
        return isSo ? [] : [.teamsDrawn(drawn)]
    }

    /// Returns the event of a goal whose scorer is known.
    func goal(
        for side: Side, by scorer: GivenScorer, ago: Duration, minute: GivenMinute?,
        _ squad: Squad
    ) throws(Refusal) -> [Event] {
        let isDated = ago > .zero || minute != nil
        let player = try player(scorer, for: side, in: [lineup], orEver: isDated, squad)
        return [
            .goalScored(
                NamedGoal(side: side, scorer: player, isOwnGoal: scorer.isOwnGoal), ago: ago,
                minute: minute)
        ]
    }

    /// Returns the event that changes a goal; none if it would change nothing.
    ///
    /// The scorer has to be on the side, now or when the goal was counted, or to have been taken
    /// off it by a substitution.
    func amendGoal(
        _ number: Int, scorer: GivenScorer?, _ change: GoalChange, at now: Moment, _ squad: Squad
    ) throws(Refusal) -> [Event] {
        guard log.contains(where: { $0.number == number }) else {
            throw .noSuchEvent(number: number)
        }
        guard let goal = goal(number) else { throw .noSuchGoal(number: number) }
        let side = change.side ?? goal.side
        let isMoved = side != goal.side
        guard !isMoved || Limits.score.contains(score[side] + 1) else { throw .invalidScore }
        var amended: GoalScorer?
        if !change.keepsScorer {
            amended = try self.scorer(scorer, of: goal, for: side, squad)
        } else if isMoved, let known = goal.named?.scorer {
            throw .scorerNeeded(id: known.id)
        }
        let minute = try change.minute.map { (minute) throws(Refusal) in
            try given(minute, at: now)
        }
        let isSo =
            !isMoved && (amended ?? goal.scorer) == goal.scorer
            && (minute == nil || minute == goal.givenMinute)
        guard !isSo else { return [] }
        return [
            .goalAmended(
                GoalAmendment(
                    number: number, side: side, scorer: amended, minute: minute,
                    isSideGiven: change.side != nil))
        ]
    }

    /// Returns the scorer whom a goal gets.
    private func scorer(
        _ scorer: GivenScorer?, of goal: CountedGoal, for side: Side, _ squad: Squad
    ) throws(Refusal) -> GoalScorer {
        guard let scorer else { return .nobody }
        if side == goal.side, case .player(let known, scorer.isOwnGoal) = goal.scorer,
            known.id == scorer.id
        {
            return .player(
                Self.present(known, in: lineup, squad), isOwnGoal: scorer.isOwnGoal)
        }
        let lineups = [lineup, lineup(after: goal.number)]
        let player = try player(scorer, for: side, in: lineups, orEver: true, squad)
        return .player(player, isOwnGoal: scorer.isOwnGoal)
    }

    /// Returns the scorer of a goal, who has to be on the right side in one of the line-ups.
    ///
    /// - Parameter orEver: True to accept a player who was taken off the side by a substitution.
    private func player(
        _ scorer: GivenScorer, for side: Side, in lineups: [Lineup], orEver: Bool, _ squad: Squad
    ) throws(Refusal) -> Player {
        let team = scorer.isOwnGoal ? side.other : side
        let fitting = lineups.first { $0.section(of: scorer.id) == team.section }
        let players = try Self.players([scorer.id], in: fitting ?? lineup, squad)
        guard fitting != nil || orEver && isOrWas(scorer.id, on: team), let player = players.first
        else {
            throw .notOnTeam(id: scorer.id, team)
        }
        return player
    }

    /// Checks that no side is empty once players were chosen, since the countdown cannot start
    /// then.
    func checkSides() throws(Refusal) {
        if let side = lineup.sideWithoutPlayers { throw .teamWithoutPlayers(side) }
    }
}
