import Varlink

/// The part of the history that has been published on a connection, and the part that is still to
/// be published.
///
/// Both follow from the list of matches, which is read in pages from the newest on.
struct Ledger {
    /// A match of the list.
    struct Match: Equatable {
        var id: String
        /// The number of its newest event.
        var revision: Int
        /// True if it has a result.
        var isEnded: Bool
        /// The moment that it ended or was discarded; RFC 3339 in UTC.
        var endedAt: String?
        /// The match as the list has it.
        var summary: JSONObject
    }

    /// The reading of the list that is under way.
    enum Walk: Int {
        /// The newest matches, up to the present one.
        case short
        /// All matches whose results are published.
        case full
        /// These, and those whose events are published again on a new connection.
        case first
    }

    /// A change of the retained results.
    enum Change: Equatable {
        case publish(Match)
        case remove(String)
    }

    /// Events of a match to be read and published.
    struct Range: Equatable {
        let match: String
        /// The number before the first one.
        var after: Int
        /// The number of the last one that is known of.
        var last: Int
    }

    /// The events at the end of the log that are published again on each connection.
    static let replayedEvents = 1_000
    /// The most matches whose results are published.
    static let matches = 2_000
    /// The newest matches, of which no result is too old: they may have ended by a clock that was
    /// far behind.
    static let newest = 20
    /// The matches of a page.
    static let page = 100

    private let cursor: Cursor
    private(set) var walk: Walk?
    /// The ID of the last match that was read on the walk.
    private(set) var before: String?
    private var found: [(id: String, revision: Int)] = []
    private var wanted: Set<String> = []
    /// The revision of each result that is retained at the broker; -1 if that is not known.
    private var published: [String: Int] = [:]
    /// Those of them that this program has not published.
    private var others: Set<String> = []
    /// The number of each match's event that was read last.
    private var read: [String: Int] = [:]
    private var ranges: [Range] = []
    private var pendingWalk: Walk? = .first
    /// The ID of the present match; one that was reopened is not among the newest.
    private var present: String?

    /// Makes a ledger for a new connection.
    ///
    /// - Parameter cursor: What was acknowledged before.
    init(after cursor: Cursor) { self.cursor = cursor }

    // MARK: - The list of matches

    /// Requests another reading of the list, unless one that reads at least as far is due.
    mutating func requestWalk(_ wanted: Walk) {
        if (pendingWalk?.rawValue ?? -1) < wanted.rawValue { pendingWalk = wanted }
    }

    /// Requests a reading of the newest matches, up to the present one.
    ///
    /// - Parameter match: The ID of the present match; nil if there is none.
    mutating func requestWalk(upTo match: String?) {
        present = match
        requestWalk(.short)
    }

    /// True if all results are known that have to be published.
    var isUpToDate: Bool { walk == nil && pendingWalk == nil }

    /// Begins to read the list, if that is due and not under way.
    ///
    /// - Returns: True if it is under way.
    mutating func beginWalk() -> Bool {
        if walk != nil { return true }
        guard let next = pendingWalk else { return false }
        (walk, pendingWalk) = (next, nil)
        (before, found, wanted) = (nil, [], [])
        return true
    }

    /// Gives up the walk, which begins anew later.
    mutating func abandonWalk() {
        guard let interrupted = walk.take() else { return }
        requestWalk(interrupted)
    }

    /// Takes a page of the list.
    ///
    /// - Parameters:
    ///   - isLast: True if there are no more.
    ///   - bound: The moment before which results are too old; RFC 3339 in UTC.
    /// - Returns: The changes of the retained results, the newest match first.
    mutating func take(_ page: [Match], isLast: Bool, bound: String) -> [Change] {
        guard let walk else { return [] }
        var changes: [Change] = []
        for match in page {
            let isOld = Self.isOld(match, at: found.count, bound)
            found.append((match.id, match.revision))
            if match.isEnded, !isOld, wanted.count < Self.matches {
                wanted.insert(match.id)
                if published[match.id] != match.revision {
                    published[match.id] = match.revision
                    others.remove(match.id)
                    changes.append(.publish(match))
                }
            } else if published[match.id] != nil {
                published[match.id] = nil
                changes.append(.remove(match.id))
            }
        }
        before = page.last?.id
        let isOver = isLast || page.isEmpty || isFarEnough(walk, page, bound)
        return isOver ? changes + endWalk() : changes
    }

    /// Returns true if a result of the match is retained at the broker.
    func hasResult(_ id: String) -> Bool { published[id] != nil }

    /// The matches whose results are retained at the broker.
    var ids: [String] { published.keys.sorted() }

    /// Records a result that is retained at the broker since an earlier connection.
    ///
    /// - Parameter isOwn: True if it is removed unless the list has its match. That of another
    ///   machine, which had the name of the pitch before, stays.
    mutating func noteRetained(_ id: String, isOwn: Bool = true) {
        guard published[id] == nil, published.count < 2 * Self.matches else { return }
        published[id] = -1
        if !isOwn { others.insert(id) }
        // The walk may have passed its match already, or the match is no longer in the list.
        requestWalk(.full)
    }

    /// Records that the broker did not take a change of a result, so that the next full walk makes
    /// it again.
    mutating func noteRefused(_ id: String) {
        guard published[id] != nil || published.count < 2 * Self.matches else { return }
        published[id] = -1
    }

    /// Returns true if the result of a match is too old.
    ///
    /// - Parameter place: The number of newer matches.
    private static func isOld(_ match: Match, at place: Int, _ bound: String) -> Bool {
        place >= newest && isOld(match.endedAt ?? "", bound)
    }

    /// Returns true if a match has ended before the moment before which results are too old.
    ///
    /// Moments are compared by their first 19 characters, up to the second.
    static func isOld(_ endedAt: String, _ bound: String) -> Bool {
        endedAt.prefix(19) < bound.prefix(19)
    }

    private func isFarEnough(_ walk: Walk, _ page: [Match], _ bound: String) -> Bool {
        if found.count >= Self.matches { return true }
        if walk == .short { return present.map { id in found.contains { $0.id == id } } ?? true }
        // The end of one match does not prove that all before it are older: it may be open or
        // reopened, or the clock was wrong. So all ended matches of the page have to be old.
        let first = found.count - page.count
        let over = page.enumerated().filter { $0.element.endedAt != nil }
        let areOld = over.allSatisfy { Self.isOld($0.element, at: first + $0.offset, bound) }
        guard !over.isEmpty, areOld else { return false }
        if walk == .full { return true }
        let events = found.reduce(0) { $0 + $1.revision }
        let isAtCursor =
            cursor.places.isEmpty || found.contains { cursor.number(of: $0.id) != nil }
        return events >= Self.replayedEvents && isAtCursor
    }

    private mutating func endWalk() -> [Change] {
        if walk == .first { beginRead() }
        for match in found.reversed() {
            resume(match.id, at: match.revision)
            addRange(match.id, upTo: match.revision)
        }
        var gone: [Change] = []
        if walk != .short {
            let old = published.keys.filter { !wanted.contains($0) && !others.contains($0) }
                .sorted()
            for id in old { published[id] = nil }
            gone = old.map(Change.remove)
            let listed = Set(found.map(\.id))
            read = read.filter { listed.contains($0.key) }
            ranges.removeAll { !listed.contains($0.match) }
        }
        (walk, found, wanted) = (nil, [], [])
        return gone
    }

    // MARK: - Events

    /// Records the present revision of a match, of which there may be new events.
    mutating func note(_ id: String, revision: Int) {
        if walk == nil, pendingWalk == nil, read[id] != nil {
            addRange(id, upTo: revision)
        } else {
            requestWalk(upTo: id)
        }
    }

    /// Records the revision of a match at a gatherd that has come back: if it is lower than before,
    /// a backup was restored, and later events get the same numbers again.
    mutating func resume(_ id: String, at revision: Int) {
        guard let last = read[id], last > revision else { return }
        read[id] = revision
        ranges.removeAll { $0.match == id }
    }

    /// The next events to be read; nil if all were, or the list has to be read before.
    var nextRange: Range? { walk == nil && pendingWalk != .first ? ranges.first : nil }

    /// Records that events were read.
    ///
    /// - Parameter number: The number of the last one; nil if there are no more of the match.
    mutating func tookEvents(of match: String, upTo number: Int?) {
        guard let index = ranges.firstIndex(where: { $0.match == match }) else { return }
        guard let number, number > ranges[index].after else {
            ranges.remove(at: index)
            return
        }
        read[match] = number
        ranges[index].after = number
        if number >= ranges[index].last { ranges.remove(at: index) }
    }

    private mutating func addRange(_ id: String, upTo revision: Int) {
        let after = read[id] ?? 0
        guard revision > after else { return }
        if let index = ranges.firstIndex(where: { $0.match == id }) {
            ranges[index].last = max(ranges[index].last, revision)
        } else {
            ranges.append(Range(match: id, after: after, last: revision))
            read[id] = after
        }
    }

    /// Sets where the events of each match begin: after the cursor, or with the last 1,000 of the
    /// log, whichever is earlier.
    private mutating func beginRead() {
        let oldestKnown = found.lastIndex { cursor.number(of: $0.id) != nil } ?? -1
        var room = Self.replayedEvents
        for (index, match) in found.enumerated() {
            let window = max(0, match.revision - room)
            room = max(0, room - match.revision)
            let known = cursor.number(of: match.id).map { min($0, match.revision) }
            read[match.id] = min(window, known ?? (index < oldestKnown ? 0 : match.revision))
        }
    }
}
