import GatherAPI
import Glibc
import Testing
import Varlink

@testable import GatherControl

@Suite struct ExportCommandTests {
    private static let first = Sample.summary(id: "1111")
    private static let second = Sample.summary(id: "2222")
    private static let event = Sample.entry(1, "goal for \u{202E}", "1-0")

    private static func show(
        _ id: String?, after: Int? = nil, revision: Int? = nil, record: Bool? = true
    ) -> Call {
        Call(
            "io.gatherd.History.Show",
            JSONObject(
                present: [
                    "id": id.map(JSONValue.string), "after": after?.json, "limit": 1_000,
                    "record": record?.json, "revision": revision?.json,
                ]))
    }

    private static func all(before id: String? = nil) -> Call {
        let parameters = JSONObject(present: ["before": id.map(JSONValue.string), "record": true])
        return Call("io.gatherd.History.ShowAll", parameters, more: true)
    }

    /// The answer of a gatherd that has no such method.
    private static let unknown = VarlinkError.methodNotFound(all().method).reply

    private func bench() -> Bench {
        Bench(
            .replies([
                Sample.parts(
                    [(Self.second, [Self.event, Sample.entry(2, "ended")])], continues: true),
                Sample.parts([(Self.first, [Self.event])]),
            ]))
    }

    @Test("without IDs, every event of every gather is an object on a line")
    func all() throws {
        let result = try bench().run("export")
        #expect(result.status == .done)
        let lines = result.output.split(separator: "\n")
        #expect(lines.map { $0.hasPrefix("{\"gatherId\":\"2222\",") } == [true, true, false])
        #expect(result.calls == [[Self.all()]])
        let pretty = try bench().run("export", "--json=pretty")
        #expect(pretty.output.hasPrefix("{\n\t\"gatherId\" : \"2222\",\n"))
    }

    @Test("an older gatherd has the events of one gather at a time")
    func oneAtATime() throws {
        let result = try Bench(
            .replies([
                Self.unknown, Sample.list([Self.second, Self.first]),
                Sample.timeline(Self.second, [Self.event, Sample.entry(2, "ended")]),
                Sample.timeline(Self.first, [Self.event]),
            ])
        ).run("export")
        #expect(try result.output == bench().run("export").output)
        let list = Call("io.gatherd.History.List", ["limit": 1_000])
        #expect(result.calls == [[Self.all(), list, Self.show("2222"), Self.show("1111")]])
    }

    @Test("after a lost connection it goes on with the next gather")
    func lost() throws {
        let replies = [
            Sample.parts([(Self.second, [Self.event, Sample.entry(2, "ended")])], continues: true),
            Sample.parts([(Self.first, [Self.event])]),
        ]
        let result = try Bench(
            .replies([replies[0]], thenEnds: true), .replies([replies[1]])
        ).run("export")
        #expect(result.status == .done)
        #expect(try result.output == bench().run("export").output)
        #expect(result.calls == [[Self.all()], [Self.all(before: "2222")]])
    }

    @Test("after a connection that was lost within a gather it goes on with its next event")
    func lostWithin() throws {
        var long = Self.second
        long.revision = 3
        let entries = (1...3).map { Sample.entry($0, "goal", "1-0") }
        let result = try Bench(
            .replies([Sample.parts([(long, [entries[0]])], continues: true)], thenEnds: true),
            .replies([
                Sample.timeline(long, Array(entries[1...])),
                Sample.parts([(Self.first, [Self.event])]),
            ])
        ).run("export")
        #expect(result.status == .done)
        #expect(result.output.split(separator: "\n").count == 4)
        let rest = Self.show("2222", after: 1, revision: 3)
        #expect(result.calls == [[Self.all()], [rest, Self.all(before: "2222")]])
    }

    @Test("a gatherd that is away has lost the export when no more comes")
    func away() throws {
        let result = try Bench(
            .replies(
                [Sample.parts([(Self.second, [Self.event])], continues: true)], thenEnds: true),
            .gone, .gone
        ).run("export")
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(result.status == .unconfirmed)
        #expect(result.errors.hasPrefix("gatherctl: cannot"))
    }

    @Test("a gatherd that restarts is waited for")
    func restarted() throws {
        let first = Sample.parts(
            [(Self.second, [Self.event, Sample.entry(2, "ended")])], continues: true)
        let result = try Bench(
            .replies([first], thenEnds: true), .away(ECONNREFUSED), .away(ENOENT),
            .replies([Sample.parts([(Self.first, [Self.event])])])
        ).run("export")
        #expect(result.status == .done)
        #expect(try result.output == bench().run("export").output)
    }

    @Test("a match whose last events do not come is an error")
    func unfinished() throws {
        var long = Self.second
        long.revision = 3
        let result = try Bench(.replies([Sample.parts([(long, [Self.event])])])).run("export")
        #expect(result.status == .refused)
    }

    @Test(
        "parts that do not continue each other are an error",
        arguments: [
            [(second, [Sample.entry(2, "goal"), Sample.entry(2, "goal")])],
            [(second, [event]), (second, [Sample.entry(2, "goal")])],
            [(second, [])],
        ])
    func broken(parts: [(GatherSummary, [TimelineEntry])]) throws {
        let result = try Bench(.replies([Sample.parts(parts)])).run("export")
        #expect(result.status == .refused)
        #expect(result.errors.contains("do not continue each other, or never end"))
    }

    @Test("CSV has a header once, and CRLF at the end of each line")
    func csv() throws {
        let result = try bench().run("export", "--format", "csv")
        let lines = result.output.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines.last == "")
        #expect(lines[0].hasPrefix("gatherId,teamAName,"))
        #expect(lines[1].hasPrefix("2222,Reds,Blues,1,1,scoreChanged,goal for \u{202E},"))
    }

    @Test("on a terminal, CSV cannot turn the line around")
    func terminal() throws {
        let bench = bench()
        bench.terminals.output = true
        #expect(try bench.run("export", "--format", "csv").output.contains("goal for \u{FFFD},"))
    }

    @Test("named gathers come in their order, and one that there is not is named")
    func named() throws {
        let result = try Bench(
            .replies([
                Sample.timeline(Self.first, [Self.event]), HistoryError.noSuchGather.reply,
            ])
        ).run("export", "last", "abcd")
        #expect(result.status == .refused)
        #expect(result.output.hasPrefix("{\"gatherId\":\"1111\""))
        #expect(
            result.errors == "gatherctl: cannot export the match 'abcd': there is no such match; "
                + "'gatherctl history' lists them\n")
        #expect(result.calls == [[Self.show(nil), Self.show("abcd")]])
    }

    @Test("a gather that is named twice is written once")
    func twice() throws {
        let timeline = Sample.timeline(Self.first, [Self.event])
        let result = try Bench(.replies([timeline, timeline])).run("export", "last", "1111")
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(result.calls == [[Self.show(nil), Self.show("1111")]])
    }

    @Test("all pages of a gather are those of the moment of the first, if gatherd can do that")
    func moment() throws {
        var gather = Self.first
        gather.revision = 1_001
        let entries = (1...1_001).map { Sample.entry($0, "goal", "1-0") }
        let pages = [
            Sample.timeline(gather, Array(entries[..<1_000])),
            Sample.timeline(gather, Array(entries[1_000...])),
        ]
        let result = try Bench(.replies(pages)).run("export", "last")
        let second = Self.show("1111", after: 1_000, revision: 1_001)
        #expect(result.calls == [[Self.show(nil), second]])
        let older = [pages[0], VarlinkError.invalidParameter("revision").reply, pages[1]]
        let from = try Bench(.replies(older)).run("export", "last")
        #expect(from.calls == [[Self.show(nil), second, Self.show("1111", after: 1_000)]])
        #expect(from.output == result.output)
        #expect(result.output.split(separator: "\n").count == 1_001)
    }

    @Test("of a gatherd that has no records, they are requested once")
    func older() throws {
        let result = try Bench(
            .replies([
                Self.unknown, Sample.list([Self.second, Self.first]),
                VarlinkError.invalidParameter("record").reply,
                Sample.timeline(Self.second, [Self.event]),
                Sample.timeline(Self.first, [Self.event]),
            ])
        ).run("export")
        #expect(result.status == .done)
        #expect(result.output.split(separator: "\n").count == 2)
        func plain(_ id: String) -> Call { Self.show(id, record: nil) }
        let list = Call("io.gatherd.History.List", ["limit": 1_000])
        #expect(
            result.calls == [[Self.all(), list, Self.show("2222"), plain("2222"), plain("1111")]])
    }

    @Test("the hash and the record of an event are in both formats")
    func record() throws {
        var event = Self.event
        (event.hash, event.record) = ("c0ffee", #"[1,"x",{}]"#)
        let replies = [Sample.timeline(Self.first, [event])]
        let json = try Bench(.replies(replies)).run("export", "last").output
        #expect(json.hasSuffix(#","hash":"c0ffee","record":"[1,\"x\",{}]"}"# + "\n"))
        let csv = try Bench(.replies(replies)).run("export", "--format", "csv", "last").output
        let last = "hash,record,forgotten,beganAt,tallyGoals,tallyPlace,tallyScore"
        #expect(csv.contains(",fixture,\(last)\r\n"))
        #expect(csv.hasSuffix(#",c0ffee,"[1,""x"",{}]",,,,,"# + "\r\n"))
    }

    @Test("no gathers are no lines, but the header of CSV")
    func none() throws {
        #expect(try Bench(.replies([Sample.parts([])])).run("export").output == "")
        let csv = try Bench(.replies([Sample.parts([])])).run("export", "--format=csv")
        #expect(csv.output == ExportPresenter.header)
    }

    @Test("a report is a few lines, or what the daemon answers")
    func report() throws {
        var event = Self.event
        (event.team, event.goals, event.standingScore) = (.teamA, 1, "1-0")
        let reply = Sample.timeline(Self.first, [event])
        let text = try Bench(.replies([reply])).run("report", "1111").output
        #expect(text.hasPrefix("Reds 2-1 Blues, winner Reds\n2026-"))
        #expect(text.hasSuffix(" 00:00 played\n\n1' 1-0 Reds\n"))
        var named = Self.first
        named.code = "E5DQ-469Q-TYAX-KYB0"
        let coded = try Bench(.replies([Sample.timeline(named, [event])])).run("report").output
        #expect(coded.hasSuffix("\n1' 1-0 Reds\n\nRecord 1111: E5DQ-469Q-TYAX-KYB0\n"))
        let json = try Bench(.replies([reply])).run("report", "--json").output
        let object = JSONValue.object(reply.parameters)
        #expect(json == object.printableText(isPretty: false) + "\n")
    }
}
