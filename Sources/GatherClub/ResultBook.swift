/// The results of all pitches: the newest of each match, in whatever order they came.
public struct ResultBook: Sendable {
    private var results: [MatchResult.Place: MatchResult] = [:]
    /// The matches whose results were not heard again since ``beginSweep()``.
    private var unheard: Set<MatchResult.Place> = []

    /// The most results.
    public static let most = 10_000

    /// Makes an empty book.
    public init() {}

    /// All results, in the order of their places.
    public var all: [MatchResult] { results.values.sorted { $0.place < $1.place } }

    /// The number of results.
    public var count: Int { results.count }

    /// True if there is room for the result of another match.
    public var hasRoom: Bool { results.count < Self.most }

    /// Takes a result, unless a newer one of its match is there, or there is no room.
    ///
    /// - Returns: True if it has changed something.
    public mutating func take(_ result: MatchResult) -> Bool {
        unheard.remove(result.place)
        if let present = results[result.place] {
            guard result.replaces(present) else { return false }
        } else if !hasRoom {
            return false
        }
        results[result.place] = result
        return true
    }

    /// Takes out the result of a match.
    ///
    /// - Returns: True if there was one.
    public mutating func remove(_ place: MatchResult.Place) -> Bool {
        unheard.remove(place)
        return results.removeValue(forKey: place) != nil
    }

    /// Notes that all results are told anew.
    public mutating func beginSweep() { unheard = Set(results.keys) }

    /// Takes out the results of some pitches that were not told anew.
    ///
    /// - Returns: True if there were any.
    public mutating func sweep(_ isTold: (_ pitch: String) -> Bool) -> Bool {
        let gone = unheard.filter { isTold($0.pitch) }
        unheard.subtract(gone)
        for place in gone { results[place] = nil }
        return !gone.isEmpty
    }
}
