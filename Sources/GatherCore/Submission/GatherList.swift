/// A gather as a server lists it.
public struct ListedGather: Hashable, Sendable {
    /// Its ID.
    public let id: String
    /// The goals of both sides, in the server's own text; nil while no result was sent to it.
    public let score: String?
    /// The winner, in the server's own text; nil while no result was sent to it.
    public let winnerTeam: String?

    /// Whether a result was sent to it.
    public var hasResult: Bool { score != nil || winnerTeam != nil }

    /// Whether its result is this one, or there is none and this is nil.
    func has(_ result: MatchResult?) -> Bool {
        score == result?.score && winnerTeam == result?.winnerTeam
    }

    /// Makes one of its parts.
    public init(id: String, score: String? = nil, winnerTeam: String? = nil) {
        (self.id, self.score, self.winnerTeam) = (id, score, winnerTeam)
    }
}

/// What is kept of the gathers that a server lists, one after another and however many there are.
///
/// These are all that a decision needs: which are open, as far as so many can be told apart, and
/// what there is of those that are looked for. Its size does not grow with that of the list.
public struct GatherList: Hashable, Sendable {
    /// The IDs of the gathers that are looked for.
    public let interest: Set<String>

    /// The IDs of those without a result in the server's order, as far as they are kept.
    public private(set) var open: [String] = []

    /// The number of gathers without a result.
    public private(set) var openCount = 0

    /// The number of gathers in all.
    public private(set) var count = 0

    private var found: [String: ListedGather] = [:]

    /// Makes a list of gathers.
    ///
    /// - Parameter interest: The IDs of those that are looked for.
    public init(interest: Set<String> = [], _ gathers: some Sequence<ListedGather> = []) {
        self.interest = interest
        for gather in gathers { add(gather) }
    }

    /// Takes in the next gather.
    public mutating func add(_ gather: ListedGather) {
        count += 1
        if interest.contains(gather.id) { found[gather.id] = gather }
        guard !gather.hasResult else { return }
        openCount += 1
        // One more than are known, so that there is no mistake about there being too many.
        if open.count <= Limits.submissionGathersKnown { open.append(gather.id) }
    }

    /// Whether there are too many without a result to know them all.
    public var hasTooManyOpen: Bool { openCount > Limits.submissionGathersKnown }

    /// The gather of an ID, if the list has it; of one that is not looked for, only while it is
    /// open.
    public subscript(id: String) -> ListedGather? {
        found[id] ?? (open.contains(id) ? ListedGather(id: id) : nil)
    }

    /// Whether ``subscript(_:)`` is nil only for a gather that the list does not have.
    public func isSure(of id: String) -> Bool { interest.contains(id) || open.contains(id) }
}
