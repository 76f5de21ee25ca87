import GatherAPI

/// `goal`: counts a goal, with its scorer if one is named.
struct Goal: Command {
    static let verb = Verb(
        name: "goal", arguments: "a|b [[--own-goal] PLAYER]", summary: "count a goal",
        failure: tr("cannot count the goal: %1$@"), topic: .score, options: [.ownGoal],
        operands: [.choices(["a", "b"]), .players],
        manual: """
            Count a goal, and say who has shot it: a player of that side, or with --own-goal one of
            the other.
            """
    ) { (arguments) throws(UsageError) in
        let side = try arguments.side()
        let isOwn = arguments.has(.ownGoal)
        let player = isOwn ? try arguments.required("the player") : arguments.optional()
        return Goal(side: side, player: player, isOwn: isOwn)
    }

    let side: Side
    var player: String?
    var isOwn = false

    func run(_ context: Context) throws(Failure) {
        guard let player else { return try Change.addToScore(side, 1).run(context) }
        try context.change(
            Self.verb.failure,
            preferring: { $0?.team(isOwn ? side.other : side).players ?? [] },
            { (find) throws(Failure) in
                let player = try find(player)
                return .addToScore(
                    side, 1, Scorer(id: player.id, name: player.name, isOwnGoal: isOwn))
            })
    }
}

/// `score`: sets or changes the goals of a side.
enum Score {
    static let verb = Verb(
        name: "score", arguments: "a|b N|+N|-N", summary: "set or change the goals of a team",
        failure: tr("cannot set the score: %1$@"), topic: .score, operands: [.choices(["a", "b"])],
        manual: """
            Set the goals of a team, or change them. What is taken off are the last goals of the
            team, with who has shot them; what is set higher is filled with goals of nobody.
            """
    ) { (arguments) throws(UsageError) in
        let side = try arguments.side()
        let word = try arguments.required("the number of goals, such as 3, +1 or -1,")
        let (sign, text) = arguments.signed(word)
        guard let number = Int(digits: text) else {
            throw arguments.cannot("'\(word)' is no number of goals such as 3, +1 or -1")
        }
        let range = sign == nil ? InterfaceLimits.score : 1...InterfaceLimits.scoreDelta.upperBound
        guard range.contains(number) else {
            let what = sign == nil ? "a score is from" : "a score changes by"
            throw arguments.cannot(
                "'\(word)' cannot be: \(what) \(range.lowerBound) to \(range.upperBound)")
        }
        return sign == nil
            ? Change.setScore(side, number)
            : Change.addToScore(side, sign == "-" ? -number : number)
    }
}

extension Option {
    fileprivate static let ownGoal = Option(
        "own-goal", "the player is on the other side", isEffect: true)
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

    static func addToScore(_ side: Side, _ delta: Int, _ scorer: Scorer? = nil) -> Change {
        let method = GatherMethod.AddToScore(
            team: side, delta: delta, scorer: scorer?.id,
            ownGoal: scorer?.isOwnGoal == true ? true : nil)
        return Change(
            method, delta == 1 ? Goal.verb.failure : tr("cannot change the score: %1$@"),
            players: scorer.map { [$0.id: $0.name] } ?? [:]
        ) { $0.score(scorer) }
    }
}

extension ChangeAnswer {
    fileprivate func score(_ scorer: Scorer?) -> String {
        guard outcome.changed else { return "already \(gather.scoreLine)" }
        guard let scorer else { return gather.scoreLine }
        let own = scorer.isOwnGoal ? "own goal of " : ""
        return "\(gather.scoreLine), \(own)\(scorer.name)"
    }
}
