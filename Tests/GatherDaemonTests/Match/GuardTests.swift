import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// A goal, a card or more time that two people press, over two connections.
@Suite struct GuardTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl")
        try match.ctl("new", "--team-a-players", "anna,ben", "--team-b-players", "carl")
        try match.ctl("start")
        match.clock.advance(by: .seconds(10))
    }

    @Test func theSecondPressOfAGoalIsNotCountedAndSaysWhoCountedIt() throws {
        try match.ctl("goal", "a", "--guard", says: "Team A 1-0 Team B")
        match.clock.advance(by: .milliseconds(900))
        let answer = try match.ctl(
            "goal", "a", "anna", "--guard", says: "not counted again: ", "as event 5\n", "1-0")
        let name = UserName.of(uid: UnixUser.own) ?? "user \(UnixUser.own)"
        #expect(answer.contains(": \(name) has counted it"))
        try match.ctl("goal", "b", "--guard", says: "1-1")
        try match.ctl("goal", "a", says: "2-1")
        match.clock.advance(by: .milliseconds(1_001))
        try match.ctl("goal", "a", "--guard", says: "3-1")
    }

    @Test func whatIsAnotherGoalIsCounted() throws {
        try match.ctl("goal", "a", "anna", "--guard")
        try match.ctl("goal", "a", "ben", "--guard", says: "2-0")
        try match.ctl("goal", "a", "--ago", "5s", "--guard", says: "3-0")
        try match.ctl("goal", "a", "--ago", "5s", "--guard", says: "not counted again")
        try match.ctl("undo")
        try match.ctl("goal", "a", "--ago", "5s", "--guard", says: "3-0")
    }

    @Test("a press that comes late, and is dated back, is the second one of what counted then")
    func late() throws {
        try match.ctl("goal", "a", "--guard", says: "1-0")
        try match.ctl("card", "b", "yellow", "carl", "--guard", says: "yellow card: Carl")
        match.clock.advance(by: .seconds(5))
        try match.ctl("goal", "a", "--ago", "4500ms", "--guard", says: "not counted again")
        try match.ctl("card", "b", "yellow", "carl", "--ago", "5s", "--guard", says: "done again")
        try match.ctl("goal", "a", "--ago", "3900ms", "--guard", says: "2-0")
        // And one that was given late is the first one of what comes later still.
        match.clock.advance(by: .seconds(5))
        try match.ctl("goal", "a", "--ago", "8500ms", "--guard", says: "not counted again")
        try match.ctl("goal", "a", "--ago", "7s", "--guard", says: "3-0")
    }

    @Test func theSecondPressOfACardSendsNobodyOff() throws {
        try match.ctl("card", "a", "yellow", "anna", "--guard", says: "yellow card: Anna")
        match.clock.advance(by: .milliseconds(900))
        let answer = try match.ctl(
            "card", "a", "yellow", "anna", "--guard", says: "not done again: ", "as event 5\n")
        #expect(!answer.contains("card"))
        try match.ctl("card", "a", "yellow", "ben", "--guard", says: "yellow card: Ben")
        try match.ctl("card", "a", "yellow", "--guard", says: "yellow card: Team A")
        try match.ctl("card", "a", "time", "anna", "--guard", says: "time penalty: Anna")
        try match.ctl("card", "a", "time", "anna", "--for", "5m", "--guard", says: "penalty: Anna")
        let cards = try #require(try match.match().cards)
        #expect(cards.map(\.card) == [.yellow, .yellow, .yellow, .time, .time])
        match.clock.advance(by: .milliseconds(1_001))
        try match.ctl("card", "a", "yellow", "anna", "--guard", says: "second yellow card: Anna")
        // It counts as another kind than the one that both give.
        try match.ctl("card", "a", "yellow", "anna", "--guard", says: "not done again: ")
    }

    @Test("more time that two boards give at 00:00 is given once, and one board gives it again")
    func moreTime() throws {
        match.clock.advance(by: .seconds(600))
        let clients = try [match.daemon.client(), match.daemon.client()]
        func press(_ client: Int) throws -> Outcome {
            let reply = try clients[client].call(
                .adjustTime, ["seconds": 120, "start": true, "guarded": true])
            return try Outcome(json: try #require(reply.parameters["outcome"]), name: "outcome")
        }
        #expect(try press(0).changed)
        #expect(try press(1).countedAs == 5)
        #expect(try match.match().timer.remainingMilliseconds == 120_000)
        #expect(try press(0).countedAs == nil)
        #expect(try match.match().timer.remainingMilliseconds == 240_000)
        try match.ctl("adjust", "-10s")
        #expect(try press(1).countedAs == 7)
        match.clock.advance(by: .milliseconds(1_001))
        #expect(try press(1).changed)
    }

    @Test("the presses of one connection all count, and a repeated request is no second press")
    func connections() throws {
        let clients = try [match.daemon.client(), match.daemon.client()]
        func press(_ client: Int, _ id: String, guarded: Bool = true) throws -> Outcome {
            let reply = try clients[client].call(
                .addToScore,
                [
                    "team": "teamA", "delta": 1, "guarded": .bool(guarded),
                    "requestId": .string(id),
                ])
            return try Outcome(json: try #require(reply.parameters["outcome"]), name: "outcome")
        }
        let first = try press(0, "one")
        #expect(first.changed && first.countedAs == nil)
        #expect(try press(0, "two").changed)
        #expect(try press(1, "one") == first, "sent again, after a lost connection")
        let taken = try press(1, "three")
        #expect(!taken.changed && taken.countedAs != nil && taken.countedByUID != nil)
        #expect(try press(0, "three") == taken)
        #expect(try press(1, "four", guarded: false).changed)
        #expect(try match.match().score == "3-0")
        try match.ctl("undo")
        #expect(try match.match().score == "2-0", "a press that was taken as one left no event")
    }

    @Test("a foul or a goal less that two people give counts once, and one person gives it again")
    func fouls() throws {
        try match.ctl("discard", "--yes")
        try match.ctl("new", "--format", "futsal")
        try match.ctl("start")
        try match.ctl("goal", "a")
        try match.ctl("goal", "a")
        let clients = try [match.daemon.client(), match.daemon.client()]
        func counts(_ client: Int, _ method: GatherMethod, _ values: JSONObject) throws -> Bool {
            var values = values
            values["guarded"] = true
            let reply = try clients[client].call(method, values)
            let outcome = try Outcome(
                json: try #require(reply.parameters["outcome"]), name: "outcome")
            #expect(outcome.changed == (outcome.countedAs == nil))
            return outcome.changed
        }
        let foul: JSONObject = ["team": "teamA"]
        let less: JSONObject = ["team": "teamA", "delta": -1]
        #expect(try counts(0, .countFoul, foul))
        #expect(try !counts(1, .countFoul, foul))
        #expect(try counts(1, .countFoul, ["team": "teamB"]))
        #expect(try counts(0, .countFoul, foul))
        try match.ctl("foul", "a", "--guard", says: "not done again: ")
        #expect(try match.match().course?.fouls?.teamA == 2)
        #expect(try counts(0, .addToScore, less))
        #expect(try !counts(1, .addToScore, less))
        #expect(try match.match().score == "1-0")
        match.clock.advance(by: .milliseconds(1_001))
        #expect(try counts(1, .addToScore, less))
        try match.ctl("foul", "a", "--guard", says: "number 3")
        // One that was taken back is counted again.
        try match.ctl("undo")
        #expect(try counts(1, .countFoul, foul))
    }

    @Test func aGuardIsForGoalsAndKeys() throws {
        try match.ctl("watch", "--guard", says: "'--guard' is for the keys", status: 2)
        try match.ctl("score", "a", "+1", "--guard", says: "no option '--guard'", status: 2)
    }
}
