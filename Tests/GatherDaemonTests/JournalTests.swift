import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The journal's record of a match")
struct JournalTests {
    private let log = RecordingLog()
    private let fixture: DaemonFixture

    init() throws {
        fixture = try DaemonFixture(log: log)
    }

    @Test("each event is an entry with its kind, the match and who asked")
    func events() throws {
        let client = try fixture.client()
        let gather = try client.gather(.open, ["teamAName": "Reds", "teamBName": "Blues"])
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(61))
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": -1])
        _ = try client.gather(.setScore, ["team": "teamB", "score": 3])
        _ = try client.call(.undo)
        _ = try client.call(.redo)
        _ = try client.gather(.pause)
        _ = try client.gather(.adjustTime, ["seconds": 30])
        _ = try client.gather(.setTime, ["time": .object(["minutes": 5, "seconds": 0])])
        _ = try client.gather(.start)
        _ = try client.gather(.cancel)
        _ = try client.gather(.end)
        _ = try client.call(.undo)
        _ = try client.gather(.discard)
        let kinds: [MessageID?] = [
            .opened, .started, .goal, .goalTakenBack, .goalsSet, .undone, .redone, .paused,
            .timeAdjusted, .timeSet, .started, .cancelled, .ended, .reopened, .discarded,
        ]
        #expect(log.record.map(\.id) == kinds)
        let goal = log.record[2]
        #expect(goal.message == "08:59  Reds 1-0 Blues  goal for Reds")
        #expect(goal.priority == .info)
        #expect(
            goal.fields == [
                "GATHER_ID": gather.id, "GATHER_SCORE": "1-0", "GATHER_CLOCK": "08:59",
                "GATHER_TEAM_A": "Reds", "GATHER_TEAM_B": "Blues", "GATHER_TEAM": "Reds",
                "GATHER_EVENT": "3", "GATHER_OPERATOR_UID": "\(UnixUser.own)",
            ])
        #expect(log.record[12].priority == .notice)
        #expect(log.all == [])
    }

    @Test("a start that opens is two entries, and its undo tells of the match that was")
    func openedByStart() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        _ = try client.call(.undo)
        #expect(log.record.map(\.id) == [.opened, .started, .undone])
        #expect(
            log.record.last?.message
                == "10:00  Team A 0-0 Team B  undid 1: the start, which opened the match")
    }

    @Test("what changes nothing, is asked again or is refused is no entry")
    func nothing() throws {
        let client = try fixture.client()
        let request: JSONObject = ["requestId": "one"]
        _ = try client.gather(.start, request)
        let count = log.record.count
        _ = try client.gather(.start, request)
        _ = try client.gather(.start)
        _ = try client.call(.setScore, ["team": "teamA", "score": 1_000])
        _ = try client.gather(.get)
        #expect(log.record.count == count)
    }

    @Test("that time is up is an entry, once")
    func timeUp() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(601))
        _ = try client.gather(.get)
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        #expect(log.record.map(\.id) == [.opened, .started, .timeUp, .goal])
        #expect(log.record[2].message == "00:00  Team A 0-0 Team B  time is up")
        #expect(log.record[2].priority == .notice)
    }

    @Test("a countdown that is taken up again says when")
    func recovered() throws {
        _ = try fixture.client().gather(.start)
        try fixture.restart { $0.advance(by: .seconds(5)) }
        #expect(log.record.last?.id == .recovered)
        #expect(
            log.record.last?.message == "09:55  Team A 0-0 Team B  restarted "
                + LocalTime(fixture.clock.now().wall).timeOfDay)
    }

    @Test("each kind has an ID of its own, of 128 bits")
    func identifiers() {
        let ids = MessageID.allCases.map(\.rawValue)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.count == 32 && id.allSatisfy { $0.isHexDigit }, "\(id)") }
    }
}
