import GatherAPI
import Varlink

/// `team`: shows the sides and the bench.
struct Teams: Command {
    static let verb = Verb(
        name: "team", arguments: "[TEAM|bench|out|swap|clear|names|colors|draw] ...",
        summary: tr("show, move, name or draw the sides"),
        failure: tr("cannot show the teams: %1$@"),
        topic: .players, options: Draw.form.options, forms: forms,
        otherForm: { word, unknown in Move.form(named: word, otherwise: unknown) }, isLook: true,
        manual: "Show the sides and the bench, or change them. Each change can be undone.",
        read: forms[0].read)

    private static let forms = [
        Verb(
            name: "", summary: tr("show the sides and the bench"),
            failure: tr("cannot show the teams: %1$@"),
            isLook: true
        ) { _ in Teams() },
        Move.form(
            "a", .teamA, tr("put players in Team A"),
            manual: """
                Put players in Team A, in this order; *1-7* are those with these numbers. Opens a
                match if none is open.
                """),
        Move.form("b", .teamB, tr("put players in Team B"), manual: "The same for Team B."),
        Move.form(
            "bench", .bench, tr("put players on the bench"), manual: "The same for the bench."),
        Move.form("out", nil, tr("take players out of the match")),
        Swap.form, clear, rename, recolor, Draw.form,
    ]

    fileprivate static let clear = Verb(
        name: "clear", summary: tr("take everybody out of the match"),
        failure: tr("cannot clear the teams: %1$@")
    ) { _ in Change.clearTeams }

    fileprivate static let rename = Verb(
        name: "names", arguments: "A B", summary: tr("name the teams"),
        failure: tr("cannot name the teams: %1$@")
    ) { (arguments) throws(UsageError) in
        let teamA = try arguments.required(tr("the name of the first side is missing"))
        let teamB = try arguments.required(tr("the name of the second side is missing"))
        return Change.nameTeams(
            teamA: try arguments.name(teamA, of: .teamA),
            teamB: try arguments.name(teamB, of: .teamB))
    }

    fileprivate static let recolor = Verb(
        name: "colors", arguments: "A B", summary: tr("give the teams colours"),
        failure: tr("cannot change the colours: %1$@"), operands: [.colors, .colors],
        manual: "Give the teams colours, such as *red* and *blue*; *none* is no colour."
    ) { (arguments) throws(UsageError) in
        let teamA = try arguments.required(tr("the colour of the first side is missing"))
        let teamB = try arguments.required(tr("the colour of the second side is missing"))
        return Change.colorTeams(try arguments.color(teamA), try arguments.color(teamB))
    }

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        try context.show(GatherMethod.Get(), failure: failure) { (state) throws(Failure) in
            guard let gather = state.gather else {
                throw Failure(.refused, RefusalPresenter(failure: failure).nothingYet)
            }
            let over: [String] =
                switch gather.phase {
                case .open: []
                case .ended: [tr("this match has ended")]
                case .discarded: [tr("this match was discarded")]
                }
            return over + gather.colors + SidesPresenter.list(gather.sides)
        }
    }
}

/// `team a`, `team b`, `team bench` and `team out`: move players to a section of the line-up.
struct Move: Command {
    static func form(
        _ name: String, _ section: Section?,
        _ summary: @escaping @autoclosure @Sendable () -> String, manual: String = ""
    ) -> Verb {
        Verb(
            name: name, arguments: "PLAYER...", summary: summary(), failure: failure,
            options: section == .bench || section == nil ? [] : [.force], operands: [.players],
            repeats: true, manual: manual
        ) { (arguments) throws(UsageError) in
            let first = try arguments.player()
            return Move(
                players: [first] + arguments.rest(), section: section,
                isForced: arguments.has(.force))
        }
    }

    /// Returns the form for the name of a side.
    ///
    /// - Parameter unknown: The error if no side has the name.
    static func form(named name: String, otherwise unknown: UsageError) -> Verb {
        Verb(
            name: name, summary: "", failure: failure, options: [.force], operands: [.players],
            repeats: true
        ) { (arguments) throws(UsageError) in
            // Without a player it is more likely a form that was mistyped.
            guard let first = arguments.optional() else { throw unknown }
            return MoveToNamedSide(
                players: [first] + arguments.rest(), name: name, unknown: unknown,
                isForced: arguments.has(.force))
        }
    }

    fileprivate static let failure = tr("cannot move the players: %1$@")

    let players: [String]
    /// The section; nil to take the players out of the gather.
    let section: Section?
    var isForced = false

    func run(_ context: Context) throws(Failure) {
        try context.change(
            Self.failure,
            preferring: { gather in
                guard section == nil else { return nil }
                return gather?.everybody ?? []
            },
            { (lookup) throws(Failure) in
                let ids = try lookup.players(players).map(\.id)
                let most = InterfaceLimits.gatherPlayers
                // A longer list is no valid parameter, so gatherd could not say why it refuses it.
                guard ids.count <= most else {
                    let cause = RefusalPresenter(failure: Self.failure)
                        .text(GatherError.tooManyPlayers(maximum: most))
                    throw Failure(.refused, Self.failure, cause: cause)
                }
                return .movePlayers(ids, to: section, isForced: isForced)
            })
    }
}

/// `team` with the name of a side: moves players to it.
struct MoveToNamedSide: Command {
    let players: [String]
    /// The name, or its beginning.
    let name: String
    /// The error if no side has the name.
    let unknown: UsageError
    var isForced = false

    func run(_ context: Context) throws(Failure) {
        guard
            let gather = try context.newestGather(failure: Move.failure), gather.phase == .open
        else { throw unknown.failure }
        let search = SideSearch(gather, includesPlayers: false)
        let named = try search.side(name) { $1 ? unknown : UsageError($0, verb: Teams.verb.name) }
        let section = named.side == .teamA ? Section.teamA : .teamB
        try Move(players: players, section: section, isForced: isForced).run(context)
    }
}

/// `team swap`: exchanges two players.
struct Swap: Command {
    static let form = Verb(
        name: "swap", arguments: "PLAYER PLAYER", summary: tr("exchange two players"),
        failure: tr("cannot swap the players: %1$@"), options: [.force],
        operands: [.players, .players],
        manual: "Exchange two players of the match: each gets the place of the other."
    ) { (arguments) throws(UsageError) in
        Swap(
            one: try arguments.player(),
            other: try arguments.required(tr("the second player is missing")),
            isForced: arguments.has(.force))
    }

    let one: String
    let other: String
    var isForced = false

    func run(_ context: Context) throws(Failure) {
        try context.change(
            Self.form.failure, preferring: { $0?.everybody ?? [] },
            { (lookup) throws(Failure) in
                let (one, other) = (try lookup.player(one), try lookup.player(other))
                guard one.id != other.id else {
                    throw Failure(
                        .refused, Self.form.failure,
                        cause: tr("'%1$@' and '%2$@' are one player", self.one, self.other))
                }
                return .swapPlayers(one.id, other.id, isForced: isForced)
            })
    }
}

/// `team draw`: draws two fair sides.
struct Draw: Command {
    static let form = Verb(
        name: "draw", arguments: "[--seed N] [--again] [all|1-14|PLAYER|-PLAYER...]",
        summary: tr("draw two fair sides"),
        failure: tr("cannot draw the teams: %1$@"),
        options: [.seed, .again, .force], operands: [.players], repeats: true, leavesOut: true,
        manual: """
            Draw two sides of these players, or of those in the match. The sides have equal size, or
            one of them has one player more. If there are at least two goalkeepers, each side has
            one. Of all such sides it draws those whose strengths differ the least: a beginner
            counts 1, an amateur 2, a professional 3, and a player without a skill counts as an
            amateur. The answer has a seed, with which the same players give the same sides again.
            --again draws other sides that are as fair. The players can be *all* of the squad, a
            range of their numbers, such as *1-14*, or names. A dash before a player leaves the
            player out, as in *all -kofi*.
            """
    ) { (arguments) throws(UsageError) in
        let players = arguments.rest()
        return Draw(
            players: players, seed: try seed(arguments), again: arguments.has(.again),
            isForced: arguments.has(.force))
    }

    var players: [String] = []
    var seed: Int?
    var again = false
    var isForced = false

    private static func seed(_ arguments: ArgumentReader) throws(UsageError) -> Int? {
        guard let text = arguments.text(.seed) else { return nil }
        let range = InterfaceLimits.seed
        guard let number = Int(digits: text[...]), range.contains(number) else {
            throw arguments.cannot(
                tr(
                    "'%1$@' is not a seed; use a whole number from %2$@ to %3$@", text,
                    range.lowerBound, range.upperBound))
        }
        return number
    }

    func run(_ context: Context) throws(Failure) {
        try context.change(Self.form.failure) { (lookup) throws(Failure) in
            .drawTeams(
                try lookup.players(players, takesAll: true).map(\.id), seed: seed, again: again,
                isForced: isForced)
        }
    }
}

extension Option {
    fileprivate static let seed = Option(
        "seed", tr("draw the same sides again, 0 to 4294967295"), takes: "N")
    fileprivate static let again = Option(
        "again", tr("draw others that are as fair"), isEffect: true)
}

extension Change {
    /// Moves players to a section, or out of the gather.
    static func movePlayers(_ ids: [Int], to section: Section?, isForced: Bool = false) -> Change {
        let method = GatherMethod.MovePlayers(
            playerIDs: ids, section: section, force: isForced ? true : nil)
        return Change(method, Move.failure) { answer in
            let unchanged =
                switch section {
                case _ where answer.outcome.changed: nil as String?
                case .teamA: tr("no change: already on %1$@", answer.gather.teamA.name)
                case .teamB: tr("no change: already on %1$@", answer.gather.teamB.name)
                case .bench: tr("no change: already on the bench")
                case nil: tr("no change: not in the match")
                }
            return lines(answer, unchanged)
        }
    }

    /// Gives each of two players the section of the other.
    ///
    /// - Parameter done: The first line where they were exchanged; nil for none.
    static func swapPlayers(
        _ one: Int, _ other: Int, done: String? = nil, isForced: Bool = false
    ) -> Change {
        let method = GatherMethod.SwapPlayers(
            playerIDs: [one, other], force: isForced ? true : nil)
        return Change(method, Swap.form.failure) { answer in
            let isChanged = answer.outcome.changed
            return lines(answer, isChanged ? done : tr("no change: they are in the same place"))
        }
    }

    private static func lines(_ answer: ChangeAnswer, _ unchanged: String?) -> String {
        let card = SidesPresenter.card(answer.gather.sides)
        let present = card.isEmpty ? [tr("nobody is in the match")] : card
        return (opened(answer.outcome) + [unchanged].compactMap(\.self) + present)
            .joined(separator: "\n")
    }

    static let clearTeams: Change = Change(GatherMethod.ClearTeams(), Teams.clear.failure) {
        $0.outcome.changed
            ? tr("everybody has left the match") : tr("no change: nobody is in the match")
    }

    static func nameTeams(teamA: String, teamB: String) -> Change {
        Change(GatherMethod.NameTeams(teamAName: teamA, teamBName: teamB), Teams.rename.failure) {
            if $0.outcome.opened { return tr("opened a match; %1$@", $0.names) }
            return $0.outcome.changed ? $0.names : tr("no change: already %1$@", $0.names)
        }
    }

    static func colorTeams(_ teamA: TeamColor, _ teamB: TeamColor) -> Change {
        let method = GatherMethod.ColorTeams(teamAColor: teamA, teamBColor: teamB)
        return Change(method, Teams.recolor.failure) { answer in
            let unchanged = answer.outcome.changed ? [] : [tr("no change: they are so")]
            let present = answer.gather.colors
            return
                (opened(answer.outcome) + unchanged
                + (present.isEmpty ? [tr("no side has a colour")] : present))
                .joined(separator: "\n")
        }
    }

    /// Draws two sides of these players, or of all in the gather if there are none.
    static func drawTeams(_ ids: [Int], seed: Int?, again: Bool, isForced: Bool = false) -> Change {
        let method = GatherMethod.DrawTeams(
            playerIDs: ids.isEmpty ? nil : ids, seed: seed, again: again ? true : nil,
            force: isForced ? true : nil)
        return Change(method, Draw.form.failure) {
            (reader, gather, players, _) throws(VarlinkError) in
            let draw: DrawFields = try reader.required("draw")
            let outcome: Outcome = try reader.required("outcome")
            let same =
                again ? tr("no change: no other sides are as fair") : tr("no change: same sides")
            let unchanged = outcome.changed ? [] : [same]
            // A repeated request may not have been about the present gather.
            let isPresent = outcome.gatherID.isEmpty || outcome.gatherID == gather?.id
            let sides = isPresent ? gather.map { SidesPresenter.card($0.sides) } ?? [] : []
            return
                (opened(outcome) + unchanged + [strengths(draw)] + sides
                + unskilled(draw, players)).joined(separator: "\n")
        }
    }

    /// The line about a match that was opened for its players.
    static let openedByMove = tr("opened a match; 'gatherctl start' starts it")

    private static func opened(_ outcome: Outcome) -> [String] {
        outcome.opened ? [openedByMove] : []
    }

    private static func strengths(_ draw: DrawFields) -> String {
        draw.equallyFair == 1
            ? tr(
                "strength %1$@ to %2$@, seed %3$@, no other is as fair", draw.strengthA,
                draw.strengthB, draw.seed)
            : tr(
                "strength %1$@ to %2$@, seed %3$@, one of %4$@ that are as fair", draw.strengthA,
                draw.strengthB, draw.seed, draw.equallyFair)
    }

    private static func unskilled(_ draw: DrawFields, _ players: [Int: String]) -> [String] {
        guard !draw.withoutSkill.isEmpty else { return [] }
        let names = draw.withoutSkill.map { players[$0] ?? "\($0)" }
        return [tr("without a skill, counted as amateur: %1$@", names.joined(separator: ", "))]
    }
}
