import FoundationEssentials
import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Play that begins by itself after a break, while the daemon or the machine is away: the first
/// minute has been played, and a break of half a minute has begun.
@Suite struct UnseenBeginningTests {
    private let match: MatchFixture

    init() throws {
        match = try MatchFixture()
        let formats = "\(match.daemon.directory)/formats"
        try FileManager.default.createDirectory(
            atPath: formats, withIntermediateDirectories: false)
        let format = """
            {"periods": [
              {"id": "first half", "length": "1:00"},
              {"id": "break", "kind": "break", "length": "0:30"},
              {"id": "second half", "length": "1:00", "begins": "atOnce"}]}
            """
        try Data(format.utf8).write(to: URL(filePath: "\(formats)/quick.json"))
        try match.ctl("new", "--format", "quick")
        try match.ctl("period", "begin")
        match.clock.advance(by: .seconds(60))
        try match.ctl("period", "end")
    }

    /// What becomes of the daemon while time passes.
    enum Absence: CaseIterable {
        case restart
        case reboot
        case suspend
        case twoRestarts

        func elapse(_ duration: Duration, in match: MatchFixture) throws {
            switch self {
            case .restart: try match.daemon.restart { $0.advanceUnobserved(duration) }
            case .reboot: try match.daemon.restart { $0.reboot(after: duration) }
            case .suspend: match.clock.advanceUnobserved(duration)
            case .twoRestarts:
                try match.daemon.restart { $0.advanceUnobserved(duration / 3) }
                try match.daemon.restart { $0.advanceUnobserved(duration - duration / 3) }
            }
        }

        /// The events that it makes.
        var events: Int { self == .reboot ? 1 : 0 }
    }

    @Test(
        "play is where it would have been, and no event is lost or doubled",
        arguments: Absence.allCases)
    func goesOn(after absence: Absence) throws {
        let before = try match.match()
        let exported = try match.json("export")
        try absence.elapse(.seconds(45), in: match)
        let after = try match.match()
        let course = try #require(after.course)
        #expect((course.index == 2) && (course.stage == .underway))
        #expect(course.elapsedMilliseconds == 15_000)
        #expect(course.minute == "2")
        #expect(after.timer.state == .running)
        #expect(after.timer.remainingMilliseconds == 45_000)
        #expect(after.revision == before.revision + absence.events)
        let events = try match.json("export")
        #expect(events.filter { $0["kind"] != "rebooted" } == exported)
        #expect(events.count == exported.count + absence.events)
        try match.ctl("goal", "a")
        #expect(try match.match().latestGoal?.minute == "2")
        match.clock.advance(by: .seconds(45))
        try match.ctl("status", says: "00:00 second half, time is up")
        try match.ctl("period", says: "second half is over")
        try match.ctl("end", "--yes", says: "Team A 1-0 Team B, winner Team A\n")
        try match.ctl("report", says: "02:00 played", "\n2' 1-0 Team A\n")
    }

    @Test("an end in the break that is taken back says how far the clock went on, if at all")
    func reopened() throws {
        match.clock.advance(by: .seconds(10))
        try match.ctl("end", "--yes")
        try match.ctl("undo", says: "undone: the end of the match\n")
        try match.ctl("end", "--yes")
        match.clock.advance(by: .seconds(35))
        try match.ctl(
            "undo",
            says: "undone: the end of the match; the countdown went on meanwhile, by 00:35\n")
    }

    @Test("a subscriber is told of it once", arguments: Absence.allCases)
    func told(after absence: Absence) throws {
        try absence.elapse(.seconds(18), in: match)
        let watcher = try match.daemon.client()
        try watcher.subscribe(ticks: false)
        #expect(try watcher.next() == "snapshot 0:12 0-0")
        if absence == .suspend {
            // It is told late, and then all the same.
            match.clock.advanceUnobserved(.seconds(27))
            try match.ctl("goal", "a")
            #expect(try watcher.next() == "periodBegan 0:45 0-0")
        } else {
            match.clock.advance(by: .seconds(27))
            #expect(try watcher.next() == "periodBegan 1:0 0-0")
            try match.ctl("goal", "a")
        }
        #expect(try watcher.next() == "scoreChanged 0:45 1-0")
        try match.ctl("pause")
        #expect(try watcher.next() == "paused 0:45 1-0")
    }

    @Test("whoever subscribes after it sees it, and is not told of it", arguments: Absence.allCases)
    func notTold(after absence: Absence) throws {
        try absence.elapse(.seconds(45), in: match)
        let watcher = try match.daemon.client()
        try watcher.subscribe(ticks: false)
        #expect(try watcher.next() == "snapshot 0:45 0-0")
        try match.ctl("goal", "a")
        #expect(try watcher.next() == "scoreChanged 0:45 1-0")
    }
}
