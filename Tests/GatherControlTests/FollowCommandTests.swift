import GatherAPI
import Glibc
import Testing
import Varlink

@testable import GatherControl

@Suite struct FollowCommandTests {
    private static let started = Sample.entry(1, "started", kind: "started")
    private static let goal = Sample.entry(2, "goal for Reds", "1-0", gone: 60)
    private static let open = Sample.summary(.open)
    private static let other = Sample.summary(.open, ("A", "B"), "0-0", id: "other")

    /// What the daemon says: on the first connection the subscription, on the second the pages.
    private func follow(
        _ messages: [Reply], _ pages: [Reply], _ option: String = "--json=off"
    ) throws -> Bench.Result {
        try Bench(.replies(messages), .replies(pages)).follow(option)
    }

    private func message(_ id: String? = open.id, _ reason: String = "snapshot") -> Reply {
        var gather = Sample.gather()
        gather.id = id ?? ""
        return Sample.message(id == nil ? nil : gather, reason)
    }

    private func lines(_ result: Bench.Result) -> [Substring] {
        result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("opened ") }
    }

    private static func call(_ id: String, after: Int? = nil) -> Call {
        Call(
            "io.gatherd.History.Show",
            JSONObject(present: [
                "id": .string(id), "after": after.map(JSONValue.int), "limit": 1_000,
            ]))
    }

    @Test("every change is asked for, and each event printed once")
    func follows() throws {
        let result = try follow(
            [message(), message(Self.open.id, "scoreChanged"), message(Self.open.id, "timeUp")],
            [
                Sample.timeline(Self.open, [Self.started]),
                Sample.timeline(Self.open, [Self.goal]),
                Sample.timeline(Self.open, []),
            ])
        #expect(result.status == .done)
        #expect(result.errors == "")
        let times = [11, 12].map { TimeText.timeOfDay("2026-11-21T15:32:\($0)Z") }
        #expect(
            lines(result) == [
                "Reds 2-1 Blues", Self.open.id[...], "",
                "#  time      played  score  by    event",
                "1  \(times[0])   00:00  0-0    anna  started",
                "2  \(times[1])   01:00  1-0    anna  goal for Reds", "",
            ])
        let subscription = Call("io.gatherd.Gather.Subscribe", ["ticks": false], more: true)
        #expect(
            result.calls == [
                [subscription],
                [
                    Self.call(Self.open.id), Self.call(Self.open.id, after: 1),
                    Self.call(Self.open.id, after: 2),
                ],
            ])
    }

    @Test("the end of a gather is shown before the next one begins")
    func next() throws {
        let result = try follow(
            [message(), message("other", "opened")],
            [
                Sample.timeline(Self.open, [Self.started]),
                Sample.timeline(Self.open, [Self.goal]),
                Sample.timeline(Self.other, [Self.started]),
            ])
        let lines = lines(result)
        #expect(lines[5].hasSuffix("  goal for Reds"))
        #expect(lines[6...9] == ["", "A 0-0 B", "other", ""])
        #expect(lines[11].hasSuffix("  started"))
        #expect(
            result.calls.last == [
                Self.call(Self.open.id), Self.call(Self.open.id, after: 1), Self.call("other"),
            ])
    }

    @Test("an opening that is taken back shows the gather before by its header alone")
    func unopened() throws {
        var before = Sample.gather(phase: .ended)
        before.id = "before"
        let result = try follow(
            [message(), Sample.message(before, "undone"), message(nil, "undone")],
            [
                Sample.timeline(Self.open, [Self.started]),
                Sample.timeline(Sample.summary(id: "before"), []),
            ])
        #expect(lines(result)[6...8] == ["Reds 2-1 Blues, winner Reds", "before", ""])
        let taken = "gatherctl: the opening of the match was undone\n"
        #expect(result.errors == "\(taken)\(taken)gatherctl: no match yet; waiting for one\n")
        #expect(result.calls.last?.last == Self.call("before", after: before.revision))
    }

    @Test("a lost daemon is told once and waited for, and nothing is printed twice")
    func lost() throws {
        let result = try Bench(
            .replies([message()], thenEnds: true),
            .replies([Sample.timeline(Self.open, [Self.started])], thenEnds: true),
            .away(ENOENT), .away(ECONNREFUSED), .replies([message()]),
            .replies([Sample.timeline(Self.open, [Self.goal])])
        ).follow()
        #expect(result.status == .done)
        #expect(lines(result).count == 7)
        #expect(result.errors == "gatherctl: lost gatherd at /run/test.sock; waiting for it\n")
    }

    @Test("after the restore of a backup, the events that follow those in it are shown")
    func restored() throws {
        var gather = Sample.gather()
        (gather.id, gather.revision) = (Self.open.id, 1)
        let result = try Bench(
            .replies([message()], thenEnds: true),
            .replies([Sample.timeline(Self.open, [Self.started, Self.goal])], thenEnds: true),
            .away(ECONNREFUSED), .replies([Sample.message(gather, "snapshot")]),
            .replies([Sample.timeline(Self.open, [])])
        ).follow()
        #expect(result.calls.last == [Self.call(Self.open.id, after: 1)])
    }

    @Test("as JSON, what a page has is an object on a line")
    func json() throws {
        let pages = [[Self.started], [], [Self.goal]].map { Sample.timeline(Self.open, $0) }
        let result = try follow([message(), message(), message()], pages, "--json")
        let expected = [pages[0], pages[2]].map {
            String(decoding: JSONValue.object($0.parameters).bytes, as: UTF8.self) + "\n"
        }
        #expect(result.output == expected.joined())
    }

    @Test("a daemon that is away at first is not waited for, and a refusal ends it")
    func fails() throws {
        #expect(try Bench(.away(ENOENT)).follow().status == .unreachable)
        let denied = try Bench(.replies([VarlinkError.permissionDenied.reply])).follow()
        #expect(denied.status == .refused)
        #expect(
            denied.errors.hasPrefix(
                "gatherctl: cannot follow the log: permission denied: only root"))
    }

    @Test("a reader that leaves ends it quietly")
    func unread() throws {
        let result = try Bench(
            .replies([message()]), .replies([Sample.timeline(Self.open, [Self.started])])
        ).runUnread("log", "-f")
        #expect(result.status == .done)
        #expect(result.errors == "")
    }
}
