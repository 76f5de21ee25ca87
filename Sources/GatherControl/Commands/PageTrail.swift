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
