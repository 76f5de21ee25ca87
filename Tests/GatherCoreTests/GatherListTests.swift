import Testing

@testable import GatherCore

@Suite("What is kept of the gathers that a server lists")
struct GatherListTests {
    private static func open(_ count: Int) -> [ListedGather] {
        (0..<count).map { ListedGather(id: "open \($0)") }
    }

    private static let ended = ListedGather(id: "ended", score: "2-1", winnerTeam: "Team A")

    @Test("those without a result are known, and of the others those that are looked for")
    func interest() {
        let other = ListedGather(id: "other", score: "0-0")
        let list = GatherList(interest: ["ended", "gone"], Self.open(2) + [Self.ended, other])
        #expect(list.count == 4)
        #expect(list.open == ["open 0", "open 1"])
        #expect(list.openCount == 2)
        #expect(!list.hasTooManyOpen)
        #expect(list["ended"] == Self.ended)
        #expect(list["open 1"] == ListedGather(id: "open 1"))
        #expect(list["gone"] == nil)
        #expect(list["other"] == nil)
    }

    @Test("a gather has a result with either part of one")
    func result() {
        #expect(Self.ended.hasResult)
        #expect(ListedGather(id: "a", score: "").hasResult)
        #expect(ListedGather(id: "a", winnerTeam: "None").hasResult)
        #expect(!ListedGather(id: "a").hasResult)
    }

    @Test("one more than can be known shows that there are too many, and no other is kept")
    func tooMany() {
        let known = Limits.submissionGathersKnown
        for (count, kept) in [(known, known), (known + 1, known + 1), (100_000, known + 1)] {
            let list = GatherList(interest: ["open 50000"], Self.open(count))
            #expect(list.count == count)
            #expect(list.openCount == count)
            #expect(list.open.count == kept)
            #expect(list.hasTooManyOpen == (count > known))
            #expect((list["open 50000"] != nil) == (count > 50_000))
        }
    }
}
