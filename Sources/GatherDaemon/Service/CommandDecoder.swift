import GatherAPI
import GatherCore
import Varlink

/// Turns a call into a command.
enum CommandDecoder {
    /// Returns the command of a call.
    ///
    /// Those that look, ``GatherMethod/setDefaults`` and ``GatherMethod/actFor`` have none.
    static func command(_ method: GatherMethod, _ call: Call) throws(VarlinkError) -> Command {
        switch method {
        case .get, .subscribe, .getDefaults, .setDefaults, .getFormats, .actFor:
            throw .methodNotFound(method.fullName)
        case .open: return try open(GatherMethod.Open(call))
        case .setKickOff:
            let given = try GatherMethod.SetKickOff(call)
            return .setKickOff(try kickOff(given.kickOffMicroseconds, given.kickOffAutomatic))
        case .movePlayers:
            let given = try GatherMethod.MovePlayers(call)
            guard (1...Limits.gatherPlayers).contains(given.playerIDs.count) else {
                throw .invalidParameter("playerIds")
            }
            return .movePlayers(given.playerIDs, to: given.section.map(TeamSection.init))
        case .swapPlayers:
            let ids = try GatherMethod.SwapPlayers(call).playerIDs
            guard Limits.swappedPlayers.contains(ids.count), Set(ids).count == ids.count else {
                throw .invalidParameter("playerIds")
            }
            return .swapPlayers(ids[0], ids[1])
        case .clearTeams: return try plain(GatherMethod.ClearTeams(call), .clearTeams)
        case .nameTeams:
            let given = try GatherMethod.NameTeams(call)
            return .nameTeams(teamAName: given.teamAName, teamBName: given.teamBName)
        case .colorTeams:
            let given = try GatherMethod.ColorTeams(call)
            return .colorTeams(TeamColors(given.teamAColor, given.teamBColor))
        case .drawTeams:
            let given = try GatherMethod.DrawTeams(call)
            guard given.seed.map(Limits.seed.contains) ?? true else {
                throw .invalidParameter("seed")
            }
            return .drawTeams(given.playerIDs, seed: given.seed, again: given.again ?? false)
        case .chooseFormat:
            let given = try GatherMethod.ChooseFormat(call)
            return .chooseFormat(try format(given.format), force: given.force ?? false)
        case .whistle:
            let given = try GatherMethod.Whistle(call)
            let whistle = given.what.flatMap { Whistle(rawValue: $0.rawValue) } ?? .next
            return .whistle(whistle, period: given.period, ago: try ago(given.agoMilliseconds))
        case .announceAddedTime:
            let given = try GatherMethod.AnnounceAddedTime(call)
            guard Limits.addedMinutes.contains(given.minutes) else {
                throw .invalidParameter("minutes")
            }
            return .announceAddedTime(
                minutes: given.minutes, period: given.period, force: given.force ?? false)
        case .addExtraTime: return try plain(GatherMethod.AddExtraTime(call), .addExtraTime)
        case .beginKicks: return try plain(GatherMethod.BeginKicks(call), .beginKicks)
        case .takeKick:
            let given = try GatherMethod.TakeKick(call)
            return .takeKick(GivenKick(Side(given.team), isIn: given.scored, by: given.playerID))
        case .setTime: return .setTime(try time(GatherMethod.SetTime(call).time))
        case .adjustTime:
            let given = try GatherMethod.AdjustTime(call)
            let start = given.start ?? false
            guard Limits.adjustmentSeconds.contains(given.seconds), given.seconds != 0 || start
            else { throw .invalidParameter("seconds") }
            return .adjustTime(by: .seconds(given.seconds), start: start)
        case .start:
            let given = try GatherMethod.Start(call)
            return .start(ago: try ago(given.agoMilliseconds), time: try given.time.map(time))
        case .pause: return .pause(ago: try ago(GatherMethod.Pause(call).agoMilliseconds))
        case .resume: return .resume(ago: try ago(GatherMethod.Resume(call).agoMilliseconds))
        case .toggle: return .toggle(ago: try ago(GatherMethod.Toggle(call).agoMilliseconds))
        case .cancel: return try plain(GatherMethod.Cancel(call), .cancel)
        case .setScore:
            let given = try GatherMethod.SetScore(call)
            return .setScore(Side(given.team), given.score, other: given.otherScore)
        case .addToScore: return try goals(GatherMethod.AddToScore(call))
        case .amendGoal: return try amendment(GatherMethod.AmendGoal(call))
        case .showCard: return try card(GatherMethod.ShowCard(call))
        case .amendCard: return try amendment(GatherMethod.AmendCard(call))
        case .substitute:
            let given = try GatherMethod.Substitute(call)
            return .substitute(
                Side(given.team), off: given.playerOff, on: given.playerOn,
                ago: try ago(given.agoMilliseconds))
        case .countFoul: return .countFoul(Side(try GatherMethod.CountFoul(call).team))
        case .takeTimeOut:
            return .takeTimeOut(try GatherMethod.TakeTimeOut(call).team.map { Side($0) })
        case .undo:
            let given = try GatherMethod.Undo(call)
            return .undo(
                number: given.number, isOfMatch: given.match ?? false, isLast: given.last ?? false)
        case .redo: return try plain(GatherMethod.Redo(call), .redo)
        case .reopen: return try plain(GatherMethod.Reopen(call), .reopen)
        case .end: return try plain(GatherMethod.End(call), .end)
        case .discard: return try plain(GatherMethod.Discard(call), .discard)
        }
    }

    /// Returns the name of a gather in a call: an ID, or the beginning of one.
    static func gatherName(_ name: String) throws(VarlinkError) -> String {
        guard (Limits.gatherNameBytes).contains(name.utf8.count) else {
            throw .invalidParameter("id")
        }
        return name
    }

    /// Returns the server's ID of a gather: a UUID, in upper or lower case.
    static func remoteID(_ id: String) throws(VarlinkError) -> String {
        guard RemoteGatherID.isValid(id) else { throw .invalidParameter("remoteId") }
        return id
    }

    /// Returns the name of a device, as it is shown.
    static func device(_ given: GatherMethod.ActFor) throws(VarlinkError) -> String {
        guard let name = try? CleanText(given.device).text,
            name.count <= Limits.deviceCharacters
        else { throw .invalidParameter("device") }
        return name
    }

    /// Returns the ID by which a command counts once: 1 to 64 printable ASCII characters.
    static func requestID(of call: Call) throws(VarlinkError) -> String? {
        guard let given = call.parameters["requestId"], given != .null else { return nil }
        guard let id = given.string, id.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
            (1...Limits.requestIDCharacters).contains(id.utf8.count)
        else { throw .invalidParameter("requestId") }
        return id
    }

    /// Returns the method and its parameters in one text, which is the same for the same command
    /// however it was written.
    static func fingerprint(_ call: Call) -> String {
        var parameters = call.parameters
        parameters["requestId"] = nil
        // The ID says only which match is meant. Somebody who sends the command again once that is
        // over is not asked, and so gives none.
        if [GatherMethod.end, .discard].map(\.fullName).contains(call.method) {
            parameters["id"] = nil
        }
        return "\(call.method) \(canonical(.object(parameters)))"
    }

    /// Returns a value as text, with its names in order and without members that are null or false,
    /// which mean the same as absent ones.
    private static func canonical(_ value: JSONValue) -> String {
        guard case .object(let object) = value else {
            return String(decoding: value.bytes, as: UTF8.self)
        }
        let members = object.members
            .filter { $0.value != .null && $0.value != .bool(false) }
            .map { (key: Array($0.key.utf8), text: "\($0.key)=\(canonical($0.value))") }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return "{\(members.map(\.text).joined(separator: " "))}"
    }

    /// Returns the command of a call without parameters.
    private static func plain(_ call: some VarlinkMethod, _ command: Command) -> Command { command }

    private static func open(_ given: GatherMethod.Open) throws(VarlinkError) -> Command {
        let (teamA, teamB) = (given.teamAPlayers ?? [], given.teamBPlayers ?? [])
        let bench = given.benchPlayers ?? []
        guard Set(teamA).isDisjoint(with: teamB) else { throw .invalidParameter("teamBPlayers") }
        guard Set(teamA + teamB).isDisjoint(with: bench) else {
            throw .invalidParameter("benchPlayers")
        }
        return .open(
            time: try given.time.map(time), teamAName: given.teamAName,
            teamBName: given.teamBName, colors: TeamColors(given.teamAColor, given.teamBColor),
            players: [given.teamAPlayers, given.teamBPlayers, given.benchPlayers] == [
                nil, nil, nil,
            ]
                ? nil : ChosenPlayers(teamA: teamA, teamB: teamB, bench: bench),
            kickOff: try kickOff(given.kickOffMicroseconds, given.kickOffAutomatic),
            format: try format(given.format), isPlain: given.format == MatchFormat.plainName,
            fixture: try given.fixture.map(fixture))
    }

    private static func fixture(_ id: String) throws(VarlinkError) -> String {
        guard FixtureID.isWellFormed(id) else { throw .invalidParameter("fixture") }
        return id
    }

    /// Returns the name of a format if only a file can have it.
    static func formatFile(_ name: String?) -> String? {
        guard let name, name != MatchFormat.plainName, MatchFormat(named: name) == nil else {
            return nil
        }
        return name
    }

    /// Returns the format with a name; nil if that is nil, the plain countdown's or of a file.
    private static func format(_ name: String?) throws(VarlinkError) -> MatchFormat? {
        guard formatFile(name).map(MatchFormat.isName) ?? true else {
            throw .invalidParameter("format")
        }
        return name.flatMap { MatchFormat(named: $0) }
    }

    private static func kickOff(
        _ microseconds: Int?, _ isAutomatic: Bool?
    ) throws(VarlinkError) -> KickOff? {
        guard let microseconds else {
            guard isAutomatic != true else { throw .invalidParameter("kickOffAutomatic") }
            return nil
        }
        return KickOff(wall: .microseconds(microseconds), isAutomatic: isAutomatic ?? false)
    }

    /// Returns the defaults in a call, and the fields of them to change.
    static func defaults(
        _ given: GatherMethod.SetDefaults
    ) throws(VarlinkError) -> (values: MatchDefaults, fields: Set<DefaultsField>) {
        var values = MatchDefaults()
        let defaults = given.defaults
        values.time = try defaults.time.map(time)
        values.format = try format(defaults.$format)
        (values.teamAName, values.teamBName) = (defaults.$teamAName, defaults.$teamBName)
        values.colors = TeamColors(defaults.teamAColor, defaults.teamBColor)
        values.players = defaults.players ?? []
        return (values, Set(given.only ?? DefaultsField.allCases))
    }

    /// Returns a time as given; that its length is one of a countdown is for the match to say.
    private static func time(_ given: TimeFields) throws(VarlinkError) -> GatherTime {
        guard Limits.secondOfMinute.contains(given.seconds) else {
            throw .invalidParameter("seconds")
        }
        return GatherTime(minutes: given.minutes, seconds: given.seconds)
    }

    private static func goals(_ given: GatherMethod.AddToScore) throws(VarlinkError) -> Command {
        let isOwnGoal = given.ownGoal ?? false
        guard given.scorer != nil || !isOwnGoal else { throw .invalidParameter("ownGoal") }
        guard given.minute == nil || given.agoMilliseconds == nil else {
            throw .invalidParameter("agoMilliseconds")
        }
        return .addToScore(
            Side(given.team), delta: given.delta,
            scorer: given.scorer.map { GivenScorer(id: $0, isOwnGoal: isOwnGoal) },
            ago: try ago(given.agoMilliseconds), minute: try minute(given.minute))
    }

    private static func minute(_ text: String?) throws(VarlinkError) -> MatchMinute? {
        guard let text else { return nil }
        guard let minute = MatchMinute(text) else { throw .invalidParameter("minute") }
        return minute
    }

    private static func amendment(_ given: GatherMethod.AmendGoal) throws(VarlinkError) -> Command {
        let (isOwnGoal, isNobodys) = (given.ownGoal ?? false, given.noScorer ?? false)
        let keepsScorer = given.scorer == nil && !isNobodys
        guard !keepsScorer || given.team != nil || given.minute != nil else {
            throw .invalidParameter("scorer")
        }
        guard given.scorer == nil || !isNobodys else { throw .invalidParameter("noScorer") }
        guard given.scorer != nil || !isOwnGoal else { throw .invalidParameter("ownGoal") }
        return .amendGoal(
            number: given.number,
            scorer: given.scorer.map { GivenScorer(id: $0, isOwnGoal: isOwnGoal) },
            change: GoalChange(
                keepsScorer: keepsScorer, side: given.team.map(Side.init),
                minute: try minute(given.minute)))
    }

    private static func card(_ given: GatherMethod.ShowCard) throws(VarlinkError) -> Command {
        let kind = try kind(given.card, given.penaltySeconds)
        return .showCard(
            GivenCard(kind, to: Side(given.team), given.playerID),
            ago: try ago(given.agoMilliseconds))
    }

    private static func amendment(_ given: GatherMethod.AmendCard) throws(VarlinkError) -> Command {
        guard given.card != nil || given.penaltySeconds == nil else {
            throw .invalidParameter("penaltySeconds")
        }
        let change = CardChange(
            player: given.playerID, side: given.team.map(Side.init),
            kind: try given.card.map { (card) throws(VarlinkError) in
                try kind(card, given.penaltySeconds)
            },
            minute: try minute(given.minute))
        guard change != CardChange() else { throw .invalidParameter("playerId") }
        return .amendCard(number: given.number, change)
    }

    /// Returns a kind of card, of which a time penalty alone has a length.
    private static func kind(_ kind: CardKind, _ seconds: Int?) throws(VarlinkError) -> Card.Kind {
        guard seconds == nil || kind == .time && Limits.penaltySeconds.contains(seconds ?? 0)
        else { throw .invalidParameter("penaltySeconds") }
        return switch kind {
        case .yellow: .yellow
        case .secondYellow: .secondYellow
        case .red: .red
        case .time: .time(seconds.map { .seconds($0) } ?? Limits.usualPenalty)
        }
    }

    private static func ago(_ milliseconds: Int?) throws(VarlinkError) -> Duration {
        guard let milliseconds else { return .zero }
        guard Limits.agoMilliseconds.contains(milliseconds) else {
            throw .invalidParameter("agoMilliseconds")
        }
        return .milliseconds(milliseconds)
    }
}

extension TeamColors {
    fileprivate init(_ teamA: GatherAPI.TeamColor?, _ teamB: GatherAPI.TeamColor?) {
        func color(_ color: GatherAPI.TeamColor?) -> GatherCore.TeamColor? {
            color.flatMap { .init(rawValue: $0.rawValue) }
        }
        self.init(teamA: color(teamA), teamB: color(teamB))
    }
}
