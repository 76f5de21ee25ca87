import GatherAPI
import Varlink

/// `scorer`: changes who scored a goal that counts.
struct AmendScorer: Command {
    static let verb = Verb(
        name: "scorer", arguments: "N [--own-goal] PLAYER|--none [--of ID] [--force]",
        summary: tr("change who scored the goal of event N"),
        failure: tr("cannot change the scorer: %1$@"), topic: .mistakes,
        options: [.ownGoal, .none, .of, .force], operands: [.goals, .players],
        manual: """
            Change who scored the goal that event N of the *log* counted: a player of that side;
            with --own-goal, a player of the other side; with --none, nobody. The player has to be
            on that side now, or at the time of the goal. The goal keeps its minute and its place in
            the report. With --of, the goal is in the match with this ID, which can be over, even
            while another match is open. *undo* takes this change back first, then the goal; if you
            undo the goal itself, the change goes with it. --force is as for *card*.
            """
    ) { (arguments) throws(UsageError) in
        let number = try arguments.event(
            arguments.required(tr("the number of the goal's event is missing")))
        let isOwn = arguments.has(.ownGoal)
        let gather = try arguments.text(.of).map(arguments.gather)
        guard arguments.has(.none) else {
            return AmendScorer(
                number: number, player: try arguments.player(), isOwn: isOwn,
                gather: gather ?? .last, isForced: arguments.has(.force))
        }
        guard !isOwn else { throw arguments.cannot("--own-goal", with: "--none") }
        return AmendScorer(number: number, player: nil, gather: gather ?? .last)
    }

    /// The number of the event that counted the goal.
    let number: Int
    /// The word for the player; nil for nobody.
    let player: String?
    var isOwn = false
    var gather = GatherName.last
    var isForced = false

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        let reader = HistoryReader(context: context, failure: failure)
        // The goal with the players of its match; the daemon judges what it finds.
        let page = try reader.page(of: gather, after: number - 1, limit: 1)
        let id = gather == .last ? nil : page.gather.id
        var (scorer, players): (Scorer?, [PlayerSearch.Candidate]) = (nil, [])
        if let player {
            (scorer, players) = try Self.scorer(
                player, isOwn: isOwn, of: number, page, context, failure: failure)
        }
        var change = Change.amendGoal(number, scorer, of: id, isForced: isForced)
        change.players = players.names
        change.sides = [.teamA: page.gather.teamAName, .teamB: page.gather.teamBName]
        try change.run(context)
    }

    /// Returns the scorer whom a word means, and the players who can be meant.
    ///
    /// - Parameter side: The side that the goal is to count for; nil for the same.
    static func scorer(
        _ word: String, isOwn: Bool, of number: Int, side: Side? = nil, _ page: TimelinePage,
        _ context: Context, failure: String
    ) throws(Failure) -> (Scorer?, [PlayerSearch.Candidate]) {
        let squad = try Squad(context: context, failure: failure).players()
        let players = squad.candidates(with: page.everybody)
        let likely = likely(page, number, isOwn: isOwn, side: side)
        let found = try PlayerLookup(
            failure: failure, groups: [likely.candidates, players],
            nearer: Set(page.everybody.map(\.id)), isRetry: context.isRetry
        ).player(word)
        return (Scorer(id: found.id, name: found.name, isOwnGoal: isOwn), players)
    }

    /// Returns the players who can have scored, as far as they are known.
    private static func likely(
        _ page: TimelinePage, _ number: Int, isOwn: Bool, side: Side?
    ) -> [PlayerFields] {
        guard let goal = page.entries.first, goal.number == number,
            let isOfFirst = side.map({ $0 == .teamA }) ?? goal.team.map({ $0 == .teamA })
        else { return [] }
        return isOfFirst != isOwn ? page.teamA : page.teamB
    }
}

extension Option {
    fileprivate static let none = Option("none", tr("nobody is known to have scored"))
    /// The match of an event.
    static let of = Option(
        "of", tr("in this match, an ID or last"), takes: "ID", completes: .gathers)
}

extension Change {
    /// Changes the scorer of a goal; nil means nobody.
    ///
    /// - Parameters:
    ///   - number: The number of the event that counted the goal.
    ///   - id: The gather; nil for the newest.
    static func amendGoal(
        _ number: Int, _ scorer: Scorer?, of id: String? = nil, isForced: Bool = false
    ) -> Change {
        editGoal(
            number, scorer, isNobodys: scorer == nil, of: id, isForced: isForced,
            failure: AmendScorer.verb.failure)
    }

    /// Changes the event with this number, of which a field of the answer has the text.
    static func amend(
        _ number: Int, _ method: some VarlinkMethod, _ failure: String, answer: String
    ) -> Change {
        Change(method, failure) { (reader, _, _, _) throws(VarlinkError) in
            let outcome: Outcome = try reader.required("outcome")
            let text = try reader.translated(answer)
            return outcome.changed
                ? tr("event %1$@: %2$@", number, text)
                : tr("no change; event %1$@: %2$@", number, text)
        }
    }
}
