/// A gather as listed by a server.
public struct ListedGather: Hashable, Sendable {
    /// The server's ID of the gather.
    public let id: String
    /// The score, in the server's own text; nil before a result was sent.
    public let score: String?
    /// The winner, in the server's own text; nil before a result was sent.
    public let winnerTeam: String?

    /// True if the server has a result for the gather.
    public var hasResult: Bool { score != nil || winnerTeam != nil }

    /// Returns true if the gather has this result, or has none and the argument is nil.
    func has(_ result: MatchResult?) -> Bool {
        score == result?.score && winnerTeam == result?.winnerTeam
    }

    /// Makes a listed gather.
    public init(id: String, score: String? = nil, winnerTeam: String? = nil) {
        (self.id, self.score, self.winnerTeam) = (id, score, winnerTeam)
    }
}

/// The part of a server's list of gathers that is kept; it is filled one gather at a time.
///
/// It holds all that a decision needs: the open gathers, up to a limit, and the gathers that are
/// looked for. Its size does not grow with that of the list.
public struct GatherList: Hashable, Sendable {
    /// The IDs of the gathers that are looked for.
    public let interest: Set<String>

    /// The IDs of the gathers without a result, in the server's order, as far as they are kept.
    public private(set) var open: [String] = []

    /// The number of gathers without a result.
    public private(set) var openCount = 0

    /// The number of gathers in all.
    public private(set) var count = 0

    private var found: [String: ListedGather] = [:]

    /// Makes a list of gathers.
    ///
    /// - Parameter interest: The IDs of the gathers that are looked for.
    public init(interest: Set<String> = [], _ gathers: some Sequence<ListedGather> = []) {
        self.interest = interest
        for gather in gathers { add(gather) }
    }

    /// Adds the next gather.
    public mutating func add(_ gather: ListedGather) {
        count += 1
        if interest.contains(gather.id) { found[gather.id] = gather }
        guard !gather.hasResult else { return }
        openCount += 1
        // One more is kept than the limit, so that an excess is always noticed.
        if open.count <= Limits.submissionGathersKnown { open.append(gather.id) }
    }

    /// True if there are too many gathers without a result to keep them all.
    public var hasTooManyOpen: Bool { openCount > Limits.submissionGathersKnown }

    /// The gather with an ID, if the list has it; one that is not looked for is found only while it
    /// is open.
    public subscript(id: String) -> ListedGather? {
        found[id] ?? (open.contains(id) ? ListedGather(id: id) : nil)
    }
}
