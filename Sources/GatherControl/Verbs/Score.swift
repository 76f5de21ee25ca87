import GatherAPI

/// `goal`: counts a goal, with its scorer if one is named.
struct Goal: Command {
    static let verb = Verb(
        name: "goal", arguments: "TEAM [[--own-goal] PLAYER] [--ago D|--at M] [--guard] [--force]",
        summary: tr("count a goal"),
        failure: tr("cannot count the goal: %1$@"), topic: .score,
        options: [.ownGoal, .ago, .goalMinute, .guard, .force],
        operands: [.sides, .scorers],
        manual: """
            Count a goal, with its scorer if you name one: a player of that team, or with --own-goal
            a player of the other team. *TEAM* is a, b, or the name of a team or its beginning. If
            you type a player in its place, by name or shirt, that player is the scorer, and the
            goal is for the player's team. With --ago it was scored that long ago, at most since the
            match began: it gets the minute of that moment, and its place in the report. With --at
            it was scored in that minute, for example --at _37_ or --at _45+3_, also while nobody
            plays: use it for a goal that was forgotten, or was scored after a whistle that came too
            early. The period of the minute must have begun; without a *format* the minute must be
            one that the countdown has run. With --guard the goal is not counted if another
            connection counted the same goal within a second, as when two people saw it; the answer
            says who has counted it. --force is as for *card*.
            """
    ) { (arguments) throws(UsageError) in
        let side = try arguments.side()
        let player = arguments.optional()
        let isOwn = arguments.has(.ownGoal)
        if isOwn, player == nil, case .side = side { throw arguments.cannot(playerIsMissing) }
        let ago = try Countdown.ago(arguments)
        let minute = try arguments.minute(.goalMinute)
        guard minute == nil || ago == nil else { throw arguments.cannot("--at", with: "--ago") }
        return Goal(
            side: side, player: player, isOwn: isOwn, agoMilliseconds: ago, minute: minute,
            isGuarded: arguments.has(.guard), isForced: arguments.has(.force))
    }

    let side: TypedSide
    var player: String?
    var isOwn = false
    var agoMilliseconds: Int?
    var minute: String?
    var isGuarded = false
    var isForced = false

    private static var playerIsMissing: String { tr("the player is missing") }

    func run(_ context: Context) throws(Failure) {
        try context.change(side, player, of: Self.verb, isOfOther: isOwn) {
            (side, player) throws(Failure) in
            guard player != nil || !isOwn else {
                throw Self.verb.cannot(Self.playerIsMissing).failure
            }
            let scorer = player.map { Scorer(id: $0.id, name: $0.name, isOwnGoal: isOwn) }
            return .addToScore(
                side, 1, scorer, agoMilliseconds: agoMilliseconds, minute: minute,
                isGuarded: isGuarded, isForced: isForced)
        }
    }
}

/// `score`: sets or changes the goals of a side, or sets those of both.
struct Score: Command {
    static let verb = Verb(
        name: "score", arguments: "[TEAM] N|+N|-N|N-N", summary: tr("set or change the goals"),
        failure: tr("cannot set the score: %1$@"), topic: .score, operands: [.sides],
        manual: """
            Set the goals of a team, or change them; or set those of both, as in *score 2-1*. A
            lower number removes the last goals of the team, with their scorers; a higher one adds
            goals without a scorer. *TEAM* is as for *goal*.
            """
    ) { (arguments) throws(UsageError) in
        let missing = tr("the team, a or b, is missing")
        let word = try arguments.required(missing)
        if let both = try goalsOfBoth(word, arguments) { return both }
        let goals = arguments.optional()
        // A number alone is that of the goals.
        if goals == nil, Int(digits: arguments.signed(word).rest) != nil {
            throw arguments.cannot(missing)
        }
        return Score(side: TypedSide(word), goals: try Self.goals(goals, arguments))
    }

    /// The goals that a side is to have, or by how many they change.
    enum Goals: Hashable, Sendable {
        case number(Int)
        case change(Int)
    }

    let side: TypedSide
    let goals: Goals

    /// The text of an error, with a place for the cause: a goal more is counted as one.
    private var failure: String {
        switch goals {
        case .number: Self.verb.failure
        case .change(let delta): Change.failure(ofAdding: delta)
        }
    }

    func run(_ context: Context) throws(Failure) {
        let side = try context.side(side, of: Self.verb, failure: failure).side
        switch goals {
        case .number(let number): try Change.setScore(side, number).run(context)
        case .change(let delta): try Change.addToScore(side, delta).run(context)
        }
    }

    private static func goals(
        _ word: String?, _ arguments: ArgumentReader
    ) throws(UsageError) -> Goals {
        guard let word else {
            throw arguments.cannot(tr("the number of goals, such as 3, +1 or -1, is missing"))
        }
        let (sign, text) = arguments.signed(word)
        guard let number = Int(digits: text) else {
            throw arguments.cannot(tr("'%1$@' is not a number of goals; use 3, +1 or -1", word))
        }
        guard sign != nil else { return .number(try possible(number, word, arguments)) }
        let range = 1...InterfaceLimits.scoreDelta.upperBound
        guard range.contains(number) else {
            throw arguments.cannot(
                tr(
                    "'%1$@' is out of range: a score changes by %2$@ to %3$@", word,
                    range.lowerBound, range.upperBound))
        }
        return .change(sign == "-" ? -number : number)
    }

    /// Returns the change that sets both scores; nil if the word is not such as `2-1` or `2:1`.
    private static func goalsOfBoth(
        _ word: String, _ arguments: ArgumentReader
    ) throws(UsageError) -> Change? {
        let parts = word.split(omittingEmptySubsequences: false) { "-:\u{2013}".contains($0) }
        let numbers = parts.compactMap(Int.init(digits:))
        guard parts.count == 2, numbers.count == 2 else { return nil }
        let goals = try numbers.map { (number) throws(UsageError) in
            try possible(number, word, arguments)
        }
        return .setScore(.teamA, goals[0], other: goals[1])
    }

    private static func possible(
        _ number: Int, _ word: String, _ arguments: ArgumentReader
    ) throws(UsageError) -> Int {
        let range = InterfaceLimits.score
        guard range.contains(number) else {
            throw arguments.cannot(
                tr(
                    "'%1$@' is out of range: a score is from %2$@ to %3$@", word,
                    range.lowerBound, range.upperBound))
        }
        return number
    }
}

extension ArgumentReader {
    /// Returns the minute of a match that an option gives, such as `37` or `45+3`; the daemon
    /// judges it.
    func minute(_ option: Option) throws(UsageError) -> String? {
        guard let word = text(option) else { return nil }
        let parts = word.split(separator: "+", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Int.init(digits:))
        guard (1...2).contains(parts.count), numbers.count == parts.count, !numbers.contains(0)
        else { throw cannot(tr("'%1$@' is not a minute; use 37 or 45+3", word)) }
        return numbers.map { "\($0)" }.joined(separator: "+")
    }
}

extension Option {
    fileprivate static let goalMinute = Option(
        "at", tr("in this minute, such as 37 or 45+3"), takes: "M")
    static let `guard` = Option("guard", tr("count it once if two people give it"), isEffect: true)
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
    /// Sets the goals of a side, and those of the other one unless they are nil.
    static func setScore(_ side: Side, _ goals: Int, other: Int? = nil) -> Change {
        let method = GatherMethod.SetScore(team: side, score: goals, otherScore: other)
        return Change(method, Score.verb.failure) { $0.score(nil, isGoal: false) }
    }

    /// Returns the text of an error of a change of the score, with a place for the cause.
    static func failure(ofAdding delta: Int) -> String {
        delta == 1 ? Goal.verb.failure : tr("cannot change the score: %1$@")
    }

    static func addToScore(
        _ side: Side, _ delta: Int, _ scorer: Scorer? = nil, agoMilliseconds: Int? = nil,
        minute: String? = nil, isGuarded: Bool = false, isForced: Bool = false
    ) -> Change {
        let method = GatherMethod.AddToScore(
            team: side, delta: delta, scorer: scorer?.id,
            ownGoal: scorer?.isOwnGoal == true ? true : nil, agoMilliseconds: agoMilliseconds,
            minute: minute, guarded: isGuarded ? true : nil, force: isForced ? true : nil)
        return Change(
            method, Change.failure(ofAdding: delta), players: scorer.map { [$0.id: $0.name] } ?? [:]
        ) { answer in
            if delta < 0, let notice = answer.notDoneAgain {
                return "\(notice)\n\(answer.gather.scoreLine)"
            }
            return answer.score(
                scorer, isGoal: delta == 1 && agoMilliseconds == nil && minute == nil)
        }
    }
}

extension ChangeAnswer {
    /// Returns the name that the match has of a player after a change that named the player: the
    /// one by which the player was found may be an earlier one.
    func recordedName(of id: Int, _ name: String) -> String {
        gather.everybody.first { $0.id == id }?.name ?? name
    }

    fileprivate func score(_ scorer: Scorer?, isGoal: Bool) -> String {
        if let event = outcome.countedAs {
            let notice = tr(
                "not counted again: %1$@ has counted it already, as event %2$@",
                outcome.countedByDevice ?? user(outcome.countedByUID), event)
            let line = "\(notice)\n\(gather.scoreLine)"
            let goal = gather.latestGoal
            guard let scorer, goal?.number == event, goal?.scorer == nil else { return line }
            let isOwn = scorer.isOwnGoal ? " --own-goal" : ""
            let command = "gatherctl scorer \(event)\(isOwn) \(scorer.id)"
            return "\(line)\n\(tr("its scorer is not known yet: %1$@", command))"
        }
        guard outcome.changed else { return tr("no change: already %1$@", gather.scoreLine) }
        let reminder = isGoal ? StoppagePresenter.reminder(.goal, gather, next) : nil
        return [scored(scorer), reminder].compactMap(\.self).joinedBySemicolons()
    }

    private func scored(_ scorer: Scorer?) -> String {
        guard let scorer else { return gather.scoreLine }
        let name = recordedName(of: scorer.id, scorer.name)
        return scorer.isOwnGoal
            ? tr("%1$@, own goal of %2$@", gather.scoreLine, name)
            : "\(gather.scoreLine), \(name)"
    }
}
