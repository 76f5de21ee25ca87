import GatherAPI
import Testing
import Varlink

@testable import GatherSubmit

struct ListPagesTests {
    private static func part(
        _ text: String, status: Int = 200, type: String? = "application/json"
    ) -> HTTPAnswer {
        HTTPAnswer(status: status, contentType: type, body: Array(text.utf8))
    }

    /// The replies to a call for a list that comes in pieces.
    private static func replies(
        of elements: ListPages.Elements = .gathers, _ text: String, every count: Int = 5_000
    ) throws(SubmitterError) -> [Reply] {
        var list = ListPages(of: elements)
        var replies: [Reply] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            replies += try list.pages(
                of: HTTPAnswer(status: 200, body: Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return replies + [try list.lastPage()]
    }

    private static func gather(_ number: Int) -> String {
        #"{"id":"gather \#(number)","userId":"u","score":"1\/0 ⚽","winnerTeam":"Team A"}"#
    }

    private static func gathers(_ count: Int) -> String {
        "[" + (0..<count).map(gather).joined(separator: ",") + "]"
    }

    @Test("a long list is handed on in pages, in order and whole")
    func pages() throws {
        for count in [0, 1, 999, 1_000, 1_001, 20_000] {
            let replies = try Self.replies(Self.gathers(count))
            let continues = replies.map(\.continues)
            #expect(continues.dropLast().contains(false) == false)
            #expect(continues.last == false)
            let rows = replies.flatMap { $0.parameters["gathers"]?.array ?? [] }
            let gathers = try rows.map { try ServerGather(json: $0, name: "gathers") }
            #expect(gathers.map(\.id) == (0..<count).map { "gather \($0)" })
            #expect(gathers.allSatisfy { $0.score == "1/0 ⚽" && $0.winnerTeam == "Team A" })
            for reply in replies {
                #expect((reply.parameters["gathers"]?.array?.count ?? 0) <= Limits.pageRows)
                #expect(reply.message.count <= 2 * Limits.pageBytes)
            }
        }
    }

    @Test("a page of the longest elements that grow most is within a message")
    func longest() throws {
        let text = String(repeating: "\u{7F}", count: Limits.elementBytes - 30)
        // The first is just too short to fill a page.
        let texts = [String(text.dropLast(100)), text]
        let gathers = texts.map { #"{"id":"a","score":"\#($0)"}"# }
        let replies = try Self.replies("[\(gathers.joined(separator: ","))]")
        #expect(replies.map(\.continues) == [true, false])
        #expect(replies.allSatisfy { $0.message.count < Limits.messageBytes })
    }

    @Test("players are told with all that the server keeps")
    func players() throws {
        let text = #"[{"id":7,"name":"Jane","age":20},{"id":8,"name":"E\u0000ve","skill":"x"}]"#
        let expected = [
            ServerPlayer(id: 7, profile: .init(name: "Jane", age: 20)),
            ServerPlayer(id: 8, profile: .init(name: "E\u{1A}ve"), unknown: ["skill"]),
        ]
        let reply = Reply(["players": .array(expected.map(\.json))])
        for count in [1, 2, 3, 1_000] {
            #expect(try Self.replies(of: .players, text, every: count) == [reply])
        }
    }

    private static let nonsense = [
        "", "{}", "<html>", "[", "[{\"id\":\"a\"}", "[{\"id\":\"a\"},", "[1]", "[{}]", "[,]",
        "[{\"id\":\"a\"},]", "[{\"id\":\"a\"}}]", "[{\"id\":1}]", "[{\"id\":\"a\"}] x",
        "[{\"id\":\"a\"},{\"id\":\"b\",\"id\":\"c\"}]", "[{\"id\":\"a\u{0}\"}]",
        "[" + String(repeating: "[", count: 100),
        "[{\"id\":\"\(String(repeating: "a", count: 65))\"}]",
        "[{\"id\":\"a\",\"score\":\"\(String(repeating: "a", count: 70_000))\"}]",
    ]

    @Test("a list of which something makes no sense is none", arguments: nonsense)
    func misshapen(text: String) {
        for count in [1, 7, 100_000] {
            let failure = Result { () throws(SubmitterError) in
                try Self.replies(text, every: count)
            }
            guard case .failure(.outcomeUnknown) = failure else {
                Issue.record("\(text.prefix(80)): \(failure)")
                continue
            }
        }
    }

    @Test("an answer that is no list of the server's is an error, as for a list that is read whole")
    func statuses() {
        let reason = "it gives no reason"
        let cases: [(HTTPAnswer, SubmitterError)] = [
            (Self.part("", status: 401), .unexpectedStatus(status: 401, reason: reason)),
            (
                Self.part("[]", type: "text/html"),
                .outcomeUnknown(reason: "the answer is no JSON but text/html")
            ),
        ]
        for (part, error) in cases {
            let failure = Result { () throws(SubmitterError) in
                var list = ListPages(of: .gathers)
                return try list.pages(of: part)
            }
            #expect(failure == .failure(error))
        }
    }
}
