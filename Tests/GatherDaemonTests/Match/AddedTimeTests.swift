import FoundationEssentials
import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Added time, from the shell and on every display: a match of two halves, of which 44 minutes of
/// the first are played.
@Suite struct AddedTimeTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture()
        try match.ctl("new", "--team-a", "Reds", "--team-b", "Blues", "--format", "halves")
        try match.ctl("period")
        match.clock.advance(by: .seconds(44 * 60))
    }

    @Test func itGrowsAndShrinksOnlyByForce() throws {
        #expect(try match.ctl("added", "3") == "first half: at least +3\n")
        #expect(try match.ctl("added", "+3") == "no change: first half: at least +3\n")
        let refused = try match.ctl("added", "2", status: 1)
        #expect(
            refused == "gatherctl: cannot announce the added time: +3 is announced already, and "
                + "added time does not become less; '--force' does it all the same\n")
        #expect(try match.ctl("added", "2", "--force") == "first half: at least +2\n")
        try match.ctl("undo", says: "undone: the added time of 2 min")
        #expect(try match.match().course?.addedMinutes == 3)
        try match.daemon.restart()
        #expect(try match.match().course?.addedMinutes == 3)
        try match.ctl("period")
        #expect(try match.match().course?.addedMinutes == nil)
        try match.ctl("added", "2", says: "nobody plays now", status: 1)
    }

    @Test func wordsThatAreNoMinutesAreRefused() throws {
        for word in ["0", "61", "-1", "3m", "three", ""] {
            let text = "'\(word)' is not a number of minutes from 1 to 60"
            try match.ctl("added", word, says: text, status: 2)
        }
        try match.ctl("added", says: "the number of minutes, such as 3, is missing", status: 2)
    }

    @Test func itIsOnEveryDisplay() throws {
        let format = "{clock}|{added}|{stoppage}"
        func line() throws -> String { try match.ctl("watch", "--once", "--format", format) }
        #expect(try line() == "44:00||\n")
        try match.ctl("added", "3")
        #expect(try line() == "44:00|+3|\n")
        try match.ctl("status", says: "first half, running; +3 announced")
        match.clock.advance(by: .seconds(60 + 133))
        #expect(try line() == "45:00 +2:13|+3|+2:13\n")
        try match.ctl("status", says: "first half, added time; +3 announced")
        let directory = "\(match.daemon.directory)/displays"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try match.ctl("watch", "--once", "--write", directory)
        func file(_ name: String) throws -> String {
            try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
        }
        #expect(try file("added.txt") == "+3")
        #expect(try file("stoppage.txt") == "+2:13")
        try match.ctl("period")
        match.clock.advance(by: .seconds(1))
        #expect(try line() == "14:59||\n")
    }

    @Test func itIsInTheRecordAndTheJournal() throws {
        try match.ctl("added", "3")
        try match.ctl("log", says: "added time: 3 min")
        let entry = try #require(
            try match.json("export").first { $0["kind"] == "addedTimeAnnounced" })
        #expect(entry["text"] == "added time: 3 min")
        #expect(entry["minute"] == "45")
        try match.ctl("export", "--format=csv", says: "addedTimeAnnounced,added time: 3 min")
        try match.ctl("end", "--yes")
        try match.ctl("show", says: "added time: 3 min")
    }

    @Test func theJournalSaysHowMuchOfWhat() throws {
        let log = RecordingLog()
        let fixture = try DaemonFixture(log: log)
        let client = try fixture.client()
        _ = try client.gather(.open, ["format": "halves"])
        _ = try client.gather(.whistle)
        _ = try client.gather(.announceAddedTime, ["minutes": 3, "period": 0])
        let other = try client.call(.announceAddedTime, ["minutes": 4, "period": 2])
        #expect(other.error == "io.gatherd.Gather.OtherPeriod")
        let less = try client.call(.announceAddedTime, ["minutes": 2])
        #expect(less.error == "io.gatherd.Gather.AddedTimeShrinks")
        #expect(less.parameters["announced"] == 3)
        let logged = try #require(log.record.first { $0.id == .addedTimeAnnounced })
        #expect(logged.fields["GATHER_ADDED_MINUTES"] == "3")
        #expect(logged.fields["GATHER_PERIOD"] == "first half")
        #expect(logged.message.contains("added time: 3 min"))
    }
}
