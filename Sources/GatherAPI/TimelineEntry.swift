public import Varlink

/// `type Entry`: what happened in a match.
public struct TimelineEntry: Hashable, Sendable {
    /// Its place in the match, from 1.
    public var number: Int
    /// The number of the first event of the same command.
    public var step: Int
    /// What it is, such as `scoreChanged`.
    public var kind: String
    /// The same in words.
    public var text: String
    /// When, by the wall clock; RFC 3339 in UTC.
    public var at: String
    /// How long the countdown had run in all by then.
    public var goneMilliseconds: Int
    /// What the clock showed after it.
    public var clock: TimeFields
    /// Goals of the first and the second side after it, such as `2-1`.
    public var score: String
    /// The user who asked for it, or nil where nobody did.
    public var operatorUID: Int?
    /// The user's name, or nil where there is none.
    public var operatorName: String?
    /// The event that took it back, or nil while it stands.
    public var undoneBy: Int?
    /// The name of the player who scored, or nil where none was named.
    public var scorer: String?
    /// The number of that player in the squad.
    public var scorerID: Int?
    /// Whether it was an own goal, or nil where no player was named.
    public var ownGoal: Bool?

    /// Makes an entry of its fields.
    public init(
        number: Int, step: Int, kind: String, text: String, at: String, goneMilliseconds: Int,
        clock: TimeFields, score: String, operatorUID: Int?, operatorName: String?, undoneBy: Int?,
        scorer: String? = nil, scorerID: Int? = nil, ownGoal: Bool? = nil
    ) {
        self.number = number
        self.step = step
        self.kind = kind
        self.text = text
        self.at = at
        self.goneMilliseconds = goneMilliseconds
        self.clock = clock
        self.score = score
        self.operatorUID = operatorUID
        self.operatorName = operatorName
        self.undoneBy = undoneBy
        self.scorer = scorer
        self.scorerID = scorerID
        self.ownGoal = ownGoal
    }
}

extension TimelineEntry: JSONEncodable, JSONDecodable {
    /// The entry on the wire.
    public var json: JSONValue {
        .object([
            "number": .int(number), "step": .int(step), "kind": .string(kind),
            "text": .string(text), "at": .string(at), "goneMilliseconds": .int(goneMilliseconds),
            "clock": clock.json, "score": .string(score), "operatorUid": JSONValue(operatorUID),
            "operatorName": JSONValue(operatorName), "undoneBy": JSONValue(undoneBy),
            "scorer": JSONValue(scorer), "scorerId": JSONValue(scorerID),
            "ownGoal": ownGoal.map(JSONValue.bool) ?? .null,
        ])
    }

    /// Reads an entry.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            number: try reader.required("number"), step: try reader.required("step"),
            kind: try reader.required("kind"), text: try reader.required("text"),
            at: try reader.required("at"),
            goneMilliseconds: try reader.required("goneMilliseconds"),
            clock: try reader.required("clock"), score: try reader.required("score"),
            operatorUID: try reader.optional("operatorUid"),
            operatorName: try reader.optional("operatorName"),
            undoneBy: try reader.optional("undoneBy"), scorer: try reader.optional("scorer"),
            scorerID: try reader.optional("scorerId"), ownGoal: try reader.optional("ownGoal"))
    }
}
