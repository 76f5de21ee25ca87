public import Varlink

/// `type Outcome`: what a command did, where the snapshot alone does not tell.
public struct Outcome: Hashable, Sendable {
    /// False when it was so already.
    public var changed: Bool
    /// Whether the command opened the gather as well.
    public var opened: Bool
    /// Whether the countdown was running until this command put it back.
    public var wasRunning: Bool
    /// What the clock showed when the countdown began to do what it does.
    public var since: TimeFields

    /// Makes an outcome of its fields.
    public init(changed: Bool, opened: Bool, wasRunning: Bool, since: TimeFields) {
        self.changed = changed
        self.opened = opened
        self.wasRunning = wasRunning
        self.since = since
    }
}

extension Outcome: JSONEncodable, JSONDecodable {
    /// The outcome on the wire.
    public var json: JSONValue {
        .object([
            "changed": .bool(changed), "opened": .bool(opened), "wasRunning": .bool(wasRunning),
            "since": since.json,
        ])
    }

    /// Reads an outcome.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            changed: try reader.required("changed"), opened: try reader.required("opened"),
            wasRunning: try reader.required("wasRunning"), since: try reader.required("since"))
    }
}
