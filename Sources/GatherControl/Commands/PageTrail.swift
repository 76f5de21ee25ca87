/// The way through pages of which each begins after the last of the one before, without keeping
/// them.
struct PageTrail {
    /// More than this are those of a daemon that makes them up.
    static let most = 10_000_000

    /// How many there were in all.
    private(set) var count = 0

    /// What the last page ended with.
    private(set) var last: String?

    private let most: Int
    private var before: Set<String> = []
    private var mark: String?
    private var pagesToMark = 1
    private var pages = 0

    /// Makes a trail that has had no page yet.
    init(most: Int = Self.most) {
        self.most = most
    }

    /// Adds a page.
    ///
    /// - Returns: Whether it goes on from the last one, as far as that can be seen. A page that
    ///   comes again at once is seen at once, and a circle of them when it was gone through two or
    ///   three times.
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
            // Brent's way to find a circle: what was marked comes again, as the way to the next
            // mark is twice as long each time.
            (mark, pages, pagesToMark) = (last, 0, pagesToMark * 2)
        }
        return true
    }
}
