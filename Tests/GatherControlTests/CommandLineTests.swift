import GatherAPI
import Testing

@testable import GatherControl

@Suite struct CommandLineTests {
    static let commands: [(String, any Command)] = [
        ("", Status()),
        ("status", Status()),
        ("watch", Watch(options: WatchOptions())),
        ("watch --ticks", Watch(options: WatchOptions(ticks: true))),
        ("watch --control", Watch(options: WatchOptions(isControlled: true))),
        ("new", New()),
        (
            "new --time 12 --team-a Reds --team-b=Blues",
            New(time: minutes(12), teamA: "Reds", teamB: "Blues")
        ),
        ("start", Change.start(agoMilliseconds: nil)),
        ("new 12", New(time: minutes(12))),
        ("start 12 --ago 8s", Change.start(agoMilliseconds: 8_000, time: minutes(12))),
        ("start --ago 8s", Change.start(agoMilliseconds: 8_000)),
        ("--ago=500ms pause", Change.pause(agoMilliseconds: 500)),
        ("resume --ago 01:30", Change.resume(agoMilliseconds: 90_000)),
        ("toggle --ago 1m30s", Change.toggle(agoMilliseconds: 90_000)),
        ("cancel", Change.cancel),
        ("reset", Change.cancel),
        ("set 12", Change.setTime(minutes(12))),
        ("set 00:01", Change.setTime(TimeFields(minutes: 0, seconds: 1))),
        ("set 24h", Change.setTime(minutes(1_440))),
        ("set 120:05", Change.setTime(TimeFields(minutes: 120, seconds: 5))),
        ("set 10min", Change.setTime(minutes(10))),
        ("set 1h30min5sec", Change.setTime(TimeFields(minutes: 90, seconds: 5))),
        ("set 1:30:00", Change.setTime(minutes(90))),
        ("set 90s", Change.setTime(TimeFields(minutes: 1, seconds: 30))),
        ("adjust +30s", Change.adjustTime(seconds: 30, start: false)),
        ("adjust -30s", Change.adjustTime(seconds: -30, start: false)),
        ("adjust 30s --start", Change.adjustTime(seconds: 30, start: true)),
        ("adjust +1:00", Change.adjustTime(seconds: 60, start: false)),
        ("adjust -- -1:00", Change.adjustTime(seconds: -60, start: false)),
        ("score a 3", Score(side: .side(.teamA), goals: .number(3))),
        ("score B +1", Score(side: .side(.teamB), goals: .change(1))),
        ("score team-a -1", Score(side: .side(.teamA), goals: .change(-1))),
        ("score Reds 0", Score(side: .name("Reds"), goals: .number(0))),
        ("score 2-1", Change.setScore(.teamA, 2, other: 1)),
        ("goal --own-goal ada", Goal(side: .name("ada"), isOwn: true)),
        ("team swap ada 5", Swap(one: "ada", other: "5")),
        ("team draw all -kofi -5", Draw(players: ["all", "-kofi", "-5"])),
        ("goal teamB", Goal(side: .side(.teamB))),
        ("goal TEAM-B", Goal(side: .side(.teamB))),
        ("undo", Change.undo(number: nil)),
        ("undo 3", Change.undo(number: 3)),
        ("undo --match", Change.undo(number: nil, isOfMatch: true)),
        ("redo", Change.redo),
        ("reopen last", Reopen(name: .last)),
        ("reopen 6F1C", Reopen(name: .id("6f1c"))),
        ("end", Closing(change: .end)),
        ("--yes end", Closing(change: .end, isConfirmed: true)),
        ("discard --yes", Closing(change: .discard, isConfirmed: true)),
        ("history", History()),
        ("history --limit 5", History(limit: 5)),
        ("history --since 7d", History(since: .ago(.seconds(604_800)))),
        ("show", Timeline(name: .last, failure: "cannot show the match: %1$@")),
        ("show LAST", Timeline(name: .last, failure: "cannot show the match: %1$@")),
        (
            "show 6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e",
            Timeline(
                name: .id("6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e"),
                failure: "cannot show the match: %1$@")
        ),
        ("report 6f1c7f0e", Report(name: .id("6f1c7f0e"))),
        ("report", Report(name: .last)),
        ("export", Export(format: .json)),
        ("export --format csv last 6f1c", Export(names: [.last, .id("6f1c")], format: .csv)),
        ("log -f", Follow()),
        ("log --follow", Follow()),
        ("log", Timeline(name: .last, failure: "cannot show the log: %1$@")),
        ("help", PlainText(text: HelpText.all)),
        ("-h", PlainText(text: HelpText.all)),
        ("--version", PlainText(text: "gatherctl \(Version.current)\n")),
    ]

    @Test("a command line is read as what it asks for", arguments: commands)
    func command(line: String, command: any Command) throws {
        #expect(try AnyHashable(CommandLine(words(line)).command) == AnyHashable(command))
    }

    @Test("a verb has a help of its own", arguments: ["cancel --help", "help reset", "reset -h x"])
    func verbHelp(line: String) throws {
        let help = HelpText.text(try .named("cancel"))
        #expect(try CommandLine(words(line)).command as? PlainText == PlainText(text: help))
    }

    @Test("options stand anywhere")
    func options() throws {
        let line = "-q --json goal --request-id x7 a -p pitch1 --no-color"
        let options = try CommandLine(words(line)).options
        #expect(options.quiet && !options.color)
        #expect(options.json == .short)
        #expect(options.requestID == "x7")
        #expect(options.pitch == "pitch1")
    }

    @Test("letters can be written together, with a value at the end")
    func letters() throws {
        let options = try CommandLine(["-qpnorth", "undo"]).options
        #expect(options.quiet)
        #expect(options.pitch == "north")
        #expect(options.aimed("'gatherctl undo'") == "'gatherctl -p north undo'")
    }

    @Test("a command that is suggested is for the same daemon")
    func suggested() throws {
        func command(_ arguments: String...) throws -> String {
            try CommandLine(arguments + ["undo"]).options.aimed("there is none; 'gatherctl start'")
        }
        #expect(try command() == "there is none; 'gatherctl start'")
        #expect(try command("--pitch=") == "there is none; 'gatherctl -p '' start'")
        #expect(
            try command("-H", "pi", "--pitch", "a") == "there is none; 'gatherctl -p a -H pi start'"
        )
        #expect(
            try command("--socket", "/a b") == "there is none; 'gatherctl --socket '/a b' start'")
    }

    @Test(
        "a command for another machine is quoted for both shells",
        arguments: [
            (["-H", "pi", "web", "--remote"], "ssh pi gatherctl web --remote"),
            (
                ["restore", "--force", "--host=a@pi:22", "-pnorth", "x.db"],
                "ssh -p 22 a@pi gatherctl --pitch north restore x.db --force"
            ),
            (["-Hpi", "restore", "--", "a b"], #"ssh pi 'gatherctl restore -- '\''a b'\'''"#),
            (
                ["--host", "pi", "--socket", "/a'b", "mqtt", "check"],
                #"ssh pi 'gatherctl --socket '\''/a'\''\'\'''\''b'\'' mqtt check'"#
            ),
        ])
    func onAnotherMachine(arguments: [String], command: String) throws {
        let options = try CommandLine(arguments).options
        let host = try #require(options.host)
        #expect(GivenCommand(there: options).ssh(host) == command)
    }

    @Test(
        "what is a command of gatherctl is found in a text, and nothing else",
        arguments: [
            ("undo: gatherctl undo --match\n", "undo: gatherctl -p a undo --match\n"),
            ("'gatherctl end', 'gatherctl kick'", "'gatherctl -p a end', 'gatherctl -p a kick'"),
            ("no: 'gatherctl kick-off none', then", "no: 'gatherctl -p a kick-off none', then"),
            ("gatherctl there: no", "gatherctl there: no"),
            ("at pi: gatherctl there: no", "at pi: gatherctl there: no"),
            ("'ssh HOST gatherctl restore'", "'ssh HOST gatherctl restore'"),
            ("'ssh pi 'gatherctl restore x''", "'ssh pi 'gatherctl restore x''"),
            ("'gatherctl --help'  ", "'gatherctl --help'  "),
            ("another gatherctl watch", "another gatherctl watch"),
        ])
    func commandsInTexts(text: String, aimed: String) throws {
        #expect(try CommandLine(["-p", "a", "undo"]).options.aimed(text) == aimed)
    }

    @Test("a command that is suggested is for the same program beside the daemon, if it takes it")
    func suggestedBeside() throws {
        let pair = try CommandLine(["pair", "--control", "/a b"]).options
        #expect(pair.aimed("no; 'gatherctl pair' is") == "no; 'gatherctl pair --control '/a b'' is")
        #expect(pair.aimed("no; 'gatherctl undo'") == "no; 'gatherctl undo'")
        #expect(pair.aimed("'gatherctl watch'") == "'gatherctl watch'")
        let table = try CommandLine(["-p", "a", "table", "--club", "/c"]).options
        #expect(
            table.aimed("'gatherctl fixtures import FILE'")
                == "'gatherctl -p a fixtures --club /c import FILE'")
        // That of a board takes no value.
        let board = try CommandLine(["watch", "--control"]).options
        #expect(board.aimed("'gatherctl pair'") == "'gatherctl pair'")
    }

    @Test("an error of the command line suggests a command for the same daemon")
    func suggestedByError() throws {
        #expect {
            try CommandLine(["-p", "a", "undo", "x"])
        } throws: { error in
            (error as? UsageError)?.message.contains("'gatherctl -p a log'") == true
        }
    }

    @Test("the last of several options counts")
    func lastCounts() throws {
        let options = try CommandLine(words("--json=pretty --json=off undo")).options
        #expect(options.json == .off)
        #expect(throws: Never.self) { try CommandLine(words("simulate --json --json=off")) }
    }

    static let errors: [(String, String)] = [
        ("strat", "cannot do 'strat': there is no such command; did you mean 'start'?"),
        ("hist", "cannot do 'hist': there is no such command; did you mean 'history'?"),
        ("xyzzy", "cannot do 'xyzzy': there is no such command"),
        ("-1", "cannot use '-1': there is no such option"),
        ("--jsno", "cannot use '--jsno': there is no such option; did you mean '--json'?"),
        ("undo --yes", "cannot undo: 'undo' has no option '--yes'"),
        ("goal", "cannot count the goal: the team, a or b, is missing"),
        ("goal a b c", "cannot count the goal: unexpected argument 'c'"),
        ("score a", "cannot set the score: the number of goals, such as 3, +1 or -1, is missing"),
        ("score a x", "cannot set the score: 'x' is not a number of goals; use 3, +1 or -1"),
        ("status now", "cannot show the match: unexpected argument 'now'"),
        ("end --yes=1", "cannot use '--yes': it takes no value"),
        ("start --ago", "cannot use '--ago': its value D is missing"),
        (
            "start --ago 8",
            "cannot start the countdown: '8' is not a length of time; use 8s, 500ms, 1m30s or 01:30"
        ),
        ("undo it", "cannot undo: 'it' is not the number of an event; 'gatherctl log' lists them"),
        (
            "undo -- -1",
            "cannot undo: '-1' is not the number of an event; 'gatherctl log' lists them"
        ),
        ("reopen", "cannot reopen the match: the match, an ID or last, is missing"),
        (
            "reopen lsat",
            "cannot reopen the match: 'lsat' is not the ID of a match; did you mean 'last'?"
        ),
        (
            "reopen 6f1",
            "cannot reopen the match: '6f1' is not the ID of a match; use 4 characters or "
                + "more of one that 'gatherctl history' lists"
        ),
        ("reopne last", "cannot do 'reopne': there is no such command; did you mean 'reopen'?"),
        ("history --limit -1", "cannot list the matches: '-1' is not a whole number above 0"),
        ("set 25h", "cannot set the time: '25h' is out of range: a time is from 00:01 to 24 hours"),
        (
            "new --time 0",
            "cannot open a match: '0' is out of range: a time is from 00:01 to 24 hours"
        ),
        (
            "set 9223372036854775807",
            "cannot set the time: '9223372036854775807' is out of range: a time is from "
                + "00:01 to 24 hours"
        ),
        (
            "adjust +0s",
            "cannot adjust the time: '+0s' is out of range: add or take away from 1 s to 24 hours"
        ),
        (
            "pause --ago 25h",
            "cannot pause the countdown: '25h' is out of range: '--ago' is from 1 ms to 24 hours"
        ),
        (
            "score a 1000",
            "cannot set the score: '1000' is out of range: a score is from 0 to 999"
        ),
        ("score a +0", "cannot set the score: '+0' is out of range: a score changes by 1 to 999"),
        ("undo 0", "cannot undo: '0' is not the number of an event; 'gatherctl log' lists them"),
        (
            "new --team-b=",
            "cannot open a match: '' is not a name for Team B; use 1 to 100 characters "
                + "without control characters"
        ),
        ("login a:b", "cannot sign in: \(AccountPresenter.text(.invalidUserName(.colon)))"),
        (
            "submissions adopt 6f1c X",
            "cannot adopt the match: 'X' is not an ID of the server; use the whole UUID"
        ),
        ("history --limit 0", "cannot list the matches: '0' is not a whole number above 0"),
        (
            "history --since soon",
            "cannot list the matches: 'soon' is not a date; use 2026-11-21, '2026-11-21 "
                + "15:30', today, yesterday, or a length of time ago such as 7d or 12h"
        ),
        (
            "show 6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e0",
            "cannot show the match: '6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e0' is not the ID of "
                + "a match; use 4 characters or more of one that 'gatherctl history' lists"
        ),
        ("log last", "cannot show the log: unexpected argument 'last'"),
        ("--json=long", "cannot print JSON as 'long': use short, pretty or off"),
        ("--socket= status", "cannot use the socket '': the path is missing"),
        (
            "-p \(String(repeating: "a", count: 65))",
            "cannot use the pitch '\(String(repeating: "a", count: 65))': use 1 to 64 letters, "
                + "digits, '_' and '-'"
        ),
        ("-p a/b", "cannot use the pitch 'a/b': use 1 to 64 letters, digits, '_' and '-'"),
        (
            "-p gatherd",
            "cannot use the pitch 'gatherd': leave '-p' out for the socket without a pitch"
        ),
        ("-p a --socket b", "cannot use the pitch 'a': '--socket' names the socket already"),
        (
            "undo --request-id ä",
            "cannot use the request ID 'ä': use 1 to 64 printable ASCII characters"
        ),
        ("help strat", "cannot do 'strat': there is no such command; did you mean 'start'?"),
        ("export --format xml", "cannot export the events: 'xml' is not a format; use json or csv"),
        (
            "export --json --format csv",
            "cannot export the events: '--json' cannot be given along with '--format csv'"
        ),
        ("log -qf", "cannot show the log: '--quiet' leaves nothing to see"),
        ("watch --control -q", "cannot watch the match: '--quiet' leaves nothing to see"),
        ("goal a --control", "cannot count the goal: 'goal' has no option '--control'"),
        ("new 12 --time 5", "cannot open a match: '--time' cannot be given along with a time"),
        (
            "score 2-1000",
            "cannot set the score: '2-1000' is out of range: a score is from 0 to 999"
        ),
        ("score 2-1 3", "cannot set the score: unexpected argument '3'"),
        (
            "score 2-1-0",
            "cannot set the score: the number of goals, such as 3, +1 or -1, is missing"
        ),
        ("score 3", "cannot set the score: the team, a or b, is missing"),
        ("score +1", "cannot set the score: the team, a or b, is missing"),
        ("format show", "cannot show the format: the name of the format is missing"),
        ("format choose", "cannot choose the format: the name of the format is missing"),
        ("format --force", "cannot list the formats: '--force' is for 'format choose'"),
        (
            "new --periods 2x25 --break 0",
            "cannot open a match: '0' is out of range: a time is from 00:01 to 24 hours"
        ),
        (
            "new --periods 2x25x3",
            "cannot open a match: '25x3' is not a time; use 12:00, 90s, 45m, 1h30m or 12 (minutes)"
        ),
        (
            "new --periods 2 --break 5",
            "cannot open a match: '2' is not a number of periods and their length; use 2x25 or "
                + "3x12:30"
        ),
        ("goal a --own-goal", "cannot count the goal: the player is missing"),
        ("team swap ada", "cannot swap the players: the second player is missing"),
        ("team a all -kofi", "cannot use '-k': there is no such option"),
        ("watch -q", "cannot watch the match: '--quiet' leaves nothing to see"),
        ("simulate --json", "cannot play a match: 'simulate' has no option '--json'"),
        (
            "--json=pretty replay last",
            "cannot play a match again: 'replay' has no option '--json'"
        ),
        ("on goal --json -- true", "cannot run a command: 'on' has no option '--json'"),
        ("sound --json", "cannot play the sound: 'sound' has no option '--json'"),
        ("web --json", "cannot show the page: 'web' has no option '--json'"),
    ]

    @Test("a wrong command line is named", arguments: errors)
    func error(line: String, message: String) {
        #expect { try CommandLine(words(line)) } throws: {
            ($0 as? UsageError)?.message == message
        }
    }

    @Test(
        "what is no time, or does not fit 64 bits, is refused with the forms",
        arguments: [
            "1:60", "1:60:00", "1:00:60", "1:0:00", "1:2:3:4", "::", "12mins", "abc", "-1:00",
            "1:2:3", "1:0", ":30", "", "1.5m", "30m1h", "1h1h", "٣m",
            "9999999999999999999", "9223372036854775807h", "500ms",
        ])
    func time(text: String) {
        let message =
            "cannot set the time: '\(text)' is not a time; use 12:00, 90s, 45m, 1h30m or 12 "
            + "(minutes)"
        #expect { try CommandLine(["set", "--", text]) } throws: {
            ($0 as? UsageError)?.message == message
        }
    }

    @Test(
        "an amount of time wants a unit and has to fit",
        arguments: [
            "30", "+", "+-1s", "1.5s", "500ms", "9223372036854775807:59", "+9223372036854775807s",
        ])
    func adjustment(text: String) {
        #expect(throws: UsageError.self) { try CommandLine(["adjust", text]) }
    }

    @Test("the hint names the help of the verb, once there is one")
    func hint() {
        #expect(failure("goal").hint == "try 'gatherctl goal --help'")
        #expect(failure("gaol").hint == "try 'gatherctl --help'")
    }

    private func failure(_ line: String) -> Failure {
        do throws(UsageError) {
            _ = try CommandLine(words(line))
            return Failure(.done, nil)
        } catch { return error.failure }
    }

    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private static func minutes(_ minutes: Int) -> TimeFields {
        TimeFields(minutes: minutes, seconds: 0)
    }
}
