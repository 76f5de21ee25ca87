import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct HistoryCommandTests {
    private static let gathers = (0..<1_200).map { number in
        Sample.summary(id: "\(100_000 + number)-6f5b")
    }

    private static func call(_ limit: Int, before: String? = nil) -> Call {
        Call(
            "io.gatherd.History.List",
            JSONObject(present: ["limit": .int(limit), "before": before.map(JSONValue.string)]))
    }

    @Test("all gathers are listed, page after page")
    func pages() throws {
        let result = try Bench(
            .replies([
                Sample.list(Array(Self.gathers[..<100])),
                Sample.list(Array(Self.gathers[100..<1_100])),
                Sample.list(Array(Self.gathers[1_100...])),
            ])
        ).run("history")
        #expect(result.status == .done)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 1_200)
        #expect(lines.last?.hasPrefix("101199-6  ") == true)
        #expect(
            result.calls == [
                [
                    Self.call(100), Self.call(1_000, before: "100099-6f5b"),
                    Self.call(1_000, before: "101099-6f5b"),
                ]
            ])
    }

    @Test("no more are asked for than wanted")
    func limit() throws {
        let result = try Bench(
            .replies([
                Sample.list(Array(Self.gathers[..<100])),
                Sample.list(Array(Self.gathers[100..<150])),
            ])
        ).run("history", "--limit", "150")
        #expect(result.output.split(separator: "\n").count == 150)
        #expect(result.calls == [[Self.call(100), Self.call(50, before: "100099-6f5b")]])
    }

    @Test("those that opened before are left out, also as JSON", arguments: ["off", "short"])
    func since(json: String) throws {
        let times = [30, -20, 10, -10].map { Sample.now.wall - .seconds(3_600 - $0) }
        let gathers = times.enumerated().map { number, time in
            Sample.summary(id: "\(number)", openedAt: UniversalTime(time).rfc3339)
        }
        let result = try Bench(.replies([Sample.list(gathers)]))
            .run("history", "--since", "1h", "--json=\(json)")
        if json == "off" {
            #expect(result.output.split(separator: "\n").map { $0.first } == ["0", "2"])
        } else {
            let kept = JSONObject(dictionaryLiteral: ("gathers", [gathers[0], gathers[2]].json))
            #expect(
                result.output == String(decoding: JSONValue.object(kept).bytes, as: UTF8.self)
                    + "\n")
        }
    }

    @Test("a page of older ones is the end")
    func older() throws {
        let older = (0..<100).map {
            Sample.summary(id: "\($0)", openedAt: "2020-01-01T00:00:00Z")
        }
        let result = try Bench(.replies([Sample.list(older)])).run("history", "--since", "1w")
        #expect(result.status == .done)
        #expect(result.output == "")
        #expect(result.errors == "no matches since then\n")
        #expect(result.calls == [[Self.call(100)]])
    }

    @Test("each page is an object on a line")
    func json() throws {
        let pages = [Sample.list(Array(Self.gathers[..<100])), Sample.list([Self.gathers[100]])]
        let result = try Bench(.replies(pages)).run("history", "--json")
        let lines = pages.map {
            String(decoding: JSONValue.object($0.parameters).bytes, as: UTF8.self)
        }
        #expect(result.output == lines.map { $0 + "\n" }.joined())
    }
}

extension [GatherSummary] {
    fileprivate var json: JSONValue { .array(map(\.json)) }
}
