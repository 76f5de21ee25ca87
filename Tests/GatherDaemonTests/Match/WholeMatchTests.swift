import GatherAPI
import Testing

/// A match from the shell, from its opening to its end.
@Suite struct WholeMatchTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    @Test func aMatchFromTheShell() throws {
        try match.ctl("new", "--time", "00:03", says: "00:03")
        let subscriber = try match.daemon.client()
        try subscriber.subscribe(ticks: true)
        #expect(try subscriber.next() == "snapshot 0:3 0-0")
        let watch = try match.start("watch", "--ticks")
        try watch.line(with: "00:03")

        #expect(try match.ctl("start") == "running from 00:03\n")
        var changes = [try subscriber.next()]
        var lines = [try watch.nextLine()]
        var states: [TimerSnapshot.State] = []
        for _ in 1...3 {
            states.append(try match.match().timer.state)
            match.clock.advance(by: .seconds(1))
            changes.append(try subscriber.next())
            lines.append(try watch.nextLine())
        }
        #expect(changes == ["started 0:3 0-0", "tick 0:2 0-0", "tick 0:1 0-0", "timeUp 0:0 0-0"])
        #expect(states == [.running, .running, .running])
        #expect(try match.match().timer.state == .stopped)
        for (line, time) in zip(lines, ["00:03", "00:02", "00:01", "00:00"]) {
            #expect(line.contains(time))
        }
        #expect(lines.last?.contains("stopped") == true)

        let commands = [["goal", "a"], ["goal", "a"], ["goal", "b"], ["undo"]]
        for (command, score) in zip(commands, ["1-0", "2-0", "2-1", "2-0"]) {
            try match.ctl(command, says: ["Team A \(score) Team B"])
            #expect(try subscriber.next().hasSuffix(" 0:0 \(score)"))
            #expect(try watch.nextLine().contains(score))
        }
        try match.ctl("status", says: "2-0")

        try match.ctl("end", says: "--yes", status: 2)
        #expect(try match.match().phase == .open)
        try match.ctl("end", "--yes", says: "ended: Team A 2-0 Team B", "gatherctl undo")
        let history = try match.ctl("history")
        #expect(history.contains(/^[^\n]*2-0 [^\n]*Team A\n$/))
        try match.ctl(
            "goal", "b", says: "cannot count the goal", "no match is open", "gatherctl undo",
            "gatherctl start", status: 1)
        #expect(try match.match().score == "2-0")
        try match.ctl("undo")
        #expect(try match.match().phase == .open)
        try match.ctl("goal", "b", says: "2-1")
    }

    @Test func aDiscardedMatchHasNoResult() throws {
        try match.ctl("new")
        try match.ctl("discard", says: "--yes", status: 2)
        try match.ctl("discard", "--yes", says: "discarded")
        #expect(try match.match().phase == .discarded)
        try match.ctl("undo")
        #expect(try match.match().phase == .open)
    }

    @Test func beforeTheFirstMatch() throws {
        try match.ctl("status")
        #expect(try match.ctl("history", note: "no matches yet").isEmpty)
        try match.ctl("goal", "a", says: "gatherctl start", status: 1)
        try match.ctl("undo", status: 1)
        for verb in ["show", "log", "report"] {
            try match.ctl(verb, says: "there is no match yet", status: 1)
        }
        #expect(try match.ctl("export").isEmpty)
    }
}
