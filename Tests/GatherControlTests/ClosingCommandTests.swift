import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct ClosingCommandTests {
    private static let open = Sample.state(Sample.gather(Sample.paused()))
    private static let ended = Sample.reply(Sample.gather(phase: .ended))
    private static let question = """
        End Match: Team A 2-1 Team B, 07:31 paused
        Are you sure you want to end the match? Yes/[Cancel] 
        """

    @Test("a yes ends the gather", arguments: ["y\n", "Yes\n", " YES \r\n", "y"])
    func yes(answer: String) throws {
        let bench = Bench(.replies([Self.open, Self.ended]))
        bench.terminals = .all
        bench.input = answer
        let result = try bench.run("end")
        #expect(result.status == .done)
        #expect(result.errors == Self.question)
        #expect(
            result.output
                == "ended: Team A 2-1 Team B, winner Team A\nundo: gatherctl undo --match\n"
        )
        #expect(
            result.calls.first?.map(\.method) == ["io.gatherd.Gather.Get", "io.gatherd.Gather.End"])
    }

    @Test("anything else changes nothing", arguments: ["\n", "n\n", "yess\n", "ja\n", "no yes\n"])
    func no(answer: String) throws {
        let bench = Bench(.replies([Self.open, Self.ended]))
        bench.terminals = .all
        bench.input = answer
        let result = try bench.run("end")
        #expect(result.status == .refused)
        #expect(result.errors == Self.question + "cancelled\n")
        #expect(result.output == "")
        #expect(result.calls.first?.count == 1)
    }

    @Test("the end of the input is a Cancel, on a line of its own")
    func endOfInput() throws {
        let bench = Bench(.replies([Self.open]))
        bench.terminals = .all
        let result = try bench.run("discard")
        #expect(result.status == .refused)
        #expect(result.errors.hasSuffix("discard the match? Yes/[Cancel] \ncancelled\n"))
    }

    @Test("without a terminal there is no question, and no connection")
    func noTerminal() throws {
        let bench = Bench(.replies([Self.open]))
        bench.input = "y\n"
        let result = try bench.run("end")
        #expect(result.status == .usage)
        #expect(
            result.errors == "gatherctl: cannot ask for confirmation: standard input is not a "
                + "terminal; use --yes\n")
        #expect(bench.paths.isEmpty)
    }

    @Test("--yes asks nothing")
    func confirmed() throws {
        let result = try Bench(.replies([Self.ended])).run("end", "--yes")
        #expect(result.status == .done)
        #expect(result.errors == "")
    }

    @Test("where no gather is open, nothing is asked")
    func notOpen() throws {
        let bench = Bench(.replies([Sample.state(Sample.gather(phase: .ended))]))
        bench.terminals = .all
        let result = try bench.run("end")
        #expect(result.status == .refused)
        #expect(
            result.errors == "gatherctl: cannot end the match: no match is open; "
                + "'gatherctl start' starts one\n")
    }

    @Test("the match that was asked about is the one that is meant")
    func meant() throws {
        let bench = Bench(.replies([Self.open, GatherError.gatherInProgress.reply]))
        bench.terminals = .all
        bench.input = "y\n"
        let result = try bench.run("discard")
        #expect(result.status == .refused)
        let cause = "it is over already, and another match is open"
        #expect(result.errors.hasSuffix("gatherctl: cannot discard the match: \(cause)\n"))
        let id = JSONValue.string(Sample.gather().id)
        #expect(
            result.calls.first?.last
                == Call("io.gatherd.Gather.Discard", ["id": id, "requestId": "cafe"]))
    }

    @Test("an older gatherd closes the match that was asked about, and no other one")
    func older() throws {
        var other = Sample.gather(Sample.paused())
        other.id = "another"
        let unknown = VarlinkError.invalidParameter("id").reply
        for (present, isEnded) in [(Self.open, true), (Sample.state(other), false)] {
            let bench = Bench(.replies([Self.open, unknown, present, Self.ended]))
            bench.terminals = .all
            bench.input = "y\n"
            let result = try bench.run("end")
            #expect(result.status == (isEnded ? .done : .refused))
            let names = ["Get", "End", "Get"] + (isEnded ? ["End"] : [])
            let calls = try #require(result.calls.first)
            #expect(calls.map(\.method) == names.map { "io.gatherd.Gather.\($0)" })
            #expect(calls.last?.parameters["id"] == nil)
            #expect(result.errors.contains("another match is open") != isEnded)
        }
    }

    @Test("an end that is sent again gets its answer, though no gather is open any more")
    func again() throws {
        let bench = Bench(.replies([Sample.state(Sample.gather(phase: .ended)), Self.ended]))
        bench.terminals = .all
        let result = try bench.run("end", "--request-id", "x7")
        #expect(result.status == .done)
        #expect(result.errors == "")
    }
}
