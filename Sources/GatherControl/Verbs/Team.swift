import GatherAPI
import Varlink

/// `team`: shows the sides and the bench.
struct Teams: Command {
    static let verb = Verb(
        name: "team", arguments: "[a|b|bench|out|clear|names|draw] ...",
        summary: "show the sides, or move, name or draw them",
        failure: tr("cannot show the teams: %1$@"),
        topic: .players, options: Draw.form.options, forms: forms, isLook: true,
        manual: "Show the sides and the bench, or change them. Each change can be undone.",
        read: forms[0].read)

    private static let forms = [
        Verb(
            name: "", summary: "show the sides and the bench",
            failure: tr("cannot show the teams: %1$@"),
            isLook: true
        ) { _ in Teams() },
        Move.form(
            "a", .teamA, "put players in Team A",
            "Put players in Team A, in this order. Opens a gather if none is open."),
        Move.form("b", .teamB, "put players in Team B", "The same for Team B."),
        Move.form("bench", .bench, "put players on the bench", "The same for the bench."),
        Move.form("out", nil, "have players leave the gather"),
        clear, rename, Draw.form,
    ]

    fileprivate static let clear = Verb(
        name: "clear", summary: "have everybody leave the gather",
        failure: tr("cannot clear the teams: %1$@")
    ) { _ in Change.clearTeams }

    fileprivate static let rename = Verb(
        name: "names", arguments: "A B", summary: "name the teams",
        failure: tr("cannot name the teams: %1$@")
    ) { (arguments) throws(UsageError) in
        Change.nameTeams(
            teamA: try arguments.sideName(required: "Team A"),
            teamB: try arguments.sideName(required: "Team B"))
    }

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        try context.show(GatherMethod.Get(), failure: failure) { (state) throws(Failure) in
            guard let gather = state.gather else {
                throw Failure(.refused, RefusalPresenter(failure: failure).nothingYet)
            }
            let over = gather.phase == .open ? [] : ["this gather is \(gather.phase.rawValue)"]
            return over + SidesPresenter.list(gather.sides)
        }
    }
}

/// `team a`, `team b`, `team bench` and `team out`: move players to a section of the line-up.
struct Move: Command {
    static func form(
        _ name: String, _ section: Section?, _ summary: String, _ manual: String = ""
    ) -> Verb {
        Verb(
            name: name, arguments: "PLAYER...", summary: summary, failure: failure,
            operands: [.players], repeats: true, manual: manual
        ) { (arguments) throws(UsageError) in
            let first = try arguments.required("the player")
            return Move(players: [first] + arguments.rest(), section: section)
        }
    }

    fileprivate static let failure = tr("cannot move the players: %1$@")

    let players: [String]
    /// The section; nil to take the players out of the gather.
    let section: Section?

    func run(_ context: Context) throws(Failure) {
        try context.change(
            Self.failure,
            preferring: { gather in
                guard section == nil else { return nil }
                return gather.map { $0.teamA.players + $0.teamB.players + $0.bench } ?? []
            },
            { (find) throws(Failure) in
                .movePlayers(
                    try players.map { (word) throws(Failure) in try find(word).id }, to: section)
            })
    }
}

/// `team draw`: draws two fair sides.
struct Draw: Command {
    static let form = Verb(
        name: "draw", arguments: "[--seed N] [--again] [PLAYER...]",
        summary: "draw two fair sides, of these or all players",
        failure: tr("cannot draw the teams: %1$@"),
        options: [.seed, .again], operands: [.players], repeats: true,
        manual: """
            Draw two sides of these players, or of all in the gather: of one size, or differing by a
            player; a goalkeeper each where there are two; of all such sides those whose strengths
            differ the least. A beginner counts 1, an amateur 2, a professional 3, and who has no
            skill as an amateur. The seed that is told draws the same sides of the same players
            again; --again draws others that are as fair.
            """
    ) { (arguments) throws(UsageError) in
        let players = arguments.rest()
        return Draw(players: players, seed: try seed(arguments), again: arguments.has(.again))
    }

    var players: [String] = []
    var seed: Int?
    var again = false

    private static func seed(_ arguments: ArgumentReader) throws(UsageError) -> Int? {
        guard let text = arguments.text(.seed) else { return nil }
        let range = InterfaceLimits.seed
        guard let number = Int(digits: text[...]), range.contains(number) else {
            throw arguments.cannot(
                "'\(text)' is no seed: it is a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return number
    }

    func run(_ context: Context) throws(Failure) {
        try context.change(Self.form.failure) { (find) throws(Failure) in
            .drawTeams(
                try players.map { (word) throws(Failure) in try find(word).id }, seed: seed,
                again: again)
        }
    }
}

extension ArgumentReader {
    fileprivate mutating func sideName(required what: String) throws(UsageError) -> String {
        try sideName(required("the name of \(what)"), of: what)
    }
}

extension Option {
    fileprivate static let seed = Option(
        "seed", "draw the same sides again, 0 to 4294967295", takes: "N")
    fileprivate static let again = Option("again", "draw others that are as fair", isEffect: true)
}

extension Change {
    /// Moves players to a section, or out of the gather.
    static func movePlayers(_ ids: [Int], to section: Section?) -> Change {
        Change(GatherMethod.MovePlayers(playerIDs: ids, section: section), Move.failure) {
            answer in
            let card = SidesPresenter.card(answer.gather.sides)
            let present = card.isEmpty ? ["nobody is in the gather"] : card
            let unchanged = answer.outcome.changed ? [] : ["nobody moved: it was so already"]
            return (opened(answer.outcome) + unchanged + present).joined(separator: "\n")
        }
    }

    static let clearTeams: Change = Change(GatherMethod.ClearTeams(), Teams.clear.failure) {
        $0.outcome.changed ? "everybody has left the gather" : "nobody was in the gather"
    }

    static func nameTeams(teamA: String, teamB: String) -> Change {
        Change(
            GatherMethod.NameTeams(teamAName: teamA, teamBName: teamB), Teams.rename.failure
        ) {
            let opened = $0.outcome.opened ? "opened a gather; " : ""
            return $0.outcome.changed ? opened + $0.names : "already \($0.names)"
        }
    }

    /// Draws two sides of these players, or of all in the gather if there are none.
    static func drawTeams(_ ids: [Int], seed: Int?, again: Bool) -> Change {
        let method = GatherMethod.DrawTeams(
            playerIDs: ids.isEmpty ? nil : ids, seed: seed, again: again ? true : nil)
        return Change(method, Draw.form.failure) {
            (reader, gather, players, _) throws(VarlinkError) in
            let draw: DrawFields = try reader.required("draw")
            let outcome: Outcome = try reader.required("outcome")
            let reason = again ? "no other sides are as fair" : "it was so already"
            let unchanged = outcome.changed ? [] : ["nobody moved: \(reason)"]
            // A repeated request may not have been about the present gather.
            let isPresent = outcome.gatherID.isEmpty || outcome.gatherID == gather?.id
            let sides = isPresent ? gather.map { SidesPresenter.card($0.sides) } ?? [] : []
            return
                (opened(outcome) + unchanged + [strengths(draw)] + sides
                + unskilled(draw, players)).joined(separator: "\n")
        }
    }

    private static func opened(_ outcome: Outcome) -> [String] {
        outcome.opened ? ["opened a gather; 'gatherctl start' starts it"] : []
    }

    private static func strengths(_ draw: DrawFields) -> String {
        let others =
            draw.equallyFair == 1
            ? "no other is as fair" : "one of \(draw.equallyFair) that are as fair"
        return "strength \(draw.strengthA) to \(draw.strengthB), seed \(draw.seed), \(others)"
    }

    private static func unskilled(_ draw: DrawFields, _ players: [Int: String]) -> [String] {
        guard !draw.withoutSkill.isEmpty else { return [] }
        let names = draw.withoutSkill.map { players[$0] ?? "\($0)" }
        return ["without a skill, counted as amateur: \(names.joined(separator: ", "))"]
    }
}
