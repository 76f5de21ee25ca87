import GatherAPI

/// `goal`: counts a goal, with its scorer if one is named.
struct Goal: Command {
    static let verb = Verb(
        name: "goal", arguments: "a|b [[--own-goal] PLAYER] [--ago D]", summary: tr("count a goal"),
        failure: tr("cannot count the goal: %1$@"), topic: .score, options: [.ownGoal, .ago],
        operands: [.choices(["a", "b"]), .players],
        manual: """
            Count a goal, with its scorer if you name one: a player of that side, or with --own-goal
            a player of the other side. With --ago it was scored that long ago, at most since the
            match began: it has the minute of that moment, and its place in the report.
            """
    ) { (arguments) throws(UsageError) in
        let side = try arguments.side()
        let isOwn = arguments.has(.ownGoal)
        let player = isOwn ? try arguments.player() : arguments.optional()
        let ago = try Countdown.ago(arguments)
        return Goal(side: side, player: player, isOwn: isOwn, agoMilliseconds: ago)
    }

    let side: Side
    var player: String?
    var isOwn = false
    var agoMilliseconds: Int?

    func run(_ context: Context) throws(Failure) {
        guard let player else {
            return try Change.addToScore(side, 1, agoMilliseconds: agoMilliseconds).run(context)
        }
        try context.change(
            Self.verb.failure,
            preferring: { $0?.team(isOwn ? side.other : side).players ?? [] },
            { (find) throws(Failure) in
                let player = try find(player)
                return .addToScore(
                    side, 1, Scorer(id: player.id, name: player.name, isOwnGoal: isOwn),
                    agoMilliseconds: agoMilliseconds)
            })
    }
}

/// `score`: sets or changes the goals of a side.
enum Score {
    static let verb = Verb(
        name: "score", arguments: "a|b N|+N|-N", summary: tr("set or change the goals of a team"),
        failure: tr("cannot set the score: %1$@"), topic: .score, operands: [.choices(["a", "b"])],
        manual: """
            Set the goals of a team, or change them. A lower number removes the last goals of the
            team, with their scorers; a higher one adds goals without a scorer.
            """
    ) { (arguments) throws(UsageError) in
        let side = try arguments.side()
        let word = try arguments.required(
            tr("the number of goals, such as 3, +1 or -1, is missing"))
        let (sign, text) = arguments.signed(word)
        guard let number = Int(digits: text) else {
            throw arguments.cannot(tr("'%1$@' is not a number of goals; use 3, +1 or -1", word))
        }
        let range = sign == nil ? InterfaceLimits.score : 1...InterfaceLimits.scoreDelta.upperBound
        guard range.contains(number) else {
            throw arguments.cannot(
                sign == nil
                    ? tr(
                        "'%1$@' is out of range: a score is from %2$@ to %3$@", word,
                        range.lowerBound, range.upperBound)
                    : tr(
                        "'%1$@' is out of range: a score changes by %2$@ to %3$@", word,
                        range.lowerBound, range.upperBound))
        }
        return sign == nil
            ? Change.setScore(side, number)
            : Change.addToScore(side, sign == "-" ? -number : number)
    }
}

/// The command for a team that does not exist: fails with the names of those that do.
struct UnknownTeam: Command {
    let error: UsageError
    /// The text of the error, with a place for the cause.
    let failure: String

    /// The time that gatherd has to answer with the names, which are not worth a wait.
    private static let timeout = Duration.milliseconds(200)

    func run(_ context: Context) throws(Failure) {
        guard let word = error.unknownTeam, context.host == nil,
            let reply = try? context.session.call(GatherMethod.Get().call, once: Self.timeout),
            let gather = try? context.state(reply).gather, gather.phase == .open
        else { throw error.failure }
        var error = error
        let cause = tr(
            "no team '%1$@': say a (%2$@) or b (%3$@)", word, gather.teamA.name, gather.teamB.name)
        error.message = filled(failure, [cause])
        throw error.failure
    }
}

extension Option {
    static let ownGoal = Option(
        "own-goal", tr("an own goal: PLAYER is on the other team"), isEffect: true)
}

/// The scorer of a goal.
struct Scorer: Hashable, Sendable {
    /// The number in the squad.
    let id: Int
    let name: String
    /// True if the goal counts for the other side.
    let isOwnGoal: Bool
}

extension Change {
    static func setScore(_ side: Side, _ goals: Int) -> Change {
        Change(GatherMethod.SetScore(team: side, score: goals), Score.verb.failure) {
            $0.score(nil)
        }
    }

    static func addToScore(
        _ side: Side, _ delta: Int, _ scorer: Scorer? = nil, agoMilliseconds: Int? = nil
    ) -> Change {
        let method = GatherMethod.AddToScore(
            team: side, delta: delta, scorer: scorer?.id,
            ownGoal: scorer?.isOwnGoal == true ? true : nil, agoMilliseconds: agoMilliseconds)
        return Change(
            method, delta == 1 ? Goal.verb.failure : tr("cannot change the score: %1$@"),
            players: scorer.map { [$0.id: $0.name] } ?? [:]
        ) { $0.score(scorer) }
    }
}

extension ChangeAnswer {
    fileprivate func score(_ scorer: Scorer?) -> String {
        guard outcome.changed else { return tr("already %1$@", gather.scoreLine) }
        guard let scorer else { return gather.scoreLine }
        return scorer.isOwnGoal
            ? tr("%1$@, own goal of %2$@", gather.scoreLine, scorer.name)
            : "\(gather.scoreLine), \(scorer.name)"
    }
}
