import GatherAPI
import Glibc
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

    @Test("the help is longer than the screen too", arguments: [["help"], ["--help"]])
    func help(words: [String]) throws {
        let bench = Bench()
        bench.terminals.output = true
        bench.environment["PAGER"] = "sed s/^/>/"
        let lines = try bench.run(words).output.split(separator: "\n")
        #expect(lines.count > 99)
        #expect(lines.allSatisfy { $0.hasPrefix(">") })
        #expect(try bench.run(["--no-pager"] + words).output == HelpText.all)
        #expect(try bench.run("--version").output.hasPrefix("gatherctl "))
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
        var nowhere = Pagers()
        nowhere.programs = [["/nonexistent/pager"]]
        #expect(Pager.start(nowhere, on: Descriptor(owning: -1)) == nil)
        let result = try run("/nonexistent/pager")
        #expect(result.status == .done)
        #expect(result.output.hasPrefix("1000"))
    }

    @Test("our own variable goes before the common one, and less is what there is without")
    func programs() {
        func programs(_ variables: [String: String]) -> [[String]] {
            Self.pagers(Environment(variables: variables, uid: 1_000)).programs
        }
        #expect(programs([:]) == [["less"], ["more"]])
        #expect(programs(["PAGER": "most -s"]) == [["most", "-s"], ["less"], ["more"]])
        #expect(programs(["GATHERCTL_PAGER": "cat", "PAGER": "less"]) == [])
        #expect(programs(["GATHERCTL_PAGER": "", "PAGER": "less"]) == [])
    }

    @Test(
        "with the rights of another user a pager is one that only shows a text",
        arguments: [
            (["SUDO_UID": "1000"], true), (["SUDO_UID": "0"], false), (["SUDO_UID": "x"], true),
            (["PKEXEC_UID": "1000"], true), (["PKEXEC_UID": "0"], false), ([:], false),
            (["SUDO_UID": "1000", "GATHERCTL_PAGERSECURE": "no"], false),
            (["SUDO_UID": "1000", "GATHERCTL_PAGERSECURE": "Off"], false),
            (["GATHERCTL_PAGERSECURE": "1"], true), (["GATHERCTL_PAGERSECURE": "TRUE"], true),
            (["GATHERCTL_PAGERSECURE": "sure"], true), (["GATHERCTL_PAGERSECURE": ""], true),
        ])
    func secure(variables: [String: String], isSecure: Bool) {
        var variables = variables
        variables["PAGER"] = "most -s"
        let pagers = Self.pagers(Environment(variables: variables, uid: 0))
        #expect(pagers.isSecure == isSecure)
        #expect(
            pagers.programs == (isSecure ? [["less"]] : [["most", "-s"], ["less"], ["more"]]))
        variables["PAGER"] = "cat"
        #expect(Self.pagers(Environment(variables: variables, uid: 0)).programs == [])
    }

    @Test("the user who has logged in counts, and a program with rights of its own is not asked")
    func users() throws {
        let path = "/tmp/gatherd-login-\(getpid())"
        defer { unlink(path) }
        for (text, uid, isSecure) in [
            ("1000", 0, true), ("0", 0, false), ("1000", 1_000, false), ("4294967295", 0, false),
            ("", 0, false), ("1000\n", 1_000, false),
        ] {
            try Files.put(Array(text.utf8), at: path, by: path + "~")
            let environment = Environment(variables: [:], uid: UInt32(uid), loginFile: path)
            #expect(PagerSafety.isSecure(environment) == isSecure, "\(text), \(uid)")
        }
        let setID = Environment(
            variables: ["GATHERCTL_PAGERSECURE": "0"], uid: 0, isSetID: true, loginFile: "/none")
        #expect(PagerSafety.isSecure(setID))
    }

    @Test("a secure pager is told so, and by nothing what to run or to write")
    func variables() {
        let given = [
            "HOME=/root", "LESS=-ox", "LESSOPEN=|x", "LESSKEYIN=x", "LESSSECURE=0", "EDITOR=vi",
            "VISUAL=vi", "LESSEDIT=x", "TERM=xterm", "EDITORIAL=1",
        ]
        #expect(
            Pager.variables(given, isSecure: true) == [
                "LESSSECURE=1", "LESSHISTFILE=-", "HOME=/root", "TERM=xterm", "EDITORIAL=1",
                "LESS=FRSXMK", "LESSCHARSET=utf-8",
            ])
        #expect(
            Pager.variables(given, isSecure: false)
                == given + ["LESS=FRSXMK", "LESSCHARSET=utf-8"])
    }

    /// The programs that the environment alone chooses.
    private static func pagers(_ environment: Environment) -> Pagers {
        let wanted = Pagers.variables.lazy.compactMap(environment.given).first
        return Pagers(wanted, environment)
    }
}
