import GatherAPI

/// The changes of a card that `edit` takes, and that no goal has.
struct EditedCard: Hashable, Sendable {
    var player: String?
    var kind: CardKind?
    var penaltySeconds: Int?

    /// True if none is given.
    var isEmpty: Bool { self == EditedCard() }

    /// The reason why a length cannot be given.
    fileprivate static var noPenalty: String {
        tr("'--for' is for a time penalty, as with '--card time'")
    }

    init() {}

    init(_ arguments: ArgumentReader) throws(UsageError) {
        player = arguments.text(.editedPlayer)
        guard player != "" else { throw arguments.cannot(tr("the player is missing")) }
        if let word = arguments.text(.editedCard) { kind = try ShowCard.kind(word, arguments) }
        penaltySeconds = try ShowCard.penaltySeconds(arguments, .editedLength)
        guard penaltySeconds == nil || kind == nil || kind == .time else {
            throw arguments.cannot(Self.noPenalty)
        }
    }
}

extension EditGoal {
    /// The text of a failure to change a card.
    static var cardFailure: String { tr("cannot change the card: %1$@") }

    static func cannotCard(_ cause: String) -> Failure {
        UsageError(filled(cardFailure, [cause]), verb: verb.name).failure
    }

    /// Changes the card of the event.
    func editCard(
        _ side: Side?, _ page: TimelinePage, _ id: String?, _ context: Context,
        _ failure: String
    ) throws(Failure) {
        let kind = card.kind ?? (card.penaltySeconds == nil ? nil : .time)
        let entry = page.entries.first { $0.number == number }
        if card.kind == nil, card.penaltySeconds != nil, entry?.card != .time {
            throw Self.cannotCard(EditedCard.noPenalty)
        }
        var (player, players): (Int?, [PlayerSearch.Candidate]) = (nil, page.everybody.candidates)
        if let word = card.player {
            let squad = try Squad(context: context, failure: failure).players()
            players = squad.candidates(with: page.everybody)
            let likely = side.map { $0 == .teamA ? page.teamA : page.teamB }
            player = try PlayerLookup(
                failure: failure,
                groups: [(likely ?? page.teamA + page.teamB).candidates, players],
                nearer: Set(page.everybody.map(\.id)), isRetry: context.isRetry
            ).player(word).id
        }
        let method = GatherMethod.AmendCard(
            number: number, playerID: player, card: kind,
            penaltySeconds: card.penaltySeconds, team: side, minute: minute, id: id,
            force: isForced ? true : nil)
        var change = Change.amend(number, method, failure, answer: "card")
        change.players = players.names
        change.sides = [.teamA: page.gather.teamAName, .teamB: page.gather.teamBName]
        try change.run(context)
    }
}

extension Option {
    static let editedPlayer = Option(
        "player", tr("a card of this player"), takes: "PLAYER", completes: .players)
    static let editedCard = Option(
        "card", tr("a card of this kind"), takes: "KIND",
        completes: .choices(CardKind.allCases.map(\.word)))
    static let editedLength = Option("for", tr("the length of a time penalty"), takes: "D")
}
