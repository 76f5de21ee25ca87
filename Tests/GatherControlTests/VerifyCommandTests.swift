import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct VerifyCommandTests {
    private static let code = "E5DQ-469Q-TYAX-KYB0"
    private static let whole = VerificationFields(
        id: "2351295c-6f5b-4d43-9d4e-0c8f6f1c7f0e", events: 12, hashedFrom: 1, code: code)

    private static func reply(_ found: VerificationFields) -> Reply {
        HistoryMethod.Verify.Reply(verification: found).reply
    }

    private func run(_ found: VerificationFields, _ words: String...) throws -> Bench.Result {
        try Bench(.replies([Self.reply(found)])).run(["verify"] + words)
    }

    static let lines: [(String, Verify)] = [
        ("", Verify()), ("--all", Verify(subject: .all)),
        ("last", Verify(subject: .gather(.last))),
        ("2351295C", Verify(subject: .gather(.id("2351295c")))),
        (
            "2351295c e5dq469qtyaxkyb0",
            Verify(subject: .gather(.id("2351295c")), code: RecordCode(code))
        ),
        (code, Verify(code: RecordCode(code))),
        ("\(code) last", Verify(subject: .gather(.last), code: RecordCode(code))),
        // Such a beginning of an ID has as many digits as a code.
        ("2351295c-6f5b-4d43", Verify(subject: .gather(.id("2351295c-6f5b-4d43")))),
        ("2351295c6f5b4d43", Verify(code: RecordCode("2351-295C-6F5B-4D43"))),
        ("-", Verify(subject: .file("-"))), ("a.jsonl", Verify(subject: .file("a.jsonl"))),
        ("./last", Verify(subject: .file("./last"))),
        ("\(code) - ", Verify(subject: .file("-"), code: RecordCode(code))),
    ]

    @Test("its arguments are in any order, and each is what it looks like", arguments: lines)
    func arguments(line: String, verify: Verify) throws {
        let words = line.split(separator: " ").map(String.init)
        #expect(try CommandLine(["verify"] + words).command as? Verify == verify)
    }

    @Test("a file without a slash or a full stop is one if it exists")
    func file() throws {
        let programs = try TemporaryPrograms(["matches"])
        let before = try #require(getcwd(nil, 0))
        defer {
            chdir(before)
            free(before)
        }
        try #require(chdir(programs.path) == 0)
        let verify = try CommandLine(["verify", "matches"]).command as? Verify
        #expect(verify == Verify(subject: .file("matches")))
    }

    @Test(
        "a code is read as it is copied",
        arguments: ["E5DQ-469Q-TYAX-KYB0", "e5dq469qtyaxkybo", "E5DQ 469Q TYAX KYB0"])
    func code(word: String) {
        #expect(RecordCode(word)?.text == Self.code)
        #expect(RecordCode("OIL0-oil1-0000-0000")?.text == "0110-0111-0000-0000")
    }

    @Test(
        "other words are no code",
        arguments: [
            "", "----", "E5DQ-469Q-TYAX-KYB", "E5DQ-469Q-TYAX-KYB00", "E5DQ-469Q-TYAX-KYBU",
            "E5DQ469Q-TYAX-KYB0", "E5DQ-469Q-TYAX-KYB0-", "E5DQ-469Q-TYAX-KYBß",
            "2351295c-6f5b-4d43", "E5DQ469QTYAXKYB\u{0660}",
        ])
    func noCode(word: String) { #expect(RecordCode(word) == nil) }

    static let errors: [(String, String)] = [
        ("last 2351", "unexpected argument '2351'"), ("--all last", "unexpected argument 'last'"),
        ("\(code) \(code)", "unexpected argument '\(code)'"),
        ("--all \(code)", "a code cannot be given along with '--all'"),
        (
            "E5DQ-469Q-TYAX-KYBU",
            "'E5DQ-469Q-TYAX-KYBU' is not the ID of a match, not a file, and not a code of 16 "
                + "letters and digits"
        ),
    ]

    @Test("what it cannot be is named", arguments: errors)
    func error(line: String, cause: String) {
        #expect {
            try CommandLine(["verify"] + line.split(separator: " ").map(String.init))
        } throws: {
            ($0 as? UsageError)?.message == "cannot check the record: \(cause)"
        }
    }

    @Test("a whole record is a line, and the call has what was given")
    func isWhole() throws {
        let result = try run(Self.whole)
        #expect(result.status == .done)
        #expect(result.output == "record 2351295c is whole: 12 events, code \(Self.code)\n")
        #expect(result.calls == [[Call("io.gatherd.History.Verify", [:])]])
        let named = try run(Self.whole, "e5dq469qtyaxkyb0", "2351")
        let call = Call(
            "io.gatherd.History.Verify", ["id": "2351", "code": .string(Self.code)])
        #expect(named.calls == [[call]])
        #expect(try run(Self.whole, "-q").output == "")
        let object = Self.reply(Self.whole).parameters
        #expect(
            try run(Self.whole, "--json").output
                == JSONValue.object(object).printableText(isPretty: false) + "\n")
    }

    @Test("a code that it had is told with what came since, and one that it never had is refused")
    func withCode() throws {
        var found = Self.whole
        found.codeEvent = 12
        let present = try run(found, Self.code)
        #expect(present.status == .done)
        #expect(present.output.hasSuffix("\nnothing has happened since it had this code\n"))
        found.codeEvent = 9
        let earlier = try run(found, Self.code)
        #expect(earlier.status == .done)
        #expect(earlier.output.hasSuffix("\nit had this code after event 9; 3 events came since\n"))
        let other = try run(Self.whole, "0000-0000-0000-0000")
        #expect(other.status == .refused && other.output == "")
        #expect(
            other.errors == "gatherctl: record 2351295c has never had the code 0000-0000-0000-0000"
                + "\nthis is the newest match; give the ID that is printed with the code\n")
        let named = try run(Self.whole, "0000000000000000", "last")
        #expect(named.errors.split(separator: "\n").count == 1)
    }

    static let problems: [(VerificationFields.Problem, Int, String)] = [
        (.changed, 3, "event 3 was changed"), (.gone, 13, "event 13 is gone"),
        (.changed, 2, "event 2, or one before it, was changed"),
        (
            .lost, 5,
            "event 5 was lost with a damaged file, and what follows cannot be joined to what was "
                + "before"
        ),
    ]

    @Test("the first event that is not as it was recorded is named", arguments: problems)
    func problem(_ problem: VerificationFields.Problem, event: Int, text: String) throws {
        var found = Self.whole
        (found.problem, found.event, found.hashedFrom) = (problem, event, 2)
        let message = "gatherctl: record 2351295c is not whole: \(text)\n"
        for words in [[], ["-q"], ["--json"]] {
            let result = try Bench(.replies([Self.reply(found)])).run(["verify"] + words)
            #expect(result.status == .refused)
            #expect(result.errors == message)
            #expect(result.output.isEmpty == (words != ["--json"]))
        }
        let other = try run(found, Self.code).errors
        #expect(other == message + "  it has never had the code \(Self.code)\n")
        found.codeEvent = event
        let later = try run(found, Self.code).errors
        #expect(later == message + "  the code is that of its state after event \(event)\n")
        found.codeEvent = event - 1
        let before = try run(found, Self.code).errors
        #expect(before.hasSuffix("after event \(event - 1), up to which it is whole\n"))
    }

    @Test("events of an earlier version are said to be unchecked, and a code is not found there")
    func earlier() throws {
        var found = Self.whole
        found.hashedFrom = 4
        let part = try run(found)
        #expect(part.status == .done)
        #expect(
            part.output.hasSuffix(
                "\nevents 1 to 3 are of an earlier version and cannot be checked\n"))
        found.hashedFrom = 2
        #expect(try run(found).output.contains("\nevent 1 is of an earlier version and"))
        (found.hashedFrom, found.code) = (nil, nil)
        let none = try run(found)
        #expect(none.status == .done)
        #expect(
            none.output
                == "record 2351295c cannot be checked: 12 events of an earlier version\n")
        #expect(try run(found, Self.code).status == .refused)
    }

    @Test("a daemon without it, and one without matches, are told as by other verbs")
    func others() throws {
        let name = HistoryMethod.verify.fullName
        let older = try Bench(.replies([VarlinkError.methodNotFound(name).reply])).run("verify")
        #expect(older.status == .refused)
        #expect(
            older.errors.hasPrefix(
                "gatherctl: cannot check the record: gatherd has no '\(name)'; it is of another"))
        let none = try Bench(.replies([HistoryError.noSuchGather.reply])).run("verify")
        #expect(
            none.errors
                == "gatherctl: \(RefusalPresenter(failure: Verify.verb.failure).nothingYet)\n")
    }

    private static func page(
        _ matches: Int, withoutHashes: Int = 0, _ problems: [VerificationFields] = [],
        last: String?
    ) -> Reply {
        HistoryMethod.VerifyPage.Reply(
            matches: matches, events: matches * 10, withoutHashes: withoutHashes,
            problems: problems, last: last
        ).reply
    }

    @Test("all matches are read page by page, and those with a problem are listed")
    func all() throws {
        var changed = Self.whole
        (changed.problem, changed.event) = (.changed, 3)
        let result = try Bench(
            .replies([
                Self.page(100, [changed], last: "2222"),
                Self.page(3, withoutHashes: 1, last: "1111"),
            ])
        ).run("verify", "--all")
        #expect(result.status == .refused)
        #expect(
            result.output == """
                record 2351295c is not whole: event 3 was changed
                checked: 103 matches, 1030 events
                101 matches are whole
                1 match is of an earlier version and cannot be checked

                """)
        #expect(result.errors == "gatherctl: the record of 1 match is not whole\n")
        let name = HistoryMethod.verifyPage.fullName
        #expect(
            result.calls == [
                [Call(name, ["limit": 100]), Call(name, ["limit": 100, "before": "2222"])]
            ])
        let whole = try Bench(.replies([Self.page(3, last: "1111")])).run("verify", "--all")
        #expect(whole.status == .done)
        #expect(whole.output == "all are whole: 3 matches, 30 events\n")
        let old = try Bench(
            .replies([Self.page(3, withoutHashes: 3, last: "1111")])
        ).run("verify", "--all")
        #expect(old.status == .done && !old.output.contains("whole"))
        let none = try Bench(.replies([Self.page(0, last: nil)])).run("verify", "--all")
        #expect(none.output == "no matches yet\n")
    }

    @Test("pages that do not go on, or say what cannot be, are not read for ever")
    func endless() throws {
        let pages = [Self.page(100, last: "1"), Self.page(100, last: "1")]
        let result = try Bench(.replies(pages)).run("verify", "--all")
        #expect(result.status == .refused)
        #expect(result.errors.contains("cannot understand the answer"))
        for page in [Self.page(101, last: "1"), Self.page(1, withoutHashes: 2, last: "1")] {
            #expect(try Bench(.replies([page])).run("verify", "--all").status == .refused)
        }
    }
}

/// The reading of what gatherd says of an export, by scripts in its place.
@Suite struct ExportCheckTests {
    private static let code = RecordCode("E5DQ-469Q-TYAX-KYB0")

    /// What came of a check: the IDs it was given, and its failure.
    private func check(
        _ script: String, code: RecordCode? = nil, input: String = ""
    ) throws -> (ids: [String], failure: Failure?) {
        let programs = try TemporaryPrograms(["gatherd"], script: script)
        let check = ExportCheck(
            input: try MemoryFile.of(Array(input.utf8)), code: code, failure: "no: %1$@",
            // The script itself could be still open in a process that another test has started.
            command: ["/bin/sh", "\(programs.path)/gatherd"])
        var ids: [String] = []
        do throws(Failure) {
            try check.eachMatch { ids.append($0["id"]?.string ?? "") }
            return (ids, nil)
        } catch { return (ids, error) }
    }

    @Test("it has the export and the code, and each line is told")
    func lines() throws {
        let result = try check(
            #"while read -r line; do echo "{\"id\":\"$line $*\"}"; done"#, code: Self.code,
            input: "one\ntwo\n")
        let options = "--check-export --code E5DQ-469Q-TYAX-KYB0"
        #expect(result.ids == ["one \(options)", "two \(options)"])
        #expect(result.failure == nil)
        #expect(try check(#"echo "{\"id\":\"$*\"}""#).ids == ["--check-export"])
    }

    @Test("a line that cannot be read is told, with those before it")
    func refused() throws {
        let result = try check(
            #"echo '{"id":"a"}'; echo 'gatherd: line 2 is no event' >&2; exit 1"#)
        #expect(result.ids == ["a"])
        #expect(result.failure?.message == "no: line 2 is no event")
        #expect(result.failure?.hint?.contains("JSON lines") == true)
        let older = try check("echo 'gatherd: there is no such option' >&2; exit 2")
        #expect(older.failure?.message == "no: there is no such option")
        #expect(older.failure?.hint == nil)
        #expect(
            try check("kill -9 $$").failure?.message
                == "no: 'gatherd' has not come to the end of it")
    }

    @Test(
        "what is not understood is said, and it is not waited for",
        arguments: [
            "echo nonsense; exec cat /dev/zero >/dev/null", "echo '[1]'", "exec cat /dev/zero",
        ])
    func nonsense(script: String) throws {
        let failure = try check(script).failure
        #expect(failure?.message == "no: cannot understand what 'gatherd' prints")
    }

    @Test("what is wrong with a record is told, or why that is not known")
    func objection() throws {
        let whole = #"{"id":"2351295c-6f5b","events":4,"hashedFrom":1}"#
        let gone = #"{"id":"2351295c-6f5b","events":4,"problem":"gone","event":3}"#
        let again = "line 4 has event 3 again"
        for (script, objection) in [
            ("echo '\(whole)'", nil),
            ("echo '\(whole)'; echo '\(gone)'", "record 2351295c is not whole: event 3 is gone"),
            ("echo 'gatherd: \(again)' >&2; exit 1", "no: \(again)"),
            ("echo '{}'", "no: cannot understand what 'gatherd' prints"),
        ] as [(String, String?)] {
            let programs = try TemporaryPrograms(["gatherd"], script: script)
            let check = ExportCheck(
                input: try MemoryFile.of([]), code: nil, failure: "no: %1$@",
                command: ["/bin/sh", "\(programs.path)/gatherd"])
            #expect(check.objection() == objection)
            withExtendedLifetime(programs) {}
        }
    }

    @Test("a program that is not there is named")
    func missing() throws {
        let check = ExportCheck(
            input: try MemoryFile.of([]), code: nil, failure: "no: %1$@",
            command: ["/nowhere/gatherd"])
        #expect {
            try check.eachMatch { _ in }
        } throws: {
            ($0 as? Failure)?.message
                == "no: 'gatherd' does not start: No such file or directory"
        }
    }

    @Test("what cannot be an export is refused without it")
    func files() throws {
        let programs = try TemporaryPrograms(["export.csv"])
        let file = "\(programs.path)/export.csv"
        try Files.replace(file, with: Array("gatherId,teamAName\r\n".utf8))
        let csv = try Bench().run("verify", file)
        #expect(csv.status == .refused)
        #expect(csv.errors.contains("has comma-separated values, which cannot be checked\n"))
        #expect(csv.calls == [])
        let directory = try Bench().run("verify", programs.path)
        #expect(directory.errors.hasSuffix("Is a directory\n"))
        let none = try Bench().run("verify", "./nowhere")
        #expect(none.errors.hasSuffix("cannot read './nowhere': No such file or directory\n"))
    }
}
