import GatherAPI
import LinuxIO
import Varlink

/// `defaults`: shows or changes the usual values of the pitch.
struct Defaults: Command {
    static let verb = Verb(
        name: "defaults", arguments: "[--time T] [--team-a NAME] [--players LIST] ...",
        summary: tr("show or change what a match opens with"),
        failure: tr("cannot change the defaults: %1$@"), topic: .match,
        options: [
            .time, .matchFormat, .teamA, .teamB, .colorA, .colorB, .players, .reset,
        ], isLook: true,
        manual: """
            Show the usual length, format, names, colours and players of this pitch, or change the
            ones that you give. *none* sets one back to the built-in value, and --reset sets all
            back. The daemon keeps them, and uses them for every match that is opened without
            others; but *new --rematch* uses those of the last match. The usual players are on the
            bench of a new match, and *team draw* draws them; *start* opens a match without players.
            The answer has the command that takes the change back.
            """
    ) { (arguments) throws(UsageError) in
        var defaults = Defaults()
        let isReset = arguments.has(.reset)
        defaults.isReset = isReset
        defaults.fields = isReset ? Set(DefaultsField.allCases) : []
        for (field, option) in options {
            guard let text = arguments.text(option) else { continue }
            guard !isReset else { throw arguments.cannot("--\(option.name)", with: "--reset") }
            defaults.fields.insert(field)
            guard text != ProfileChange.nothing else { continue }
            switch field {
            case .time: defaults.values.time = try arguments.time(text)
            case .format: defaults.values.format = text
            case .teamAName: defaults.values.teamAName = try arguments.name(text, of: .teamA)
            case .teamBName: defaults.values.teamBName = try arguments.name(text, of: .teamB)
            case .teamAColor: defaults.values.teamAColor = try arguments.color(text)
            case .teamBColor: defaults.values.teamBColor = try arguments.color(text)
            case .players: defaults.players = try arguments.players(option)
            }
        }
        return defaults
    }

    private static let options: [(field: DefaultsField, option: Option)] = [
        (.time, .time), (.format, .matchFormat), (.teamAName, .teamA), (.teamBName, .teamB),
        (.teamAColor, .colorA), (.teamBColor, .colorB), (.players, .players),
    ]

    private var fields: Set<DefaultsField> = []
    private var isReset = false
    private var values = DefaultsFields()
    private var players: [String] = []

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        guard !fields.isEmpty else {
            return try context.show(GatherMethod.GetDefaults(), failure: failure) {
                Self.lines($0.defaults)
            }
        }
        var values = values
        let squad = players.isEmpty ? [] : try Squad(context: context, failure: failure).players()
        let lookup = PlayerLookup(
            failure: failure, groups: [squad.candidates], squad: squad.candidates,
            isRetry: context.isRetry)
        values.players = try lookup.players(players, takesAll: true).map(\.id)
        let only = DefaultsField.allCases.filter(fields.contains)
        let call = GatherMethod.SetDefaults(
            // An older daemon knows fewer of them, and resets all of its own.
            defaults: values, only: isReset ? nil : only, requestID: context.requestID
        ).call
        let reply = try context.accepted(context.change(call), failure)
        try context.showChange(reply) { () throws(Failure) in
            let change = try context.read(reply, GatherMethod.SetDefaults.self)
            let isSame = change.before == change.defaults
            let lead = isSame ? [tr("no change")] : []
            let back = isSame ? [] : [tr("back: %1$@", Self.command(change.before, only))]
            return (lead + Self.lines(change.defaults) + back).text
        }
    }

    // MARK: - Text

    /// Returns a line for each value, with the name of its option.
    private static func lines(_ defaults: DefaultsFields) -> [String] {
        Columns.lines(
            options.map { field, option in
                [option.name, text(field, of: defaults).shown ?? builtIn(field)]
            })
    }

    private static func builtIn(_ field: DefaultsField) -> String {
        switch field {
        case .time: tr("%1$@, as built in", TimeText.clock(DefaultsFields.builtInTime))
        case .format: tr("%1$@, as built in", Format.plain)
        case .teamAName: tr("%1$@, as built in", Side.teamA.title)
        case .teamBName: tr("%1$@, as built in", Side.teamB.title)
        case .teamAColor, .teamBColor: tr("none", context: "colour")
        case .players: tr("nobody")
        }
    }

    /// Returns the command that sets some fields to values.
    private static func command(_ values: DefaultsFields, _ fields: [DefaultsField]) -> String {
        let words = options.filter { fields.contains($0.field) }.flatMap { field, option in
            let text = text(field, of: values)
            return [
                "--\(option.name)",
                ShellWord.of(text.typed ?? ProfileChange.nothing, plain: .letters),
            ]
        }
        return (["gatherctl", verb.name] + words).joined(separator: " ")
    }

    /// Returns a value as it is shown and as it is typed; nil if it is as built in.
    private static func text(
        _ field: DefaultsField, of values: DefaultsFields
    ) -> (shown: String?, typed: String?) {
        func same(_ text: String?) -> (shown: String?, typed: String?) { (text, text) }
        return switch field {
        case .time: same(values.time.map(TimeText.clock))
        case .format: (values.format, values.$format)
        case .teamAName: (values.teamAName, values.$teamAName)
        case .teamBName: (values.teamBName, values.$teamBName)
        case .teamAColor: same(values.teamAColor?.rawValue)
        case .teamBColor: same(values.teamBColor?.rawValue)
        case .players:
            same(values.players.flatMap { $0.isEmpty ? nil : $0.ranges.joined(separator: ",") })
        }
    }
}

extension Option {
    fileprivate static let players = Option(
        "players", tr("who usually plays: 1-14, names, or all"), takes: "LIST",
        completes: .listedPlayers)
    fileprivate static let reset = Option("reset", tr("everything as built in"), isEffect: true)
}

extension DefaultsFields {
    /// The length of a match if the pitch has no default.
    static let builtInTime = TimeFields(minutes: 10, seconds: 0)
}
