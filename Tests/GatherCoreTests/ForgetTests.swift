import Testing

@testable import GatherCore

@Suite("A player who is forgotten")
struct ForgetTests {
    private let now = Moment(boottime: .seconds(1), wall: .seconds(1_000), boot: "b")

    @Test("the squad keeps the number alone, for nobody else")
    func squad() throws {
        let members = try (1...3).map {
            Squad.Member(id: $0, profile: try PlayerProfile(name: "P\($0)"))
        }
        var squad = Squad(members)
        squad.forget(3)
        #expect(squad[3] == nil && squad.player(3) == nil)
        #expect(squad.everybody.map(\.id) == [1, 2])
        #expect(squad.nextID == 4)
        #expect(squad.forgotten == [3])
        squad.forget(3)
        #expect(Squad(members.dropLast(), forgotten: [3]) == squad)
        #expect(Squad([], forgotten: [5]).nextID == 6)
        // Those who are forgotten take no place in the squad, but they are kept.
        #expect(squad.limit(exceededByAdding: Limits.squad - 2) == nil)
        #expect(squad.limit(exceededByAdding: Limits.squad - 1) == Limits.squad)
        let many = Squad([], forgotten: Set(1...Limits.squadMembers))
        #expect(many.limit(exceededByAdding: 1) == Limits.squadMembers)
    }

    @Test("a result is sent without the player, unless the server has the player in it")
    func submission() {
        let players = [
            SubmittedPlayer(number: 1, id: 11, side: .teamA),
            SubmittedPlayer(number: 2, id: nil, side: .teamB),
        ]
        var record = SubmissionRecord(
            result: MatchResult(score: "1-0", winnerTeam: "Team A"), players: players)
        record.questions = [
            PlayerQuestion(number: 1, .sameName([3])), PlayerQuestion(number: 2, .otherName(4)),
        ]
        record.made = [MadePlayer(number: 1, id: 11, before: [])]
        record.leftovers = [
            Leftover(.player, account: "a", id: "5", name: "Ada"),
            Leftover(.player, account: "a", id: "6", name: "Bo"),
        ]
        record.doubt = SubmissionDoubt(account: "a", since: now)
        record.doubt?.playersBefore = ["Ada": [1], "Bo": [2]]
        var forgotten = record
        forgotten.forget(1, named: ["Ada"])
        #expect(forgotten.players == [players[1]])
        #expect(forgotten.questions.map(\.number) == [2])
        #expect(forgotten.made == [])
        #expect(forgotten.leftovers.map(\.name) == [nil, "Bo"])
        #expect(forgotten.leftovers.map(\.id) == ["5", "6"])
        #expect(forgotten.doubt?.playersBefore == ["Bo": [2]])

        let placed = RemoteGather.Placed(id: 11, number: 1, side: .teamA)
        record.progress = .created(RemoteGather(account: "a", id: "g", placed: [placed]))
        record.forget(1, named: ["Ada"])
        #expect(record.players == players)
        let before = record
        record.forget(9, named: [])
        #expect(record == before)
    }
}
