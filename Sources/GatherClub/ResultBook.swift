/// The results of all pitches: the newest of each match, in whatever order they came.
///
/// Each pitch has a share of the room, so that one with too many leaves others theirs.
public struct ResultBook: Sendable {
    /// The results of a pitch, by the match.
    private struct Share {
        var results: [String: MatchResult] = [:]
        /// The matches whose results were not received again since ``ResultBook/beginSweep()``.
        var missing: Set<String> = []
    }

    private var shares: [String: Share] = [:]
    /// The number of results.
    public private(set) var count = 0
    /// The pitches of which results were left out for lack of room since the last full reading.
    public private(set) var short: Set<String> = []

    /// The most results.
    public static let most = 10_000
    /// The most results of a pitch, which publishes no more of its own.
    public static let mostOfPitch = 2_000
    /// The most pitches.
    public static let mostPitches = 256

    /// Makes an empty book.
    public init() {}

    /// All results, in the order of their places.
    public var all: [MatchResult] {
        shares.values.flatMap(\.results.values).sorted { $0.place < $1.place }
    }

    /// True if there is room now for some that were left out.
    public var hasRoomForShort: Bool {
        count < Self.most && short.contains { shares[$0].map(hasRoom) ?? true }
    }

    private func hasRoom(_ share: Share) -> Bool { share.results.count < Self.mostOfPitch }

    /// Takes a result, unless a newer one of its match is there, or there is no room.
    ///
    /// If the book is full, the oldest result of the pitch with the most results is removed.
    ///
    /// - Returns: True if it has changed something.
    public mutating func take(_ result: MatchResult) -> Bool {
        let (pitch, match) = (result.place.pitch, result.place.match)
        shares[pitch]?.missing.remove(match)
        if let present = shares[pitch]?.results[match] {
            guard result.replaces(present) else { return false }
            shares[pitch]?.results[match] = result
            return true
        }
        guard makeRoom(for: result) else { return false }
        shares[pitch, default: Share()].results[match] = result
        count += 1
        return true
    }

    private mutating func makeRoom(for result: MatchResult) -> Bool {
        let pitch = result.place.pitch
        let own = shares[pitch]?.results.count ?? 0
        var giver = pitch
        if own < Self.mostOfPitch {
            guard shares[pitch] != nil || shares.count < Self.mostPitches else {
                // This set has a limit as well.
                if short.count < Self.mostPitches { short.insert(pitch) }
                return false
            }
            guard count >= Self.most else { return true }
            let largest = shares.max {
                ($0.value.results.count, $0.key) < ($1.value.results.count, $1.key)
            }
            if let largest, largest.value.results.count > own { giver = largest.key }
        }
        short.insert(giver)
        let oldest = shares[giver]?.results.values.min { $0.isOlder(than: $1) }
        guard let oldest, giver != pitch || oldest.isOlder(than: result) else { return false }
        _ = remove(oldest.place)
        return true
    }

    /// Takes out the result of a match.
    ///
    /// - Returns: True if there was one.
    public mutating func remove(_ place: MatchResult.Place) -> Bool {
        guard var share = shares.removeValue(forKey: place.pitch) else { return false }
        share.missing.remove(place.match)
        let isThere = share.results.removeValue(forKey: place.match) != nil
        if isThere { count -= 1 }
        if !share.results.isEmpty { shares[place.pitch] = share }
        return isThere
    }

    /// Begins a reading of all results: those that do not come again are removed by
    /// ``sweep(_:)``.
    public mutating func beginSweep() {
        shares = shares.mapValues { Share(results: $0.results, missing: Set($0.results.keys)) }
        short = []
    }

    /// Records that all results are read again, including those that were left out.
    public mutating func noteReadAgain() { short = [] }

    /// Returns true if results of a pitch were not received again.
    public func lacksResults(of pitch: String) -> Bool { shares[pitch]?.missing.isEmpty == false }

    /// Removes the results of some pitches that did not come again.
    ///
    /// - Returns: True if there were any.
    public mutating func sweep(_ isComplete: (_ pitch: String) -> Bool) -> Bool {
        var haveGone = false
        for (pitch, share) in shares where !share.missing.isEmpty && isComplete(pitch) {
            for match in share.missing {
                _ = remove(MatchResult.Place(pitch: pitch, match: match))
            }
            haveGone = true
        }
        return haveGone
    }
}

extension MatchResult {
    fileprivate func isOlder(than other: MatchResult) -> Bool {
        (endedAt, place.match) < (other.endedAt, other.place.match)
    }
}
