import GatherAPI

/// A check that pages continue each other, each beginning after the last item of the one before,
/// without keeping them.
struct PageTrail {
    /// The most items of a plausible history; a daemon that sends more makes them up.
    static let most = 10_000_000

    /// The number of items so far.
    private(set) var count = 0

    /// The last item of the last page.
    private(set) var last: String?

    private let most: Int
    private var before: Set<String> = []
    private var mark: String?
    private var pagesToMark = 1
    private var pages = 0

    /// Makes a trail without pages.
    init(most: Int = Self.most) {
        self.most = most
    }

    /// Adds a page.
    ///
    /// - Returns: True if it continues the last one, as far as can be seen. A page that repeats the
    ///   one before is noticed at once, and a cycle of pages after two or three rounds.
    mutating func add(_ page: [String]) -> Bool {
        let present = Set(page)
        count += page.count
        let isNew = [last, mark].compactMap(\.self).allSatisfy { !present.contains($0) }
        guard isNew, present.count == page.count, count <= most,
            page.last.map(before.contains) != true
        else { return false }
        (before, last) = (present, page.last ?? last)
        pages += 1
        if pages == pagesToMark {
            // Brent's algorithm finds a cycle: the marked item comes again, as the distance to the
            // next mark doubles each time.
            (mark, pages, pagesToMark) = (last, 0, pagesToMark * 2)
        }
        return true
    }
}

/// A check that the parts of many gathers continue each other, without keeping them.
struct PartTrail {
    /// The number of replies so far.
    private(set) var replies = 0

    /// The gather whose events continue in the next part, with the number of the last one.
    private(set) var unfinished: (gather: GatherSummary, number: Int)?

    private var gathers: PageTrail
    private let most: Int
    private var events = 0

    /// Makes a trail without parts.
    ///
    /// - Parameter most: The most events that all parts may have.
    init(most: Int = PageTrail.most) {
        self.most = most
        gathers = PageTrail(most: most)
    }

    /// The ID of the last gather.
    var last: String? { gathers.last }

    /// Adds the parts of a reply.
    ///
    /// - Returns: True if they continue those before, as far as can be seen.
    mutating func add(_ parts: [HistoryPart]) -> Bool {
        replies += 1
        events += parts.reduce(0) { $0 + $1.entries.count }
        guard events <= most, replies <= most else { return false }
        return parts.allSatisfy { add($0) }
    }

    /// Records that the events of the unfinished gather were read otherwise.
    mutating func finish() { unfinished = nil }

    private mutating func add(_ part: HistoryPart) -> Bool {
        guard let revision = part.gather.revision, let number = part.entries.last?.number else {
            return false
        }
        let before: Int
        if let unfinished {
            guard unfinished.gather.id == part.gather.id else { return false }
            before = unfinished.number
        } else {
            guard gathers.add([part.gather.id]) else { return false }
            before = 0
        }
        let numbers = [before] + part.entries.map(\.number)
        guard zip(numbers, numbers.dropFirst()).allSatisfy(<) else { return false }
        unfinished = number < revision ? (part.gather, number) : nil
        return true
    }
}
