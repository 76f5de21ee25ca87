import GatherAPI
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct PagerTests {
    private static let gathers = (0..<99).map { Sample.summary(id: "\(1_000 + $0)") }

    private func run(
        _ pager: String?, lines: Int = 99, _ option: String = "--json=off"
    ) throws
        -> Bench.Result
    {
        let bench = Bench(.replies([Sample.list(Array(Self.gathers.prefix(lines)))]))
        bench.terminals.output = true
        bench.environment["PAGER"] = pager
        return try bench.run("history", option)
    }

    @Test("what is longer than the screen goes through the pager, with its arguments")
    func long() throws {
        let lines = try run("sed s/^/>/").output.split(separator: "\n")
        #expect(lines.count == 99)
        #expect(lines.allSatisfy { $0.hasPrefix(">1") })
    }

    @Test("what fits the screen does not")
    func short() throws {
        #expect(try run("sed s/^/>/", lines: 23).output.hasPrefix("1000"))
        #expect(try run("sed s/^/>/", lines: 24).output.hasPrefix(">1000"))
    }

    @Test("nor does it if nobody wants a pager")
    func unwanted() throws {
        #expect(try run("sed s/^/>/", "--no-pager").output.hasPrefix("1000"))
        #expect(try run("cat").output.hasPrefix("1000"))
        #expect(try run(" ").output.hasPrefix("1000"))
        let bench = Bench(.replies([Sample.list(Self.gathers)]))
        bench.environment["PAGER"] = "sed s/^/>/"
        #expect(try bench.run("history").output.hasPrefix("1000"))
    }

    @Test("a reader who has had enough is no error")
    func early() throws {
        let result = try run("head -n 1")
        #expect(result.status == .done)
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(result.errors == "")
        #expect(try run("true").status == .done)
    }

    @Test("where no pager is there, the next one is tried, and then none")
    func missing() throws {
        #expect(Pager.start([["/nonexistent/pager"]], on: Descriptor(owning: -1)) == nil)
        let result = try run("/nonexistent/pager")
        #expect(result.status == .done)
        #expect(result.output.hasPrefix("1000"))
    }

    @Test("our own variable goes before the common one, and less is what there is without")
    func programs() {
        func programs(_ variables: [String: String]) -> [[String]] {
            Pager.programs(Environment(variables: variables, uid: 1_000))
        }
        #expect(programs([:]) == [["less"], ["more"]])
        #expect(programs(["PAGER": "most -s"]) == [["most", "-s"], ["less"], ["more"]])
        #expect(programs(["GATHERCTL_PAGER": "cat", "PAGER": "less"]) == [])
        #expect(programs(["GATHERCTL_PAGER": "", "PAGER": "less"]) == [])
    }
}
