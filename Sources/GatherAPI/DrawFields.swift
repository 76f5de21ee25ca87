public import Varlink

/// `type Draw`: how two sides were drawn.
public struct DrawFields: Hashable, Sendable {
    /// What draws the same sides of the same players again.
    public var seed: Int
    /// The strength of the first side.
    public var strengthA: Int
    /// The strength of the second side.
    public var strengthB: Int
    /// How many splits are as fair as this one, itself included.
    public var equallyFair: Int
    /// The numbers of the players who have no skill, and count as amateurs.
    public var withoutSkill: [Int]

    /// Makes a draw of its fields.
    public init(
        seed: Int, strengthA: Int, strengthB: Int, equallyFair: Int, withoutSkill: [Int]
    ) {
        self.seed = seed
        self.strengthA = strengthA
        self.strengthB = strengthB
        self.equallyFair = equallyFair
        self.withoutSkill = withoutSkill
    }
}

extension DrawFields: JSONEncodable, JSONDecodable {
    /// The draw on the wire.
    public var json: JSONValue {
        .object([
            "seed": .int(seed), "strengthA": .int(strengthA), "strengthB": .int(strengthB),
            "equallyFair": .int(equallyFair),
            "withoutSkill": .array(withoutSkill.map(JSONValue.int)),
        ])
    }

    /// Reads a draw.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            seed: try reader.required("seed"), strengthA: try reader.required("strengthA"),
            strengthB: try reader.required("strengthB"),
            equallyFair: try reader.required("equallyFair"),
            withoutSkill: try reader.required("withoutSkill"))
    }
}
