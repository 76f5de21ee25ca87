import GatherAPI
import Varlink

/// `new`: opens a match.
struct New: Command {
    static let verb = Verb(
        name: "new",
        arguments: "[T|--format NAME] [--at TIME [--auto]] [--fixture ID] ...",
        summary: tr("open a match"), failure: tr("cannot open a match: %1$@"), topic: .match,
        options: [
            .time, .matchFormat, .periods, .pause, .at, .auto, .rematch, .teamA, .teamB, .colorA,
            .colorB, .teamAPlayers,
            .teamBPlayers, .fixture, .club,
        ],
        manual: """
            Open a match, with the time *T* on the clock and the names of the sides. *defaults*
            shows what is used if you do not give something. --team-a-players and --team-b-players
            put players on the sides; separate the players by commas. --color-a and --color-b are
            the colours of the sides. --rematch takes the time, the names, the colours and the
            players of the last match, unless you give others. --at and --auto set the kick-off, as
            *kick-off* does. --format gives the match the periods of a format that *format* lists;
            --periods _2x25_ and --break _5_ make a new one. --fixture opens a match of the club's
            list, see *fixtures*. It takes the names, the length and the format from the list,
            unless you give others, and the result counts for this fixture in the table. If you give
            both names, the list is not read.
            """
    ) { (arguments) throws(UsageError) in
        let (word, option) = (arguments.optional(), arguments.text(.time))
        if word != nil, option != nil {
            throw arguments.cannot(tr("'--time' cannot be given along with a time"))
        }
        if arguments.has(.auto), !arguments.has(.at) {
            throw arguments.cannot(tr("'--auto' is for the kick-off of '--at'"))
        }
        let format = try format(arguments)
        guard format == nil || word == nil && option == nil else {
            throw arguments.cannot(tr("a format sets the time, so that none can be given"))
        }
        return New(
            format: format,
            time: try (word ?? option).map(arguments.time),
            teamA: try arguments.text(.teamA).map { (text) throws(UsageError) in
                try arguments.name(text, of: .teamA)
            },
            teamB: try arguments.text(.teamB).map { (text) throws(UsageError) in
                try arguments.name(text, of: .teamB)
            },
            colorA: try arguments.color(.colorA), colorB: try arguments.color(.colorB),
            teamAPlayers: try arguments.players(.teamAPlayers),
            teamBPlayers: try arguments.players(.teamBPlayers),
            isRematch: arguments.has(.rematch),
            kickOff: try arguments.text(.at).map(arguments.kickOff),
            fixture: try fixture(arguments), club: arguments.text(.club))
    }

    var format: String?
    var time: TimeFields?
    var teamA: String?
    var teamB: String?
    var colorA: TeamColor?
    var colorB: TeamColor?
    var teamAPlayers: [String] = []
    var teamBPlayers: [String] = []
    var isRematch = false
    var kickOff: TypedKickOff?
    var fixture: String?
    /// The socket of the club; nil for the usual one.
    var club: String?

    func run(_ context: Context) throws(Failure) {
        try withFixture(context).open(context)
    }

    /// Returns the same with what the fixture says, where nothing else is given.
    private func withFixture(_ context: Context) throws(Failure) -> New {
        guard let fixture, teamA == nil || teamB == nil else { return self }
        let failure = Self.verb.failure
        let service = try OtherService.club(context, club, failure)
        let reply = try service.send(
            ClubMethod.GetFixture(id: fixture).call, on: try service.open())
        let found = try context.read(reply, ClubMethod.GetFixture.self).fixture
        var new = self
        (new.teamA, new.teamB) = (teamA ?? found.$home, teamB ?? found.$away)
        if time == nil, format == nil {
            new.format = found.$format
            // A format has the length of its periods.
            if new.format == nil {
                new.time = found.lengthSeconds.map {
                    TimeFields(minutes: $0 / 60, seconds: $0 % 60)
                }
            }
        }
        return new
    }

    private func open(_ context: Context) throws(Failure) {
        let kickOff = try kickOff.map { (typed) throws(Failure) in
            let microseconds = try typed.microseconds(context, failure: Self.verb.failure)
            return (microseconds: microseconds, isAutomatic: typed.isAutomatic)
        }
        let last = isRematch ? try context.gather(failure: Self.verb.failure) : nil
        guard isRematch || !teamAPlayers.isEmpty || !teamBPlayers.isEmpty else {
            let open = Change.open(
                time: time, teamAName: teamA, teamBName: teamB, colorA: colorA, colorB: colorB,
                kickOff: kickOff, format: format, fixture: fixture)
            return try open.run(context)
        }
        let failure = Self.verb.failure
        try context.change(failure, isNew: true) { (lookup) throws(Failure) in
            let named = (try lookup.players(teamAPlayers), try lookup.players(teamBPlayers))
            // A side without named players has those of the last match, except players who have
            // left the squad or are on the other side now.
            let playersA =
                named.0.isEmpty
                ? lookup.remaining(of: last?.teamA.players, besides: named.1) : named.0
            let playersB =
                named.1.isEmpty
                ? lookup.remaining(of: last?.teamB.players, besides: named.0) : named.1
            let bench = lookup.remaining(of: last?.bench, besides: playersA + playersB)
            let numbers = playersB.map(\.id)
            if let twice = playersA.first(where: { numbers.contains($0.id) }) {
                throw Failure(.refused, failure, cause: tr("%1$@ is on both sides", twice.name))
            }
            let lastFormat = time == nil ? last?.course?.format : nil
            let format = format ?? lastFormat
            let time = format == nil ? time ?? last?.timeOfRematch : nil
            return Change.open(
                time: time, teamAName: teamA ?? last?.teamA.$name,
                teamBName: teamB ?? last?.teamB.$name,
                colorA: colorA ?? last.map { $0.teamA.color ?? TeamColor.none },
                colorB: colorB ?? last.map { $0.teamB.color ?? TeamColor.none },
                teamAPlayers: playersA.map(\.id),
                teamBPlayers: numbers, benchPlayers: bench.map(\.id), kickOff: kickOff,
                format: format, fixture: fixture)
        }
    }

    private static func fixture(_ arguments: ArgumentReader) throws(UsageError) -> String? {
        guard let id = arguments.text(.fixture) else { return nil }
        guard FixtureID.isWellFormed(id) else {
            throw arguments.cannot(
                tr(
                    """
                    '%1$@' is not the ID of a fixture; use 1 to %2$@ letters, digits, '.', '_' and \
                    '-'
                    """, id, InterfaceLimits.fixtureIDCharacters.upperBound))
        }
        return id
    }

    private static func format(_ arguments: ArgumentReader) throws(UsageError) -> String? {
        let (periods, pause) = (arguments.text(.periods), arguments.text(.pause))
        let named = arguments.text(.matchFormat)
        guard named == nil || periods == nil else {
            throw arguments.cannot("--periods", with: "--format")
        }
        guard pause == nil || periods != nil else {
            throw arguments.cannot(tr("'--break' is for the periods of '--periods'"))
        }
        guard let periods else { return named }
        let parts = periods.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(digits: parts[0]) else {
            throw arguments.cannot(
                tr(
                    "'%1$@' is not a number of periods and their length; use 2x25 or 3x12:30",
                    periods))
        }
        let lengths = try [String(parts[1]), pause].compactMap(\.self).map {
            (text) throws(UsageError) in length(try arguments.time(text))
        }
        return "\(count)x" + lengths.joined(separator: "-")
    }

    /// Returns a time as the name of a format has it: minutes, or minutes and seconds.
    private static func length(_ time: TimeFields) -> String {
        let seconds = time.seconds < 10 ? "0\(time.seconds)" : "\(time.seconds)"
        return time.seconds == 0 ? "\(time.minutes)" : "\(time.minutes):\(seconds)"
    }
}

extension Change {
    /// Opens a gather; nil stands for the defaults of the pitch, also for no players on both sides.
    ///
    /// - Parameter kickOff: The kick-off by the wall clock; nil for none.
    static func open(
        time: TimeFields?, teamAName: String?, teamBName: String?, colorA: TeamColor? = nil,
        colorB: TeamColor? = nil, teamAPlayers: [Int]? = nil, teamBPlayers: [Int]? = nil,
        benchPlayers: [Int] = [], kickOff: (microseconds: Int, isAutomatic: Bool)? = nil,
        format: String? = nil, fixture: String? = nil
    ) -> Change {
        // If only one side has players, the empty list of the other is left out. If both are empty,
        // both are sent, as otherwise the default players would be used.
        func side(_ players: [Int]?, beside others: [Int]?) -> [Int]? {
            players == [] && others?.isEmpty == false ? nil : players
        }
        let method = GatherMethod.Open(
            time: time, teamAName: teamAName, teamBName: teamBName,
            teamAPlayers: side(teamAPlayers, beside: teamBPlayers),
            teamBPlayers: side(teamBPlayers, beside: teamAPlayers),
            benchPlayers: benchPlayers.isEmpty ? nil : benchPlayers, teamAColor: colorA,
            teamBColor: colorB, kickOffMicroseconds: kickOff?.microseconds,
            kickOffAutomatic: kickOff?.isAutomatic == true ? true : nil, format: format,
            fixture: fixture)
        return Change(method, New.verb.failure) { answer in
            let format = answer.gather.course.map { ", \($0.format)" } ?? ""
            let opened = tr("opened: %1$@, %2$@", answer.clock.digits, answer.names) + format
            let kickOff = answer.clock.kickOff?.lines ?? []
            let sides = answer.gather.colors + SidesPresenter.card(answer.gather.sides)
            return ([opened] + kickOff + sides).joined(separator: "\n")
        }
    }

    /// Opens a gather with the time, the names and the players of another one.
    ///
    /// - Parameter squad: The squad, to leave out who is no longer in it; nil if it is not known.
    static func rematch(_ last: GatherSnapshot, squad: [SquadPlayerFields]?) -> Change {
        let ids = squad.map { Set($0.map(\.id)) }
        func players(_ players: [PlayerFields]) -> [Int] {
            players.map(\.id).filter { ids?.contains($0) ?? true }
        }
        return .open(
            time: last.timeOfRematch, teamAName: last.teamA.$name, teamBName: last.teamB.$name,
            colorA: last.teamA.color, colorB: last.teamB.color,
            teamAPlayers: players(last.teamA.players),
            teamBPlayers: players(last.teamB.players), benchPlayers: players(last.bench),
            format: last.course?.format)
    }
}

extension GatherSnapshot {
    /// The time of the next match; nil where the format sets it.
    fileprivate var timeOfRematch: TimeFields? { course == nil ? timer.initial : nil }
}

extension Option {
    fileprivate static let periods = Option(
        "periods", tr("periods of equal length, such as 2x25 or 3x12:30"), takes: "NxT")
    fileprivate static let pause = Option(
        "break", tr("the length of the breaks between them"), takes: "T")
    static let time = Option("time", tr("the time to count down"), takes: "T")
    fileprivate static let at = Option(
        "at", tr("the kick-off, such as 18:30 or +20m"), takes: "TIME")
    fileprivate static let fixture = Option(
        "fixture", tr("open this match of the club's fixtures"), takes: "ID")
    fileprivate static let rematch = Option(
        "rematch", tr("take all that is not given from the last match"), isEffect: true)
    static let teamA = Option("team-a", tr("the name of the first side"), takes: "NAME")
    static let teamB = Option("team-b", tr("the name of the second side"), takes: "NAME")
    static let colorA = Option(
        "color-a", tr("the colour of the first side, or none"), takes: "COLOR",
        completes: .colors)
    static let colorB = Option(
        "color-b", tr("the colour of the second side, or none"), takes: "COLOR",
        completes: .colors)
    fileprivate static let teamAPlayers = Option(
        "team-a-players", tr("the first side's players, separated by commas"), takes: "PLAYERS",
        completes: .listedPlayers)
    fileprivate static let teamBPlayers = Option(
        "team-b-players", tr("the second side's players, separated by commas"), takes: "PLAYERS",
        completes: .listedPlayers)
}
