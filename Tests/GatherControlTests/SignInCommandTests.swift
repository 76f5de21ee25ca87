import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct SignInCommandTests {
    private static let account = AccountFields(
        server: "https://a.example", allowInsecureHTTP: false, userName: "alice", signedIn: true)

    private static func reply(
        _ account: AccountFields?, unsubmitted: [String]? = nil, unlinked: Int? = nil
    ) -> Reply {
        var parameters: JSONObject = ["account": account?.json ?? .null]
        if let unsubmitted { parameters["unsubmitted"] = .array(unsubmitted.map(JSONValue.string)) }
        if let unlinked { parameters["unlinkedPlayers"] = .int(unlinked) }
        return Reply(parameters)
    }

    @Test(
        "players who are not linked with the server are offered a sync",
        arguments: [
            (14, "14 players are not linked with the server yet: gatherctl player sync\n"),
            (1, "1 player is not linked with the server yet: gatherctl player sync\n"), (0, ""),
            (nil, ""),
        ] as [(Int?, String)])
    func unlinked(count: Int?, line: String) throws {
        let reply = Self.reply(Self.account, unsubmitted: ["abcdefgh-"], unlinked: count)
        let result = try Self.bench(reply).run("login", "--password-file", "-")
        #expect(
            result.output == "alice at https://a.example, signed in\n"
                + "1 result never sent: gatherctl submit abcdefgh\n" + line)
    }

    private static func bench(_ answer: Reply, account: AccountFields? = account) -> Bench {
        let bench = Bench(.replies([reply(account), answer]))
        bench.input = "secret\n"
        return bench
    }

    @Test("the remembered name signs in, and results never sent are offered")
    func login() throws {
        let bench = Self.bench(Self.reply(Self.account, unsubmitted: ["abcdefgh-"]))
        let result = try bench.run("login", "--password-file", "-")
        #expect(result.status == .done)
        #expect(
            result.output == """
                alice at https://a.example, signed in
                1 result never sent: gatherctl submit abcdefgh

                """)
        #expect(result.calls.first?.map(\.method) == Self.methods("Get", "LogIn"))
        let parameters = result.calls.first?.last?.parameters
        #expect(parameters == ["userName": "alice", "password": "secret"])
    }

    private static func methods(_ names: String...) -> [String] {
        names.map { "io.gatherd.Account.\($0)" }
    }

    @Test("--forget, --server and --insecure-http are passed on, and plain http is said")
    func options() throws {
        let result = try Self.bench(Self.reply(Self.account)).run(
            "login", "bob", "--forget", "--server", "http://b.example", "--insecure-http",
            "--password-file", "-")
        #expect(
            result.calls.first?.last?.parameters == [
                "userName": "bob", "password": "secret", "server": "http://b.example",
                "allowInsecureHttp": true, "remember": false,
            ])
        #expect(
            result.errors.hasPrefix("gatherctl: plain http: others on the network can read and"))
    }

    @Test("register asks once, and signs in")
    func register() throws {
        let bench = Bench(.replies([Self.reply(nil), Reply(), Self.reply(Self.account)]))
        bench.input = "secret\n"
        let result = try bench.run(
            "register", "alice", "--server", "https://a.example", "--password-file", "-")
        #expect(result.output == "registered\nalice at https://a.example, signed in\n")
        #expect(result.calls.first?.map(\.method) == Self.methods("Get", "Register", "LogIn"))
        let lost = Bench(.replies([Self.reply(nil)], thenEnds: true), .replies([Reply()]))
        lost.input = "secret\n"
        let failed = try lost.run(
            "register", "alice", "--server", "https://a.example", "--password-file", "-")
        #expect(failed.status == .unconfirmed)
        // It is not sent again: a server would say that the name is taken.
        #expect(lost.paths.count == 1)
    }

    @Test("the field that is empty is named, and nothing is asked of a server without it")
    func mandatory() throws {
        let name = "the user name is missing, and none is remembered; type it after the verb"
        let password = "the password is empty"
        let cases: [([String], String, AccountFields?, String)] = [
            (["login", "--password-file", "-"], "\n", Self.account, password),
            (["login", "--password-file", "-"], "", Self.account, password),
            (["login", "--password-file", "-"], "secret\n", nil, name),
            (["register", "--password-file", "-"], "secret\n", Self.account, name),
            (["login", "--password-file", "/dev/null"], "", Self.account, password),
        ]
        for (arguments, input, account, words) in cases {
            let bench = Self.bench(Reply(), account: account)
            bench.input = input
            let result = try bench.run(arguments)
            #expect(result.status == .refused, "\(arguments)")
            #expect(result.errors.hasSuffix(": \(words)\n"))
            #expect((result.calls.first?.count ?? 0) <= 1)
        }
        // An older gatherd does not say which it is.
        for (error, words) in [
            (AccountError.fieldMissing(nil), "Both fields are mandatory."),
            (.fieldMissing(.password), password),
        ] {
            let result = try Self.bench(error.reply).run("login", "--password-file", "-")
            #expect(result.errors.hasSuffix(": \(words)\n"))
        }
    }

    @Test("an account of which nobody knows whether it was made is to be tried by signing in")
    func unknown() throws {
        let way =
            "the account may have been made all the same; try: gatherctl login alice --server "
            + "http://a.example --insecure-http\n"
        let answer = AccountError.outcomeUnknown(reason: "timed out").reply
        for (script, status) in [
            (Bench(.replies([Self.reply(nil), answer])), ExitStatus.refused),
            (Bench(.replies([Self.reply(nil)], thenEnds: true)), .unconfirmed),
        ] {
            script.input = "secret\n"
            let result = try script.run(
                "register", "alice", "--server", "http://a.example", "--insecure-http",
                "--password-file", "-")
            #expect(result.status == status)
            #expect(result.errors.hasSuffix(way), "\(result.errors)")
        }
        let login = try Self.bench(answer).run("login", "--password-file", "-")
        #expect(!login.errors.contains("try:"))
    }

    @Test("where plain http is not taken, the option is named that takes it")
    func insecure() throws {
        let error = AccountError.invalidServer(reason: "use https", needsInsecureHTTP: true)
        let result = try Self.bench(error.reply).run("login", "--password-file", "-")
        #expect(
            result.errors == "gatherctl: cannot sign in: the server cannot be used: "
                + "use https; '--insecure-http' allows plain http\n")
    }

    @Test("without a terminal or a file the password cannot be asked for")
    func noTerminal() throws {
        let result = try Self.bench(Reply()).run("login")
        #expect(result.status == .usage)
        #expect(result.errors.contains("use '--password-file FILE', with '-' for standard input"))
    }

    @Test("a file that cannot be read is named, with the reason")
    func noFile() throws {
        let result = try Self.bench(Reply()).run("login", "--password-file", "/nowhere/x")
        #expect(result.status == .refused)
        #expect(
            result.errors == "gatherctl: cannot read the password from '/nowhere/x': "
                + "No such file or directory\n")
    }

    @Test("what a server says moves no cursor, and no error has the password")
    func refused() throws {
        let errors: [AccountError] = [
            .serverRefused(status: 500, reason: "\u{1B}[2J\u{202E}\n"),
            .serverRefused(status: 418, reason: "\u{1B}[2J"), .invalidServer(reason: "\u{1B}c"),
            .serverUnreachable(reason: "\u{9B}1m"), .outcomeUnknown(reason: "\u{7F}\r"),
            .storageFailed(reason: "\u{1B}"), .serverRefused(status: 401, reason: ""),
        ]
        for error in errors {
            let result = try Self.bench(error.reply).run("login", "--password-file", "-")
            #expect(result.status == .refused)
            #expect(!result.errors.contains("secret"))
            let line = result.errors.dropLast()
            #expect(String(line).shown == line, "\(error)")
        }
    }

    @Test("the server's last answer is told with its name, its age and its reason")
    func lastAnswer() throws {
        let cases: [(Int, String?, Duration, String)] = [
            (204, nil, .zero, "204 No Content, just now"),
            (204, nil, .seconds(180), "204 No Content, 3 min ago"),
            (200, nil, .seconds(86_399), "200 OK, 23 h 59 min ago"),
            (401, "Unauthorized", .seconds(7), "401 Unauthorized, 7 s ago"),
            (
                502, "it gives no reason", .seconds(60),
                "502 Bad Gateway, 1 min ago: it gives no reason"
            ),
            (418, "short and stout", .seconds(60), "418, 1 min ago: short and stout"),
            (500, "\u{1B}[2J", .seconds(5), "500 Internal Server Error, 5 s ago: \u{FFFD}[2J"),
        ]
        for (status, reason, age, words) in cases {
            var account = Self.account
            let at = UniversalTime(Sample.now.wall - age).rfc3339
            account.lastAnswer = AnswerFields(at: at, status: status, reason: reason)
            let result = try Bench(.replies([Self.reply(account)])).run("account")
            #expect(
                result.output == "alice at https://a.example, signed in\nlast answer: \(words)\n")
        }
        let old = UniversalTime(Sample.now.wall - .seconds(90_000)).rfc3339
        let answer = AnswerFields(at: old, status: 200)
        #expect(
            AccountPresenter.lastAnswer(answer, at: Sample.now)
                == "last answer: 200 OK, \(TimeText.dateAndTime(old))")
    }

    @Test("an account is shown fit for a terminal, and as JSON")
    func account() throws {
        var nasty = Self.account
        nasty.userName = "\u{1B}[2J"
        nasty.server = "\u{9B}"
        let shown = try Bench(.replies([Self.reply(nasty)])).run("account")
        #expect(shown.output == "\u{FFFD}[2J at \u{FFFD}, signed in\n")
        let json = try Bench(.replies([Self.reply(Self.account)])).run("--json", "account")
        #expect(json.output.contains(#""userName":"alice""#))
        var refused = Self.account
        refused.signInRefused = true
        let said = try Bench(.replies([Self.reply(refused)])).run("account")
        #expect(
            said.output == "alice at https://a.example, but the server does not accept the sign-in "
                + "any more; 'gatherctl login' signs in again\n")
        let none = try Bench(.replies([Self.reply(nil)])).run("account")
        #expect(none.output.hasPrefix("no account; 'gatherctl login --server URL'"))
        let out = try Bench(.replies([Self.reply(nil)])).run("logout", "--forget")
        #expect(out.calls.first?.first?.parameters == ["forget": true])
    }
}
