import GatherAPI
import Testing

/// What can be typed wrong: a message that names it, an exit status, and a match as before.
@Suite struct WrongArgumentTests {
    private let match: MatchFixture
    private let before: GatherSnapshot

    init() throws {
        match = try MatchFixture()
        try match.ctl("new")
        try match.ctl("score", "b", "3")
        before = try match.match()
    }

    /// Checks that a command fails with a status and says why, and that nothing has changed.
    @discardableResult
    private func refused(
        _ arguments: [String], _ words: String..., input: String = "", status: Int32 = 2,
        at place: SourceLocation = #_sourceLocation
    ) throws -> String {
        let said = try match.ctl(arguments, says: words, input: input, status: status, at: place)
        #expect(said.hasPrefix("gatherctl: "), "\(arguments)", sourceLocation: place)
        #expect(try match.match() == before, "\(arguments)", sourceLocation: place)
        return said
    }

    @Test func times() throws {
        let unreadable = [
            "abc", "-1:00", "1:60", "1:5", "1:2:3", "10x", "1s1h", ":30", "1.5m", "10 m", "",
            "99999999999999999999", "99999999999999999999h", "٣:٠٠",
        ]
        for time in unreadable { try refused(["set", time], "'\(time)'") }
        let outOfRange = [
            "00:00", "0", "0s", "25h", "1440:01", "86401s", "99:99", "1441", "9223372036854775807",
            "9223372036854775807s",
        ]
        for time in outOfRange {
            try refused(["set", time], "cannot", "'\(time)'")
            try refused(["new", "--time", time], "cannot", "'\(time)'")
        }
        for time in ["00:00", "0", "25h"] { try refused(["set", time], "from 00:01 to 24 hours") }
        try refused(["new", "--time", "abc"], "'abc'")
        try refused(["new", "--time", "10:00"], "cannot", status: 1)
    }

    @Test func amountsOfTime() throws {
        for amount in ["30", "+30", "abc", "+", "++30s", "+1:60", "1x"] {
            try refused(["adjust", amount], "'\(amount)'")
        }
        for amount in ["+0s", "-0s", "0:00", "+86401s", "-25h"] {
            try refused(["adjust", amount], "'\(amount)'", "from 1 s to 24 hours")
        }
        for amount in ["-10m", "+24h"] { try refused(["adjust", amount], "cannot", status: 1) }
        for ago in ["8", "-8s", "abc"] { try refused(["start", "--ago", ago], "'\(ago)'") }
        for verb in ["start", "pause", "resume", "toggle"] {
            for ago in ["0s", "0ms", "24h1ms", "25h", "9223372036854775807ms"] {
                try refused([verb, "--ago", ago], "cannot \(verb)", "'\(ago)'", "--ago")
            }
        }
        try refused(["start", "--ago"], "--ago")
    }

    @Test func scores() throws {
        for score in ["x", "", "1.5", "--1", "1e3", "99999999999999999999"] {
            try refused(["score", "a", score], "'\(score)'")
        }
        for score in ["1000", "9223372036854775807"] {
            try refused(["score", "a", score], "cannot", "'\(score)'", "from 0 to 999")
        }
        for score in ["+0", "-0", "+1000", "-1000", "+9223372036854775807"] {
            try refused(["score", "a", score], "cannot", "'\(score)'", "by 1 to 999")
        }
        try refused(["score", "a", "-9223372036854775808"], "cannot")
        // Whether there are so many to take back is for the daemon to say.
        for score in ["-1", "-999"] {
            try refused(["score", "a", score], "cannot", "999", status: 1)
        }
        for number in ["0", "-1", "9223372036854775808"] {
            try refused(["undo", number], "cannot undo", "'\(number)'")
        }
    }

    @Test func whatIsWrongIsWrongWithoutADaemonAsWell() throws {
        match.environment["GATHERD_SOCKET"] = "/nowhere"
        let long = String(repeating: "x", count: 101)
        let wrong = [
            ["set", "25h"], ["new", "--time", "0"], ["new", "--team-a", ""],
            ["new", "--team-b", long], ["score", "a", "1000"], ["adjust", "+0s"],
            ["start", "--ago", "25h"], ["undo", "0"], ["team", "names", "A", "\u{202E}"],
            ["team", "draw", "--seed", "-1"], ["player", "add", " "], ["player", "add", long],
            ["player", "add", "x", "--age", "121"], ["player", "edit", "x", "--age", "0"],
            ["player", "edit", "x", "--name", "a\tb"], ["history", "--limit", "0"],
            ["scorers", "--since", "soon"], ["submissions", "adopt", "6f1c", "6f1c"],
            ["reopen", "6f1"], ["login", String(repeating: "x", count: 21)], ["register", "a:b"],
            ["login", "--server", "ftp://x"], ["login", "--server", ""],
            ["login", "--server", "football.example"], ["login", "--password-file", ""],
            ["on", "remaining=0s", "--", "true"], ["on", "goal", "--timeout", "25h", "--", "true"],
        ]
        for arguments in wrong {
            #expect(try refused(arguments).hasPrefix("gatherctl: cannot "), "\(arguments)")
        }
    }

    @Test func noSuggestionIsBetterThanAWrongOne() throws {
        match.environment["GATHERD_SOCKET"] = "/nowhere"
        let unlike = ["add", "stop", "and", "send", "finish", "get", "few", "go", "store", "--foo"]
        for word in unlike { #expect(try !refused([word]).contains("did you mean"), "\(word)") }
        let slips = [
            ("strat", "start"), ("scroe", "score"), ("edn", "end"),
            ("--reqest-id", "--request-id"),
        ]
        for (word, meant) in slips { try refused([word], "did you mean '\(meant)'?") }
    }

    @Test func noOptionIsSuggestedThatTheVerbDoesNotHave() throws {
        match.environment["GATHERD_SOCKET"] = "/nowhere"
        let unlike = [
            ["start", "--yse"], ["goal", "a", "--tmie", "9"], ["--yse", "end"],
            ["player", "list", "--yse"], ["team", "names", "--agian"],
        ]
        for arguments in unlike { try refused(arguments, "there is no such option\n") }
        let slips = [
            (["end", "--yse"], "yes"), (["new", "--tmie", "9"], "time"),
            (["player", "remove", "x", "--yse"], "yes"), (["team", "draw", "--agian"], "again"),
            (["reset", "--quite"], "quiet"),
        ]
        for (arguments, meant) in slips { try refused(arguments, "did you mean '--\(meant)'?") }
    }

    @Test func teamsCommandsAndOptions() throws {
        try refused(["goal", "c"], "'c'")
        try refused(["score", "", "1"], "''")
        try refused(["goool"], "'goool'", "goal")
        try refused(["strat"], "'strat'", "start")
        try refused(["xyzzy"], "'xyzzy'")
        try refused(["--colour"], "'--colour'")
        try refused(["goal", "a", "--yess"], "--yess")
        try refused(["start", "--yes"], "--yes")
        try refused(["--json=nice", "status"], "nice")
    }

    @Test func tooFewAndTooMany() throws {
        for arguments in [["goal"], ["set"], ["score"], ["score", "a"], ["adjust"]] {
            try refused(arguments)
        }
        try refused(["goal", "a", "b", "c"], "'c'")
        try refused(["start", "now"], "'now'")
        try refused(["undo", "2", "3"], "'3'")
        try refused(["status", "x"], "'x'")
    }

    @Test func playersAndSides() throws {
        let commands = [
            ["goal", "a"], ["team", "a"], ["team", "out"], ["team", "draw"], ["player", "show"],
            ["player", "remove", "--yes"],
        ]
        for word in ["xyzzy", "", "99", "9223372036854775808", "\u{200B}"] {
            for command in commands { try refused(command + [word], "cannot", status: 1) }
        }
        let wrong = [
            ["team", "a"], ["team", "c"], ["team", "clear", "x"], ["team", "names"],
            ["player", "x"], ["player", "add"], ["player", "edit", "x"], ["player", "show"],
            ["goal", "a", "--own-goal"], ["scorers", "x"], ["player", "sync", "adopt"],
            ["team", "draw", "--seed", "x"], ["player", "list", "--seed", "1"],
            ["team", "a", "x", "--seed", "1"],
        ]
        for arguments in wrong { try refused(arguments, "cannot") }
        let long = String(repeating: "x", count: 101)
        try refused(["player", "add", "x", "--age", "0"], "1 to 120")
        try refused(["player", "add", long], "100")
        try refused(["team", "names", long, "y"], "100")
    }

    @Test func namesAndRequestIDs() throws {
        for id in ["", String(repeating: "x", count: 65), "Tor für A"] {
            try refused(["goal", "a", "--request-id", id], "'\(id)'")
        }
        try refused(["new", "--team-a", String(repeating: "x", count: 101)], "cannot")
        let pitches = [
            "../etc", "a.b", "nørd", String(repeating: "x", count: 65), "gatherd",
        ]
        for pitch in pitches { try refused(["--pitch", pitch, "status"], "'\(pitch)'", "pitch") }
        try refused(["--socket", "/tmp/" + String(repeating: "x", count: 103), "status"], "107")
        try refused(["--socket", match.daemon.socketPath, "--pitch", "a", "status"])
    }

    @Test func aRefusalByTheRulesSaysWhatNext() throws {
        try refused(["pause"], "cannot pause", "not running", status: 1)
        try refused(["resume"], "cannot resume", "not paused", status: 1)
        try refused(["new"], "cannot open", status: 1)
        try refused(["score", "a", "-1"], "cannot", "0", status: 1)
    }

    @Test func aQuestionThatCannotBeAsked() throws {
        for verb in ["end", "discard"] {
            for input in ["", "y\n"] { try refused([verb], "--yes", input: input) }
        }
    }

    @Test func noCommandIsTheStatusAndHelpNeedsNoDaemon() throws {
        try match.ctl([], says: ["0-3"])
        match.environment["GATHERD_SOCKET"] = "/nowhere"
        for (option, word) in [("--help", "status"), ("-h", "goal"), ("--version", "gatherctl")] {
            try match.ctl(option, says: word)
        }
    }
}
