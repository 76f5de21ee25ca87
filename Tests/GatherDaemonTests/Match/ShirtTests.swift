import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Numbers on shirts, from the shell.
@Suite struct ShirtTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora")
        for (player, shirt) in [("anna", "7"), ("ben", "10"), ("carl", "#7")] {
            try match.ctl("player", "edit", player, "--shirt", shirt)
        }
    }

    @Test func aShirtIsShownAndMeansThePlayerOnThatSide() throws {
        try match.ctl(
            "new", "--team-a-players", "1-2", "--team-b-players", "carl,dora", says: "Anna #7")
        try match.ctl("goal", "a", "#7", says: "1-0", "Anna")
        try match.ctl("goal", "b", "#7", says: "1-1", "Carl")
        try match.ctl("goal", "#10", says: "2-1", "Ben")
        try match.ctl("goal", "#7", says: "Anna, Team A", "Carl, Team B", status: 2)
        try match.ctl("team", "swap", "#10", "dora", says: "Ben #10")
        try match.ctl("team", "bench", "#7", says: "several players", "3  Carl", status: 2)
        try match.ctl("goal", "a", "#8", says: "no player '#8'", status: 1)
        try match.ctl("team", says: "1  -  Anna #7")
        try match.ctl("player", "edit", "anna", "--shirt", "9", says: "Anna #9")
        #expect(try match.match().teamA.players.first?.shirt == 7, "as it was recorded")
        try match.daemon.restart()
        #expect(try match.match().teamA.players.first?.shirt == 7)
        try match.ctl("end", "--yes")
        try match.ctl("report", says: "Anna #7")
    }

    @Test func aShirtIsChangedTakenOffAndNeverWrong() throws {
        try match.ctl("player", "show", "anna", says: "shirt", "#7")
        try match.ctl("player", "edit", "anna", "--shirt", "8")
        try match.ctl("undo", says: "player edit 1 --shirt=7", status: 1)
        try match.ctl("player", "edit", "anna", "--shirt", "none")
        #expect(try match.squad()[0].shirt == nil)
        for wrong in ["100", "-1", "x", "#"] {
            try match.ctl(
                "player", "edit", "anna", "--shirt=\(wrong)", says: "from 0 to 99", status: 2)
        }
        try match.ctl("player", "add", "Eve", "--shirt", "0", says: "Eve #0")
        let client = try match.daemon.client()
        let player = ProfileFields(name: "Fay", shirt: 100)
        try client.send(PlayersMethod.Add(players: [player]).call.message)
        let reply = try #require(try client.receive())
        #expect(reply.error == "io.gatherd.Players.InvalidPlayer")
        #expect(reply.parameters["field"] == "shirt")
    }

    @Test func shirtsAreInTheFilesOfPlayers() throws {
        let csv = try match.ctl("player", "export", "--format", "csv")
        #expect(csv.hasPrefix("id,name,age,skill,position,favouriteTeam,remoteId,shirt"))
        #expect(csv.contains("1,Anna,,,,,,7"))
        try match.ctl(
            "player", "import", "-", says: "imported 1 player", input: "Name;Rückennummer\nGus;4\n")
        try match.ctl(
            "player", "import", "-", "--format", "json", says: "imported 1 player",
            input: #"{"name": "Hal", "shirt": 44}"# + "\n")
        try match.ctl(
            "player", "import", "-", "--update", says: "Anna: the shirt 7 -> 8",
            "Dora: the shirt none -> 1", input: "name,jersey\nAnna,8\nDora,1\n")
        try match.ctl(
            "player", "import", "-", says: "from 0 to 99", input: "name,shirt\nIda,100\n",
            status: 1)
        let shirts = try match.squad().map(\.shirt)
        #expect(shirts == [8, 10, 7, 1, 4, 44])
    }
}
