/// The messages to be published on a connection, in the order of importance, and those that are
/// published and not acknowledged.
///
/// It begins empty with each connection: the log of gatherd is where all of it comes from.
struct Outbox {
    /// Something to publish.
    enum Item: Hashable {
        /// That the state is live, or not.
        case online(Bool)
        /// The state as it is when it is sent.
        case state
        /// The description for Home Assistant.
        case discovery
        /// The result of a match; without a payload, that there is none.
        case result(String, payload: [UInt8])
        /// An event of a match.
        case event(match: String, number: Int, payload: [UInt8])
    }

    private var online: Bool?
    private var isStateDue = false
    private var isDiscoveryDue = false
    private var results: ArraySlice<Item> = []
    private var events: ArraySlice<Item> = []
    private var underWay: [Int32: Item] = [:]

    /// The most messages that are not acknowledged, and how many of these results and events can
    /// be, so that there is room for the state.
    static let mostUnacknowledged = 32
    static let mostQueued = 28

    /// The results and events beyond which no more are fetched.
    static let enough = 32

    /// The number of messages that are not acknowledged.
    var unacknowledged: Int { underWay.count }
    /// True if the broker has all results that were added.
    var hasDeliveredResults: Bool {
        results.isEmpty
            && !underWay.values.contains { if case .result = $0 { true } else { false } }
    }
    /// Returns true if the broker does not have yet what was added for a match.
    func hasResult(_ id: String) -> Bool {
        (results + underWay.values).contains {
            if case .result(id, _) = $0 { true } else { false }
        }
    }
    /// True if more results should be fetched.
    var wantsResults: Bool { results.count < Self.enough }
    /// True if more events should be fetched.
    var wantsEvents: Bool { events.count < Self.enough }

    // MARK: - Filling

    /// Adds that the state is live, or not; what was to be said of that before is left out.
    mutating func setOnline(_ isOnline: Bool) { online = isOnline }

    /// Queues the state, to be sent once, however often it has changed until then.
    mutating func addState() { isStateDue = true }

    /// Queues the description for Home Assistant.
    mutating func addDiscovery() { isDiscoveryDue = true }

    /// Adds a result behind the others; one of the same match that waits is replaced.
    mutating func addResult(_ id: String, payload: [UInt8]) {
        let item = Item.result(id, payload: payload)
        let waiting = results.firstIndex { if case .result(id, _) = $0 { true } else { false } }
        if let waiting { results[waiting] = item } else { results.append(item) }
    }

    /// Adds an event behind the others.
    mutating func addEvent(_ number: Int, of match: String, payload: [UInt8]) {
        events.append(.event(match: match, number: number, payload: payload))
    }

    // MARK: - Sending

    /// Takes what is to be sent next; nil if nothing is, or too much is not acknowledged.
    mutating func next() -> Item? {
        guard underWay.count < Self.mostUnacknowledged else { return nil }
        if let online = online.take() { return .online(online) }
        if isStateDue {
            isStateDue = false
            return .state
        }
        if isDiscoveryDue {
            isDiscoveryDue = false
            return .discovery
        }
        guard underWay.count < Self.mostQueued else { return nil }
        return results.popFirst() ?? events.popFirst()
    }

    /// Records that something was sent.
    ///
    /// - Parameter id: The number by which it is acknowledged.
    mutating func sent(_ item: Item, as id: Int32) { underWay[id] = item.withoutPayload }

    /// Records an acknowledgement.
    ///
    /// - Returns: What was acknowledged, without its payload; nil if it is not known.
    mutating func acknowledge(_ id: Int32) -> Item? { underWay.removeValue(forKey: id) }
}

extension Outbox.Item {
    fileprivate var withoutPayload: Outbox.Item {
        switch self {
        case .online, .state, .discovery: self
        case .result(let id, _): .result(id, payload: [])
        case .event(let match, let number, _): .event(match: match, number: number, payload: [])
        }
    }
}
