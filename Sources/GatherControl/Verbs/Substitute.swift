import GatherAPI

/// `sub`: substitutes a player.
struct Substitute: Command {
    static let verb = Verb(
        name: "sub", arguments: "[TEAM] OUT IN [--ago D] [--force]",
        summary: tr("substitute a player"),
        failure: tr("cannot substitute the player: %1$@"), topic: .players,
        options: [.ago, .force], operands: [.sides, .substitutes, .players],
        manual: """
            The player OUT of the team goes to the bench, and the player IN comes on, from the bench
            or from the squad. *TEAM* is a, b, or the name of a team or its beginning. You can leave
            it out: it is the team of OUT. The record has both with the minute, and both have
            played. With --ago it was that long ago, as with *goal*, but not before OUT came on, or
            IN went off, by another substitution. With --force IN can be a player who was sent off.
            """
    ) { (arguments) throws(UsageError) in
        var words: [String] = [
            try arguments.required(tr("the player who goes off is missing")),
            try arguments.required(tr("the player who comes on is missing")),
        ]
        if let third = arguments.optional() { words.append(third) }
        return Substitute(
            team: words.count == 3 ? TypedSide(words.removeFirst()) : nil, off: words[0],
            on: words[1], agoMilliseconds: try Countdown.ago(arguments),
            isForced: arguments.has(.force))
    }

    /// The side; nil if that is where the first player is.
    let team: TypedSide?
    let off: String
    let on: String
    var agoMilliseconds: Int?
    var isForced = false

    func run(_ context: Context) throws(Failure) {
        let side = try team.map { (team) throws(Failure) in
            try context.side(team, of: Self.verb, includesPlayers: false).side
        }
        var gather: GatherSnapshot?
        try context.change(
            Self.verb.failure,
            preferring: { present in
                gather = present
                let sides = side.map { [$0] } ?? Side.allCases
                return sides.flatMap { present?.team($0).players ?? [] }
            },
            { (lookup) throws(Failure) in
                let off = try lookup.player(off)
                func present(_ player: PlayerSearch.Candidate) -> Side? {
                    Side.allCases.first { side in
                        gather?.team(side).players.contains { $0.id == player.id } ?? false
                    }
                }
                var known = side ?? present(off)
                // If the same was done before, the other one is on the side now.
                if known == nil, context.isRetry { known = present(try lookup.player(on)) }
                guard let side = known else {
                    throw Failure(
                        .refused, Self.verb.failure,
                        cause: tr("%1$@ is on no side; 'gatherctl team' shows who is", off.name))
                }
                let on = try lookup.beside(gather?.team(side).players ?? []).player(on)
                guard off.id != on.id else {
                    throw Failure(
                        .refused, Self.verb.failure,
                        cause: tr("'%1$@' and '%2$@' are both %3$@", self.off, self.on, off.name))
                }
                return .substitute(
                    side, (off.id, off.name), by: (on.id, on.name),
                    agoMilliseconds: agoMilliseconds, isForced: isForced)
            })
    }
}

extension Change {
    /// Substitutes a player of a side.
    static func substitute(
        _ side: Side, _ off: (id: Int, name: String), by on: (id: Int, name: String),
        agoMilliseconds: Int? = nil, isForced: Bool = false
    ) -> Change {
        let method = GatherMethod.Substitute(
            team: side, playerOff: off.id, playerOn: on.id, agoMilliseconds: agoMilliseconds,
            force: isForced ? true : nil)
        return Change(
            method, GatherControl.Substitute.verb.failure,
            players: [off.id: off.name].merging([on.id: on.name]) { $1 }
        ) { answer in
            CardPresenter.text(
                off: answer.recordedName(of: off.id, off.name),
                on: answer.recordedName(of: on.id, on.name), team: answer.gather.team(side).name)
        }
    }
}
