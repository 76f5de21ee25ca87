import GatherAPI

/// `new`: opens a gather.
struct New: Command {
    static let verb = Verb(
        name: "new", arguments: "[--time T] [--team-a NAME] [--team-b NAME] ...",
        summary: "open a gather", failure: tr("cannot open a match: %1$@"), topic: .match,
        options: [.time, .teamA, .teamB, .teamAPlayers, .teamBPlayers],
        manual: """
            Open a gather, at 10:00 and with the names "Team A" and "Team B" unless others are
            given. --team-a-players and --team-b-players say who plays, with commas between the
            players.
            """
    ) { (arguments) throws(UsageError) in
        New(
            time: try arguments.text(.time).map { (text) throws(UsageError) in
                try arguments.time(text)
            },
            teamA: try name(.teamA, "the first side", arguments),
            teamB: try name(.teamB, "the second side", arguments),
            teamAPlayers: try players(.teamAPlayers, arguments),
            teamBPlayers: try players(.teamBPlayers, arguments))
    }

    var time: TimeFields?
    var teamA: String?
    var teamB: String?
    var teamAPlayers: [String] = []
    var teamBPlayers: [String] = []

    private static func name(
        _ option: Option, _ what: String, _ arguments: ArgumentReader
    ) throws(UsageError) -> String? {
        guard let text = arguments.text(option) else { return nil }
        return try arguments.sideName(text, of: what)
    }

    /// Returns the players of an option, which are separated by commas.
    private static func players(
        _ option: Option, _ arguments: ArgumentReader
    ) throws(UsageError) -> [String] {
        guard let text = arguments.text(option) else { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        guard !names.contains("") else {
            throw arguments.cannot(
                "'--\(option.name)' has a name of no letters; names are between commas")
        }
        return names
    }

    func run(_ context: Context) throws(Failure) {
        guard !teamAPlayers.isEmpty || !teamBPlayers.isEmpty else {
            return try Change.open(time: time, teamAName: teamA, teamBName: teamB).run(context)
        }
        let failure = Self.verb.failure
        try context.change(failure, isNew: true) { (find) throws(Failure) in
            let playersA = try teamAPlayers.map { (word) throws(Failure) in try find(word) }
            let playersB = try teamBPlayers.map { (word) throws(Failure) in try find(word) }
            let numbers = playersB.map(\.id)
            if let twice = playersA.first(where: { numbers.contains($0.id) }) {
                throw Failure(
                    .refused, failure, cause: tr("%1$@ is on both sides", twice.name))
            }
            return .open(
                time: time, teamAName: teamA, teamBName: teamB, teamAPlayers: playersA.map(\.id),
                teamBPlayers: numbers)
        }
    }
}

extension Change {
    /// Opens a gather, with players on its sides if there are any.
    static func open(
        time: TimeFields?, teamAName: String?, teamBName: String?, teamAPlayers: [Int] = [],
        teamBPlayers: [Int] = []
    ) -> Change {
        let method = GatherMethod.Open(
            time: time, teamAName: teamAName, teamBName: teamBName,
            teamAPlayers: teamAPlayers.isEmpty ? nil : teamAPlayers,
            teamBPlayers: teamBPlayers.isEmpty ? nil : teamBPlayers)
        return Change(method, New.verb.failure) { answer in
            let opened = "opened: \(answer.clock.digits), \(answer.names)"
            return ([opened] + SidesPresenter.card(answer.gather.sides)).joined(separator: "\n")
        }
    }
}

extension Option {
    fileprivate static let time = Option(
        "time", "the time to count down, 10:00 unless given", takes: "T")
    fileprivate static let teamA = Option(
        "team-a", "the name of the first side", takes: "NAME")
    fileprivate static let teamB = Option(
        "team-b", "the name of the second side", takes: "NAME")
    fileprivate static let teamAPlayers = Option(
        "team-a-players", "who plays on the first side, between commas", takes: "PLAYERS",
        completes: .listedPlayers)
    fileprivate static let teamBPlayers = Option(
        "team-b-players", "who plays on the second side, between commas", takes: "PLAYERS",
        completes: .listedPlayers)
}
