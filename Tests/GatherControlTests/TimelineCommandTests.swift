import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct TimelineCommandTests {
    private static func call(id: String? = nil, after: Int? = nil) -> Call {
        Call(
            "io.gatherd.History.Show",
            JSONObject(present: [
                "id": id.map(JSONValue.string), "after": after.map(JSONValue.int), "limit": 1_000,
            ]))
    }

    @Test("show and log are the newest gather's events below its header")
    func last() throws {
        for verb in ["show", "log"] {
            let reply = Sample.timeline([Sample.entry(1, "goal for \u{1B}", "1-0")])
            let result = try Bench(.replies([reply])).run(verb)
            #expect(result.status == .done)
            #expect(result.output.hasPrefix("Reds 2-1 Blues, winner Reds\nopened "))
            #expect(result.output.hasSuffix("  00:00  1-0    anna  goal for \u{FFFD}\n"))
            #expect(result.calls == [[Self.call()]])
        }
    }

    @Test("a long match comes page after page, of the same gather and with one header")
    func pages() throws {
        let entries = (1...1_200).map { Sample.entry($0, "event") }
        let gather = Sample.summary()
        let pages = [entries[..<1_000], entries[1_000...]].map {
            Sample.timeline(gather, Array($0))
        }
        let result = try Bench(.replies(pages)).run("show", "6f1c")
        #expect(result.output.split(separator: "\n").count == 1_204)
        #expect(
            result.calls == [[Self.call(id: "6f1c"), Self.call(id: gather.id, after: 1_000)]])
        let json = try Bench(.replies(pages)).run("show", "--json")
        #expect(json.output.split(separator: "\n").count == 2)
    }

    @Test("a daemon whose numbers do not grow is not asked for ever")
    func loop() throws {
        let page = Sample.timeline((1...1_000).map { _ in Sample.entry(1, "event") })
        let result = try Bench(.replies([page, page, page])).run("log")
        #expect(result.calls.first?.count == 1)
        #expect(result.status == .refused)
        let twice = Sample.timeline((1...1_000).map { Sample.entry($0, "event") })
        let again = try Bench(.replies([twice, twice, twice])).run("log")
        #expect(again.calls.first?.count == 2)
        #expect(again.status == .refused)
        #expect(again.output.split(separator: "\n").count == 1_004)
    }

    @Test(
        "a gather that there is not is told",
        arguments: [
            (
                ["show", "6f1c"], HistoryError.noSuchGather,
                "cannot show the match: there is no such match; 'gatherctl history' lists them"
            ),
            (
                ["show", "6f1c"], .ambiguousGather,
                "cannot show the match: several matches have an ID that begins like this; "
                    + "'gatherctl history --json' shows their full IDs"
            ),
            (
                ["log"], .noSuchGather,
                "cannot show the log: there is no match yet; 'gatherctl start' starts one"
            ),
        ])
    func refused(arguments: [String], error: HistoryError, message: String) throws {
        let bench = Bench(.replies([error.reply]))
        let result = try bench.run(arguments[0], arguments.dropFirst().first ?? "--json=off")
        #expect(result.status == .refused)
        #expect(result.errors == "gatherctl: \(message)\n")
    }
}
