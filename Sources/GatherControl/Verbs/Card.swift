import GatherAPI

/// `card`: shows a card, to a player if one is named.
struct ShowCard: Command {
    static let verb = Verb(
        name: "card", arguments: "TEAM KIND [PLAYER] [--for D] [--ago D] [--guard] [--force]",
        summary: tr("show a card, or give a time penalty"),
        failure: tr("cannot show the card: %1$@"), topic: .score,
        options: [.lasting, .ago, .guard, .force],
        operands: [.sides, .choices(CardKind.allCases.map(\.word)), .scorers],
        manual: """
            Show a card of the *KIND* yellow, second-yellow, red or time, to a player of the team if
            you name one. Without a player it is for somebody who is not known or who is beside the
            pitch. *TEAM* is as for *goal*; a player in its place gets the card. A second yellow
            card sends the player off, with either word. A player who was sent off cannot score, get
            another card or come back to a side, except with --force, which *goal*, *scorer*, *sub*
            and *team* have too. With *time* the player is off while the clock runs for 2 minutes,
            or as long as --for says; the board and *status* count that down. With --ago the card
            was shown that long ago, as with *goal*. If a player scored or came on since then, this
            cannot send the player off before that, except with --force. With --guard it is not
            shown again if another connection showed the same card within a second.
            """
    ) { (arguments) throws(UsageError) in
        let side = try arguments.side()
        let word = try arguments.required(tr("the kind, %1$@, is missing", CardKind.list))
        let kind = try kind(word, arguments)
        let seconds = try penaltySeconds(arguments)
        guard seconds == nil || kind == .time else {
            throw arguments.cannot(tr("'--for' is for a time penalty, as in 'card a time'"))
        }
        return ShowCard(
            side: side, kind: kind, player: arguments.optional(), penaltySeconds: seconds,
            agoMilliseconds: try Countdown.ago(arguments), isGuarded: arguments.has(.guard),
            isForced: arguments.has(.force))
    }

    let side: TypedSide
    let kind: CardKind
    var player: String?
    var penaltySeconds: Int?
    var agoMilliseconds: Int?
    var isGuarded = false
    var isForced = false

    func run(_ context: Context) throws(Failure) {
        try context.change(side, player, of: Self.verb) { side, player in
            .showCard(
                kind, to: side, id: player?.id, name: player?.name, penaltySeconds: penaltySeconds,
                agoMilliseconds: agoMilliseconds, isGuarded: isGuarded, isForced: isForced)
        }
    }

    /// Reads the kind of a card.
    static func kind(_ word: String, _ arguments: ArgumentReader) throws(UsageError) -> CardKind {
        if let kind = CardKind(word: word) { return kind }
        let nearest = Suggestion.nearest(to: word, in: CardKind.allCases.map(\.word))
        throw arguments.cannot(
            Suggestion.text(
                tr("'%1$@' is not a kind of card; use %2$@", word, CardKind.list), nearest))
    }

    /// Reads the length of a time penalty from an option.
    static func penaltySeconds(
        _ arguments: ArgumentReader, _ option: Option = .lasting
    ) throws(UsageError) -> Int? {
        guard let length = try arguments.milliseconds(option) else { return nil }
        let range = InterfaceLimits.penaltySeconds
        guard length.isMultiple(of: 1_000), range.contains(length / 1_000) else {
            throw arguments.cannot(
                tr(
                    "'%1$@' is out of range: a time penalty is from %2$@ to %3$@",
                    arguments.text(option) ?? "", TimeText.limit(seconds: range.lowerBound),
                    TimeText.limit(seconds: range.upperBound)))
        }
        return length / 1_000
    }
}

extension Option {
    fileprivate static let lasting = Option(
        "for", tr("the length of a time penalty, 2m if not given"), takes: "D")
    /// Lets a player play who was sent off.
    static let force = Option("force", tr("also for a player who was sent off"), isEffect: true)
}

extension CardKind {
    /// The kind on the command line.
    var word: String { self == .secondYellow ? "second-yellow" : rawValue }

    /// All kinds on the command line, for a message.
    static var list: String { allCases.map(\.word).joined(separator: ", ") }

    /// Makes the kind that a word names; nil if it names none.
    init?(word: String) {
        let word = word.lowercased()
        guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}

extension Change {
    /// Shows a card to a side, and to a player if one is named.
    static func showCard(
        _ kind: CardKind, to side: Side, id: Int? = nil, name: String? = nil,
        penaltySeconds: Int? = nil, agoMilliseconds: Int? = nil, isGuarded: Bool = false,
        isForced: Bool = false
    ) -> Change {
        let method = GatherMethod.ShowCard(
            team: side, card: kind, playerID: id, penaltySeconds: penaltySeconds,
            agoMilliseconds: agoMilliseconds, guarded: isGuarded ? true : nil,
            force: isForced ? true : nil)
        let players = id.flatMap { id in name.map { [id: $0] } } ?? [:]
        return Change(method, GatherControl.ShowCard.verb.failure, players: players) { answer in
            if let notice = answer.notDoneAgain { return notice }
            let card = answer.gather.cards?.first { $0.number == answer.outcome.revision }
            let recorded = players.first.map { answer.recordedName(of: $0, $1) }
            let text = CardPresenter.text(
                card?.card ?? kind, name: recorded ?? name, team: answer.gather.team(side).name)
            let penalty = answer.gather.penalties?.first { $0.number == card?.number }
            let length = penalty.map {
                ", \(TimeText.length(.milliseconds($0.remainingMilliseconds)))"
            }
            let reminder = StoppagePresenter.reminder(.card, answer.gather, answer.next)
            return [text + (length ?? ""), reminder].compactMap(\.self).joinedBySemicolons()
        }
    }
}
