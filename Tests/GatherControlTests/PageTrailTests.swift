import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct PageTrailTests {
    /// How many pages are added before one is seen not to go on; nil if all are.
    private func pages(_ pages: [[String]], most: Int = PageTrail.most) -> Int? {
        var trail = PageTrail(most: most)
        return pages.firstIndex { !trail.add($0) }
    }

    @Test("pages that go on are taken, an empty one as well")
    func right() {
        #expect(pages([["5", "4"], ["3", "2"], ["1"], []]) == nil)
        #expect(pages([[]]) == nil)
        var trail = PageTrail()
        #expect(trail.add(["5", "4"]) && trail.add([]))
        #expect(trail.last == "4" && trail.count == 2)
    }

    @Test("one that was back in its old place by then may come twice")
    func moved() {
        #expect(pages([["5", "4"], ["3", "5", "2"], ["1"]]) == nil)
    }

    @Test("the same page again is none, nor one that begins where the last one ended")
    func same() {
        #expect(pages([["5", "4"], ["5", "4"]]) == 1)
        #expect(pages([["5", "4"], ["4", "3"]]) == 1)
        #expect(pages([["5", "4"], ["3", "5"]]) == 1)
        #expect(pages([["5", "5"]]) == 0)
    }

    @Test("a circle of pages is found, however long", arguments: [2, 3, 7, 100])
    func circle(length: Int) {
        let circle = (0..<4 * length).map { ["\($0 % length)"] }
        let tail = (0..<5).map { ["x\($0)"] }
        for all in [circle, tail + circle] {
            guard let found = pages(all) else { return #expect(Bool(false), "not found") }
            #expect(found <= 3 * length + 5)
        }
    }

    @Test("pages that are made up for ever come to an end")
    func endless() {
        #expect(pages((0..<20).map { ["a\($0)", "b\($0)"] }, most: 10) == 5)
    }

    @Test("gathers that do not go on are not listed for ever")
    func history() throws {
        let page = Sample.list((0..<100).map { Sample.summary(id: "\(1_000 + $0)") })
        for verb in [["history"], ["history", "--since", "9999w"], ["history", "--limit", "999"]] {
            let result = try Bench(.replies([page, page, page])).run(verb)
            #expect(result.status == .refused)
            #expect(result.output.split(separator: "\n").count == 100)
            #expect(
                result.errors == "gatherctl: cannot list the matches: the answers of gatherd at "
                    + "/run/test.sock do not continue each other, or never end\n")
        }
        let more = try Bench(.replies([page])).run("history", "--limit", "50")
        #expect(more.status == .refused && more.output == "")
    }

    @Test("events that do not go on are not shown for ever", arguments: ["show", "log", "report"])
    func events(verb: String) throws {
        for numbers in [[2, 1], [1, 1], [0], [-1, 3]] {
            let reply = Sample.timeline(numbers.map { Sample.entry($0, "x") })
            let result = try Bench(.replies([reply])).run(verb)
            #expect(result.status == .refused)
            #expect(result.output == "")
            #expect(result.errors.contains("do not continue each other, or never end"))
        }
    }
}
