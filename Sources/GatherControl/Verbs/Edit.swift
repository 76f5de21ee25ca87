import GatherAPI

/// `edit`: changes a goal that counts, or a card that stands.
struct EditGoal: Command {
    static let verb = Verb(
        name: "edit",
        arguments: "N [--scorer P|--player P] [--card KIND] [--minute M] [--side S]",
        summary: tr("change the goal or card of event N"),
        failure: tr("cannot change the goal: %1$@"), topic: .mistakes,
        options: [
            .editedScorer, .editedOwnGoal, .noScorer, .editedMinute, .editedSide, .editedPlayer,
            .editedCard, .editedLength, .of, .force,
        ],
        operands: [.goalsAndCards],
        manual: """
            Change the goal that event N of the *log* counted, as if it had been recorded like that:
            who scored it (--scorer, --own-goal or --no-scorer, as for *scorer*), its minute (as for
            *goal --at*), and its team, which changes the score. One command can change all of
            these, and later commands stay. If a goal with a scorer goes to the other team, you have
            to give the scorer again: the old one is on the wrong side, or it was an own goal. With
            --of it changes a match that is over; if the result is now different, it is sent to the
            server again. *undo* takes this change back first, then the goal. --force is as for
            *card*.

            If event N recorded a card, --player is the player who got it, of the same or the other
            side. --card is its kind, as for *card*, and --for the length of a time penalty.
            --minute and --side are as for a goal. Players are then sent off as if the card had been
            recorded like that. If a player scored or came on later, this cannot send the player off
            before that, except with --force.
            """
    ) { (arguments) throws(UsageError) in
        let number = try arguments.event(
            arguments.required(tr("the number of the goal's event is missing")))
        let card = try EditedCard(arguments)
        let gather = try arguments.text(.of).map(arguments.gather)
        return EditGoal(
            number: number, scorer: try scorer(arguments), card: card,
            minute: try arguments.minute(.editedMinute),
            side: try side(arguments), gather: gather ?? .last,
            isForced: arguments.has(.force))
    }

    /// The scorer on the command line.
    enum TypedScorer: Hashable, Sendable {
        case player(String, isOwn: Bool)
        case nobody
    }

    /// The number of the event that counted the goal.
    let number: Int
    let scorer: TypedScorer?
    /// The changes that only a card can have.
    let card: EditedCard
    let minute: String?
    let side: TypedSide?
    let gather: GatherName
    let isForced: Bool

    private static func scorer(_ arguments: ArgumentReader) throws(UsageError) -> TypedScorer? {
        let given = [Option.editedScorer, .editedOwnGoal, .noScorer].filter(arguments.has)
        guard given.count < 2 else {
            throw arguments.cannot("--\(given[1].name)", with: "--\(given[0].name)")
        }
        let ofCard = [Option.editedPlayer, .editedCard, .editedLength].filter(arguments.has)
        if let goal = given.first, let card = ofCard.first {
            throw arguments.cannot("--\(card.name)", with: "--\(goal.name)")
        }
        let isNothing = given.isEmpty && ofCard.isEmpty && !arguments.has(.editedMinute)
        guard !isNothing || arguments.has(.editedSide) else {
            throw arguments.cannot(
                tr(
                    """
                    nothing is given to change; use '--scorer', '--minute' or '--side', or of a \
                    card '--player' or '--card'
                    """))
        }
        guard let option = given.first else { return nil }
        guard option != .noScorer else { return .nobody }
        let word = arguments.text(option) ?? ""
        guard !word.isEmpty else { throw arguments.cannot(tr("the player is missing")) }
        return .player(word, isOwn: option == .editedOwnGoal)
    }

    private static func side(_ arguments: ArgumentReader) throws(UsageError) -> TypedSide? {
        guard let word = arguments.text(.editedSide) else { return nil }
        guard !word.isEmpty else {
            throw arguments.cannot(tr("the team, a or b, is missing"))
        }
        return TypedSide(word)
    }

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        let page = try HistoryReader(context: context, failure: failure)
            .page(of: gather, after: number - 1, limit: 1)
        let entry = page.entries.first { $0.number == number }
        let isGoal = entry?.kind == Reason.scoreChanged.rawValue
        let isCard = entry?.kind == Reason.cardShown.rawValue
        if isCard, scorer != nil {
            throw Self.cannotCard(tr("event %1$@ is a card; say '--player' for who got it", number))
        }
        if isGoal, !card.isEmpty {
            throw Self.verb.cannot(
                tr("event %1$@ is a goal; say '--scorer' for who scored it", number)
            ).failure
        }
        let side = try self.side.map { (typed) throws(Failure) in
            try self.side(typed, page, context)
        }
        let id = gather == .last ? nil : page.gather.id
        guard isGoal || scorer != nil else {
            let failure = isCard || !card.isEmpty ? Self.cardFailure : failure
            return try editCard(side, page, id, context, failure)
        }
        var (scorer, players): (Scorer?, [PlayerSearch.Candidate]) = (nil, [])
        if case .player(let word, let isOwn) = self.scorer {
            (scorer, players) = try AmendScorer.scorer(
                word, isOwn: isOwn, of: number, side: side, page, context, failure: failure)
        }
        var change = Change.editGoal(
            number, scorer, isNobodys: self.scorer == .nobody, side: side, minute: minute, of: id,
            isForced: isForced)
        change.players = (players + page.everybody.candidates).names
        change.sides = [.teamA: page.gather.teamAName, .teamB: page.gather.teamBName]
        try change.run(context)
    }

    /// Returns the side of the match that was typed.
    private func side(
        _ typed: TypedSide, _ page: TimelinePage, _ context: Context
    ) throws(Failure) -> Side {
        let word: String
        switch typed {
        case .side(let side): return side
        case .name(let name): word = name
        }
        // The history has no colours; those of the newest match are known.
        let newest = try context.newestGather(failure: Self.verb.failure)
        let search =
            if let newest, newest.id == page.gather.id {
                SideSearch(newest, includesPlayers: false)
            } else {
                SideSearch(page.gather)
            }
        return try search.side(word) { cause, _ in Self.verb.cannot(cause) }.side
    }
}

extension Option {
    fileprivate static let editedScorer = Option(
        "scorer", tr("scored by this player of the team"), takes: "PLAYER", completes: .players)
    fileprivate static let editedOwnGoal = Option(
        "own-goal", tr("an own goal of this player of the other team"), takes: "PLAYER",
        completes: .players)
    fileprivate static let noScorer = Option("no-scorer", tr("nobody is known to have scored"))
    fileprivate static let editedMinute = Option(
        "minute", tr("in this minute, such as 37 or 45+3"), takes: "M")
    fileprivate static let editedSide = Option(
        "side", tr("a goal or card of this team, a or b"), takes: "TEAM",
        completes: .choices(["a", "b"]))
}

extension Change {
    /// Changes a goal; what is nil stays.
    ///
    /// - Parameters:
    ///   - number: The number of the event that counted the goal.
    ///   - id: The gather; nil for the newest.
    static func editGoal(
        _ number: Int, _ scorer: Scorer? = nil, isNobodys: Bool = false, side: Side? = nil,
        minute: String? = nil, of id: String? = nil, isForced: Bool = false,
        failure: String = EditGoal.verb.failure
    ) -> Change {
        let method = GatherMethod.AmendGoal(
            number: number, scorer: scorer?.id, ownGoal: scorer?.isOwnGoal == true ? true : nil,
            noScorer: isNobodys ? true : nil, team: side, minute: minute, id: id,
            force: isForced ? true : nil)
        return amend(number, method, failure, answer: "goal")
    }
}
