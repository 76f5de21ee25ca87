import GatherAPI

/// `extra` and `kicks`: what follows on a match that is drawn.
enum Extension {
    static let extra: Verb = Verb(
        name: "extra", arguments: "", summary: tr("add extra time to a match that is drawn"),
        failure: tr("cannot add extra time: %1$@"), topic: .countdown,
        manual: """
            Add the extra time of the *format* to a match that is drawn, once its last period of
            play has ended. *format show* shows its length. The break before it begins at once, and
            *period* begins its first half. You can add it only once.
            """
    ) { _ in Change.addExtraTime }

    static let kicks: Verb = Verb(
        name: "kicks", arguments: "", summary: tr("begin kicks from the mark"),
        failure: tr("cannot begin the kicks: %1$@"), topic: .countdown,
        manual: """
            Begin kicks from the mark in a match that is drawn, once its last period of play has
            ended. This is also possible instead of an extra time that has not begun. Kicks have no
            clock.
            """
    ) { _ in Change.beginKicks }
}

/// `kick`: takes a kick from the mark.
struct TakeKick: Command {
    static let verb = Verb(
        name: "kick", arguments: "TEAM in|out [PLAYER] [--force]",
        summary: tr("take a kick from the mark"),
        failure: tr("cannot take the kick: %1$@"), topic: .score, options: [.force],
        operands: [.sides, .choices(Outcome.allCases.map(\.rawValue)), .scorers],
        manual: """
            Take a kick from the mark, after *kicks*: *in* is a goal and *out* is not. You can name
            the player, who has to be on the team. *TEAM* is a, b, or the name of a team or its
            beginning. Either team can take the first kick. Then they take turns: five each, and
            after that one each until it is decided. The kicks are over as soon as one team can no
            longer be caught. These goals are not in the score. *undo* takes a kick back. --force is
            as for *card*.
            """
    ) { (arguments) throws(UsageError) in
        let side = try arguments.side()
        let word = try arguments.required(tr("the outcome, in or out, is missing"))
        guard let outcome = Outcome(rawValue: word.lowercased()) else {
            throw arguments.cannot(tr("'%1$@' is not an outcome; use in or out", word))
        }
        return TakeKick(
            side: side, isIn: outcome == .in, player: arguments.optional(),
            isForced: arguments.has(.force))
    }

    private enum Outcome: String, CaseIterable {
        case `in`
        case out
    }

    let side: TypedSide
    let isIn: Bool
    var player: String?
    var isForced = false

    func run(_ context: Context) throws(Failure) {
        try context.change(side, player, of: Self.verb) { side, player in
            .takeKick(side, isIn: isIn, id: player?.id, name: player?.name, isForced: isForced)
        }
    }
}

extension Change {
    /// Adds extra time to a match that is drawn.
    static let addExtraTime: Change = Change(GatherMethod.AddExtraTime(), Extension.extra.failure) {
        "\($0.clock.digits) \($0.clock.sentence)"
    }

    /// Begins kicks from the mark.
    static let beginKicks: Change = Change(GatherMethod.BeginKicks(), Extension.kicks.failure) {
        $0.clock.sentence
    }

    /// Takes a kick from the mark.
    static func takeKick(
        _ side: Side, isIn: Bool, id: Int? = nil, name: String? = nil, isForced: Bool = false
    ) -> Change {
        let method = GatherMethod.TakeKick(
            team: side, scored: isIn, playerID: id, force: isForced ? true : nil)
        let players = id.flatMap { id in name.map { [id: $0] } } ?? [:]
        return Change(method, TakeKick.verb.failure, players: players) { answer in
            let team = answer.gather.team(side).name
            let recorded = players.first.map { answer.recordedName(of: $0, $1) }
            return [
                KicksPresenter.text(isIn, name: recorded ?? name, team: team),
                KicksPresenter.status(answer.gather),
            ].compactMap(\.self).joinedBySemicolons()
        }
    }
}
