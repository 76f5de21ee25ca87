public import Varlink

extension TimeFields: JSONEncodable, JSONDecodable {
    /// The time on the wire.
    public var json: JSONValue {
        .object(["minutes": .int(minutes), "seconds": .int(seconds)])
    }

    /// Reads a time.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(minutes: try reader.required("minutes"), seconds: try reader.required("seconds"))
    }
}

extension TimerSnapshot: JSONEncodable, JSONDecodable {
    /// The countdown on the wire.
    public var json: JSONValue {
        .object([
            "state": .string(state.rawValue),
            "initial": initial.json,
            "remaining": remaining.json,
            "remainingMilliseconds": .int(remainingMilliseconds),
            "endsAtBoottimeMicroseconds": JSONValue(endsAtBoottimeMicroseconds),
            "timeUpAt": JSONValue(timeUpAt),
            "doubtful": .bool(doubtful),
            "takenAtBoottimeMicroseconds": .int(takenAtBoottimeMicroseconds),
        ])
    }

    /// Reads a countdown.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            state: try reader.required("state"),
            initial: try reader.required("initial"),
            remaining: try reader.required("remaining"),
            remainingMilliseconds: try reader.required("remainingMilliseconds"),
            endsAtBoottimeMicroseconds: try reader.optional("endsAtBoottimeMicroseconds"),
            timeUpAt: try reader.optional("timeUpAt"),
            doubtful: try reader.optional("doubtful") ?? false,
            takenAtBoottimeMicroseconds: try reader.required("takenAtBoottimeMicroseconds"))
    }
}

extension PlayerFields: JSONEncodable, JSONDecodable {
    /// The player on the wire.
    public var json: JSONValue {
        .object([
            "id": .int(id), "name": .string(name),
            "position": JSONValue(position),
        ])
    }

    /// Reads a player.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            id: try reader.required("id"), name: try reader.required("name"),
            position: try reader.optional("position"))
    }
}

extension TeamSnapshot: JSONEncodable, JSONDecodable {
    /// The side on the wire.
    public var json: JSONValue {
        .object([
            "name": .string(name), "score": .int(score),
            "players": .array(players.map(\.json)),
        ])
    }

    /// Reads a side.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            name: try reader.required("name"), score: try reader.required("score"),
            players: try reader.required("players"))
    }
}

extension RecoveryFields: JSONEncodable, JSONDecodable {
    /// The recovery on the wire.
    public var json: JSONValue {
        .object([
            "unattendedMilliseconds": .int(unattendedMilliseconds),
            "clock": .string(clock.rawValue),
            "restartedAt": JSONValue(restartedAt),
            "decidedAtBoottimeMicroseconds": JSONValue(decidedAtBoottimeMicroseconds),
        ])
    }

    /// Reads a recovery.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            unattendedMilliseconds: try reader.required("unattendedMilliseconds"),
            clock: try reader.required("clock"),
            restartedAt: try reader.optional("restartedAt"),
            decidedAtBoottimeMicroseconds: try reader.optional("decidedAtBoottimeMicroseconds"))
    }
}

extension SalvageFields: JSONEncodable, JSONDecodable {
    /// The salvage on the wire.
    public var json: JSONValue {
        .object([
            "file": .string(file), "at": .string(at), "savedEvents": .int(savedEvents),
            "lostEvents": .int(lostEvents), "mayHaveLostMore": .bool(mayHaveLostMore),
        ])
    }

    /// Reads a salvage.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            file: try reader.required("file"), at: try reader.required("at"),
            savedEvents: try reader.required("savedEvents"),
            lostEvents: try reader.required("lostEvents"),
            mayHaveLostMore: try reader.optional("mayHaveLostMore") ?? false)
    }
}

extension GatherSnapshot: JSONEncodable, JSONDecodable {
    /// The gather on the wire.
    public var json: JSONValue {
        .object([
            "id": .string(id),
            "revision": .int(revision),
            "phase": .string(phase.rawValue),
            "timer": timer.json,
            "teamA": teamA.json,
            "teamB": teamB.json,
            "bench": .array(bench.map(\.json)),
            "openedAt": .string(openedAt),
            "endedAt": JSONValue(endedAt),
            "score": .string(score),
            "winnerTeam": .string(winnerTeam),
            "winner": JSONValue(winner?.rawValue),
            "winnerName": JSONValue(winnerName),
            "recovered": recovered?.json ?? .null,
            "submission": submission?.json ?? .null,
        ])
    }

    /// Reads a gather.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            id: try reader.required("id"),
            revision: try reader.required("revision"),
            phase: try reader.required("phase"),
            timer: try reader.required("timer"),
            teamA: try reader.required("teamA"),
            teamB: try reader.required("teamB"),
            bench: try reader.required("bench"),
            openedAt: try reader.required("openedAt"),
            endedAt: try reader.optional("endedAt"),
            score: try reader.required("score"),
            winnerTeam: try reader.required("winnerTeam"),
            recovered: try reader.optional("recovered"),
            submission: try reader.optional("submission"))
    }
}
