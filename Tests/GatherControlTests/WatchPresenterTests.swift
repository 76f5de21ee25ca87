import Testing

@testable import GatherControl

@Suite struct WatchPresenterTests {
    private static let lines = ["clock", "sides", "opened", "STALE"]

    @Test("a low terminal gets the first lines, and the one that says stale")
    func rows() {
        func cut(_ rows: Int, isStale: Bool) -> [String] {
            WatchPresenter.cut(Self.lines, toRows: rows, isStale: isStale)
        }
        #expect(cut(4, isStale: true) == Self.lines)
        #expect(cut(3, isStale: true) == ["clock", "sides", "STALE"])
        #expect(cut(2, isStale: true) == ["clock", "STALE"])
        #expect(cut(2, isStale: false) == ["clock", "sides"])
        for rows in [1, 0, -1] { #expect(cut(rows, isStale: true) == ["clock"]) }
    }
}
