public import Varlink

/// `type Outcome`: what a command did, where the snapshot alone does not tell.
public struct Outcome: Hashable, Sendable {
    /// False when it was so already.
    public var changed: Bool
    /// The gather that the command was about.
    public var gatherID: String
    /// The revision of that gather after it.
    public var revision: Int
    /// Whether the command opened the gather as well.
    public var opened: Bool
    /// Whether the countdown was running until this command put it back.
    public var wasRunning: Bool
    /// What the clock showed when the countdown began to do what it does.
    public var since: TimeFields
    /// True if the command ended the gather while nobody was signed in to the account that is kept.
    public var signedOut: Bool

    /// Makes an outcome of its fields.
    public init(
        changed: Bool, gatherID: String, revision: Int, opened: Bool, wasRunning: Bool,
        since: TimeFields, signedOut: Bool = false
    ) {
        self.changed = changed
        self.gatherID = gatherID
        self.revision = revision
        self.opened = opened
        self.wasRunning = wasRunning
        self.since = since
        self.signedOut = signedOut
    }
}

extension Outcome: JSONEncodable, JSONDecodable {
    /// The outcome on the wire.
    public var json: JSONValue {
        .object([
            "changed": .bool(changed), "gatherId": .string(gatherID), "revision": .int(revision),
            "opened": .bool(opened), "wasRunning": .bool(wasRunning), "since": since.json,
            "signedOut": .bool(signedOut),
        ])
    }

    /// Reads an outcome.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            changed: try reader.required("changed"),
            gatherID: try reader.optional("gatherId") ?? "",
            revision: try reader.optional("revision") ?? 0,
            opened: try reader.required("opened"),
            wasRunning: try reader.required("wasRunning"), since: try reader.required("since"),
            signedOut: try reader.optional("signedOut") ?? false)
    }
}
