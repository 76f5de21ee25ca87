import GatherAPI
import Testing
import Varlink

@testable import GatherSubmit

struct StepTests {
    private static let gather = "310E4741-115A-4DEE-B33C-33137D3ED873"

    private static func step(_ expectation: Step.Expectation) throws -> Step {
        let server = try ServerAddress("https://football.example", allowInsecureHTTP: false)
        let request = HTTPRequest(method: .get, server: server, path: "/api/x")
        return Step(request: request, expectation: expectation, secrets: ["secret-token"])
    }

    private static func reply(_ expectation: Step.Expectation, _ answer: HTTPAnswer) throws -> Reply
    {
        try step(expectation).replies(to: .success(answer))[0]
    }

    private static func answer(
        _ status: Int, _ body: String = "", type: String? = nil, location: String? = nil
    ) -> HTTPAnswer {
        HTTPAnswer(
            status: status, contentType: type, location: location, body: Array(body.utf8))
    }

    private static let players = """
        [{"name":"Jo\\/hn","id":1,"age":20,"skill":"amateur","preferredPosition":"winger"},\
        {"id":2,"skill":"wizard","age":null,"preferredPosition":7,"new":[{}]}]
        """

    @Test("what means done is read")
    func done() throws {
        let type = "application/json; charset=utf-8"
        #expect(try Self.reply(.nothing(status: 204), Self.answer(204)) == Reply())
        let place = Self.answer(201, location: "/api/gathers//\(Self.gather)")
        #expect(try Self.reply(.newGather, place) == Reply(["gatherId": .string(Self.gather)]))
        #expect(try Self.reply(.newUser, place) == Reply(["userId": .string(Self.gather)]))
        let number = Self.answer(201, location: "/api/players/12")
        #expect(try Self.reply(.newPlayer, number) == Reply(["playerId": 12]))
        let login = Self.answer(200, #"{"userID":"u","token":"a\/b=="}"#, type: type)
        #expect(try Self.reply(.login, login) == Reply(["token": "a/b==", "userId": "u"]))
        let gathers = Self.answer(200, #"[{"id":"g","userId":"u"}]"#, type: type)
        let gather = ServerGather(id: "g", userID: "u")
        #expect(try Self.reply(.gathers, gathers) == Reply(["gathers": .array([gather.json])]))
        let list = Self.answer(200, Self.players, type: "Application/JSON")
        let john = ServerProfile(
            name: "Jo/hn", age: 20, skill: .amateur, preferredPosition: .winger)
        let expected = [
            ServerPlayer(id: 1, profile: john),
            ServerPlayer(
                id: 2, profile: ServerProfile(name: ""),
                unknown: ["skill", "preferredPosition"]),
        ]
        let reply = Reply(["players": .array(expected.map(\.json))])
        #expect(try Self.reply(.players, list) == reply)
    }

    @Test("a name with U+0000 is listed as one that nobody can have, and its list is read")
    func nul() throws {
        let list = Self.answer(200, #"[{"id":1,"name":"E\u0000ve"},{"id":2,"name":"Bo"}]"#)
        let expected = [
            ServerPlayer(id: 1, profile: .init(name: "E\u{1A}ve")),
            ServerPlayer(id: 2, profile: .init(name: "Bo")),
        ]
        let reply = Reply(["players": .array(expected.map(\.json))])
        #expect(try Self.reply(.players, list) == reply)
    }

    @Test("another status is told, with the server's words where it has some")
    func statuses() throws {
        let error = Self.answer(404, #"{"reason":"Not\nFound","error":true}"#)
        let expected = SubmitterError.unexpectedStatus(status: 404, reason: #"Not\u{a}Found"#)
        #expect(try Self.reply(.newGather, error) == expected.reply)
        // Whoever signs in is told what the address has, such as one that is wrong.
        let page = Self.answer(404, "<html>", type: "text/html")
        for expectation in [Step.Expectation.newUser, .login] {
            guard case .unexpectedStatus = SubmitterError(try Self.reply(expectation, page)) else {
                Issue.record("\(expectation)")
                continue
            }
        }
        for body in ["", "Not Found", "[]", "{}", #"{"reason":null}"#] {
            let reply = try Self.reply(.nothing(status: 204), Self.answer(500, body))
            let reason = "it gives no reason"
            #expect(SubmitterError(reply) == .unexpectedStatus(status: 500, reason: reason))
        }
        // Nothing goes there by itself, so whoever signs in has to know the address.
        let place = "https://www.football.example/api/gathers"
        let secret = "https://ann:secret@www.football.example/api/gathers?token=secret#secret"
        for location in [place, secret] {
            let moved = try Self.reply(.newGather, Self.answer(301, location: location))
            let reason = "it redirects to \(place)"
            #expect(SubmitterError(moved) == .unexpectedStatus(status: 301, reason: reason))
        }
        var busy = Self.answer(503)
        busy.retryAfterSeconds = 120
        #expect(
            SubmitterError(try Self.reply(.newGather, busy))
                == .unexpectedStatus(
                    status: 503, reason: "it gives no reason", retryAfterSeconds: 120))
    }

    @Test("an answer that does not say what was done leaves the outcome unknown")
    func unknown() throws {
        let answers: [(Step.Expectation, HTTPAnswer)] = [
            (.newGather, Self.answer(201)), (.newGather, Self.answer(201, location: "/")),
            (.newGather, Self.answer(201, location: "/api/gathers/7")),
            (.newGather, Self.answer(201, location: "/api/gathers/" + Self.gather.dropLast())),
            (.newPlayer, Self.answer(201, location: "/api/players/x")),
            (.newPlayer, Self.answer(201, location: "/api/players/99999999999999999999")),
            (.login, Self.answer(200, "{}")), (.login, Self.answer(200, #"{"token":"a b"}"#)),
            (.gathers, Self.answer(200)), (.gathers, Self.answer(200, "{}")),
            (.gathers, Self.answer(200, "[{}]")), (.players, Self.answer(200, "[7]")),
            (.players, Self.answer(200, #"[{"id":"1"}]"#)),
            (.nothing(status: 200), Self.answer(200, "<html>", type: "text/html")),
            (.nothing(status: 204), Self.answer(404, "<html>", type: "text/html")),
            (.nothing(status: 204), Self.answer(200, "<html>", type: "text/html")),
            (.pages(.players), Self.answer(403, "no", type: "Text/Plain; charset=utf-8")),
        ]
        for (expectation, answer) in answers {
            guard
                case .outcomeUnknown = SubmitterError(try Self.reply(expectation, answer))
            else {
                Issue.record("\(expectation): \(answer)")
                continue
            }
        }
    }

    @Test("a page with a status that may be over by itself is told with that status")
    func pageOfStatus() throws {
        for status in [401, 407, 408, 425, 429, 503] {
            let page = Self.answer(status, "<html>", type: "text/html")
            let error = SubmitterError(try Self.reply(.nothing(status: 200), page))
            #expect(
                error == .unexpectedStatus(status: status, reason: "it gives no reason"))
        }
    }

    @Test("a success without a body counts, whatever its type")
    func typeOfNothing() throws {
        for status in [200, 204] {
            let done = Self.answer(status, type: "text/html; charset=UTF-8")
            #expect(try Self.reply(.nothing(status: status), done) == Reply())
        }
        let made = Self.answer(201, type: "text/plain", location: "/api/gathers/\(Self.gather)")
        #expect(try Self.reply(.newGather, made) == Reply(["gatherId": .string(Self.gather)]))
    }

    @Test("failures on the way keep their meaning")
    func failures() throws {
        let step = try Self.step(.newGather)
        let notSent = step.replies(to: .failure(.notSent("a")))[0]
        #expect(SubmitterError(notSent) == .notSent(reason: "a"))
        let noAnswer = step.replies(to: .failure(.noAnswer("b")))[0]
        #expect(SubmitterError(noAnswer) == .outcomeUnknown(reason: "b"))
    }

    @Test("a server that repeats a secret is not quoted")
    func secrets() throws {
        let body = #"{"reason":"who is secret-token?"}"#
        let reply = try Self.reply(.gathers, Self.answer(400, body))
        let reason = "the server repeated a secret"
        #expect(SubmitterError(reply) == .unexpectedStatus(status: 400, reason: reason))
    }

    @Test("a reason is one line of at most 200 characters")
    func reasons() {
        #expect(ReasonText.of("Équipe / \"Z\" ⚽") == "Équipe / \"Z\" ⚽")
        #expect(ReasonText.of("a\u{0}\t\u{7F}\u{85}b") == #"a\u{0}\u{9}\u{7f}\u{85}b"#)
        #expect(ReasonText.of("\u{202E}\u{2029}") == #"\u{202e}\u{2029}"#)
        let long = String(repeating: "x", count: 198)
        #expect(ReasonText.of(long + "yyy") == long + "yy")
        #expect(ReasonText.of(long + "\ny") == long)
    }
}
