import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct SquadCommandTests {
    private static let anna = Sample.player(
        1, "Anna", .goalkeeper, .professional, age: 30, team: "CF")
    private static let min = Sample.player(12, "김민준", .defender)
    private static let ahmad = Sample.player(3, "أحمد", nil, .beginner, age: 7)
    private static let list = Sample.squad([anna, ahmad, min])

    private func run(_ replies: [Reply], _ arguments: [String]) throws -> Bench.Result {
        let bench = Bench(.replies(replies))
        bench.terminals = .all
        bench.environment["TERM"] = "dumb"
        bench.input = "yes\n"
        return try bench.run(arguments)
    }

    @Test("the list has a line for each player, in columns")
    func listed() throws {
        let result = try run([Self.list], ["player"])
        #expect(
            result.output == """
                 1  Anna    GK   professional  30  CF
                 3  \u{2068}أحمد\u{2069}    -    beginner       7  -
                12  김민준  DEF  -              -  -

                """)
        #expect(try run([Self.list], ["player", "list", "--names"]).output == "Anna\nأحمد\n김민준\n")
        let json = try run([Self.list], ["player", "--json"]).output
        #expect(
            json == String(decoding: JSONValue.object(Self.list.parameters).bytes, as: UTF8.self)
                + "\n")
        let none = try run([Sample.squad([])], ["player", "list"])
        #expect(none.output == "" && none.status == .done)
        #expect(none.errors == "no players yet; 'gatherctl player add NAME' adds one\n")
    }

    @Test("a player is shown with what was done, and one who was removed by the number")
    func shown() throws {
        let record = RecordFields(
            appearances: 3, goals: 2, ownGoals: 1, wins: 1, draws: 0, losses: 2)
        let reply = Reply(["player": Self.anna.json, "record": record.json])
        let result = try run([Self.list, reply], ["player", "show", "ANN"])
        #expect(
            result.output == """
                Anna
                  number          1
                  age             30
                  skill           professional
                  position        goalkeeper (GK)
                  favourite team  CF
                  appearances     3: 1 won, 0 drawn, 2 lost
                  goals           2, and 1 own goal

                """)
        let call = Call("io.gatherd.Players.Show", ["id": 1])
        #expect(result.calls[0].last == call)
        let removed = try run([Self.list, reply], ["player", "show", "99"])
        #expect(removed.calls[0].last == Call("io.gatherd.Players.Show", ["id": 99]))
        #expect(removed.status == .done)
    }

    @Test("a new player counts once, and others of that name are told")
    func added() throws {
        let other = Sample.player(13, "ÁNNA", .striker)
        let result = try run(
            [Self.list, Sample.squad([other])],
            ["player", "add", "ÁNNA", "--position", "striker", "--request-id", "x7"])
        #expect(
            result.output == """
                added: 13  ÁNNA  ST  -  -  -
                others have that name:
                1  Anna  GK  professional  30  CF

                """)
        #expect(
            result.calls[0].last
                == Call(
                    "io.gatherd.Players.Add",
                    ["players": .array([known(other)]), "requestId": "x7"]))
    }

    /// The profile of a player without a shirt, as an older gatherd takes it.
    private func known(_ player: SquadPlayerFields) -> JSONValue {
        var profile = player.profile.fields
        profile["shirt"] = nil
        return .object(profile)
    }

    @Test("what no player can have is refused with the field and the reason")
    func refused() throws {
        let error = PlayersError.invalidPlayer(index: 0, field: "age", problem: .outOfRange)
        let result = try run([Self.list, error.reply], ["player", "add", "X", "--age", "99"])
        #expect(result.status == .refused)
        #expect(
            result.errors == "gatherctl: cannot add the player: an age is from 1 to 120\n")
    }

    @Test("an edit keeps what it does not name, and says so if it changes nothing")
    func edited() throws {
        var after = Self.anna
        (after.profile.age, after.profile.favouriteTeam) = (31, nil)
        let reply = Reply(["player": after.json, "changed": true])
        let result = try run(
            [Self.list, reply], ["player", "edit", "1", "--age", "31", "--favourite-team", "none"])
        #expect(result.output == "changed: 1  Anna  GK  professional  31  -\n")
        #expect(
            result.calls[0].last
                == Call(
                    "io.gatherd.Players.Edit",
                    [
                        "id": 1, "profile": known(after), "only": .array(["age", "favouriteTeam"]),
                        "requestId": "cafe",
                    ]))
        let older = try run(
            [Self.list, VarlinkError.invalidParameter("only").reply, reply],
            ["player", "edit", "1", "--age", "31", "--favourite-team", "none"])
        #expect(older.output == result.output)
        #expect(
            older.calls[0].last
                == Call(
                    "io.gatherd.Players.Edit",
                    ["id": 1, "profile": known(after), "requestId": "cafe"]))
        let same = Reply(["player": Self.anna.json, "changed": false])
        let nothing = try run([Self.list, same], ["player", "edit", "anna", "--age", "30"])
        #expect(nothing.output == "no change: 1  Anna  GK  professional  30  CF\n")
        #expect(nothing.status == .done)
    }

    @Test("removing asks, and one who is gone meanwhile is removed all the same")
    func removed() throws {
        let question = """
            Remove Player: 3  \u{2068}أحمد\u{2069}  -  beginner  7  -
            Are you sure you want to remove the player? Yes/[Cancel] 
            """
        for reply in [Reply(), PlayersError.noSuchPlayer(id: 3).reply] {
            let result = try run([Self.list, reply], ["player", "remove", "احمد"])
            #expect(result.errors == question)
            #expect(
                result.output == """
                    removed: \u{2068}أحمد\u{2069}; past matches keep the name
                    undo: gatherctl player restore 3

                    """)
            let call = Call("io.gatherd.Players.Remove", ["id": 3, "requestId": "cafe"])
            #expect(result.calls[0].last == call)
        }
        let bench = Bench(.replies([Self.list]))
        bench.terminals = .all
        bench.input = "no\n"
        #expect(try bench.run("player", "remove", "3").status == .refused)
        let blind = try Bench(.replies([Self.list])).run("player", "remove", "3")
        #expect(blind.status == .usage)
    }

    @Test("who was removed is restored by the number alone, and it is said if nobody was")
    func restored() throws {
        let call = Call("io.gatherd.Players.Restore", ["id": 3, "requestId": "cafe"])
        for (changed, words) in [(true, "restored"), (false, "no change")] {
            let reply = Reply(["player": Self.ahmad.json, "changed": .bool(changed)])
            let result = try run([reply], ["player", "restore", "3"])
            #expect(result.output == "\(words): 3  \u{2068}أحمد\u{2069}  -  beginner  7  -\n")
            #expect(result.calls == [[call]])
        }
        let unknown = try run([PlayersError.noSuchPlayer(id: 3).reply], ["player", "restore", "3"])
        #expect(unknown.status == .refused)
        #expect(
            unknown.errors == "gatherctl: cannot restore the player: there is no player 3; "
                + "'gatherctl player list' lists them\n")
        let name = try run([], ["player", "restore", "anna"])
        #expect(name.status == .usage)
        #expect(
            name.errors == "gatherctl: cannot restore the player: 'anna' is not a number; "
                + "give the number of the removed player\n"
                + "try 'gatherctl player --help'\n")
    }

    @Test("an older gatherd, which takes no request ID for it, changes a player all the same")
    func older() throws {
        let refusal = VarlinkError.invalidParameter("requestId").reply
        let unknown = VarlinkError.methodNotFound("io.gatherd.Players.Restore").reply
        let arguments = ["player", "remove", "3", "--yes", "--request-id", "x7"]
        let removed = try run([Self.list, refusal, unknown, Reply()], arguments)
        #expect(removed.status == .done)
        #expect(removed.calls[0].last == Call("io.gatherd.Players.Remove", ["id": 3]))
        // A present one says that it is the ID of another command.
        let nobody = PlayersError.noSuchPlayer(id: 0).reply
        let given = try run([Self.list, refusal, nobody], arguments)
        #expect(given.status == .refused)
        #expect(
            given.errors == "gatherctl: cannot remove the player: "
                + "request ID 'x7' was used for another command\n")
    }

    @Test("a change whose answer is lost is sent again under its ID, and told if none comes")
    func lost() throws {
        let reply = Reply(["player": Self.anna.json, "changed": true])
        let bench = Bench(.replies([Self.list], thenEnds: true), .replies([reply]))
        let result = try bench.run("player", "edit", "1", "--age", "31")
        #expect(result.output == "changed: 1  Anna  GK  professional  30  CF\n")
        #expect(result.calls[0].last == result.calls[1].last)
        #expect(result.calls[1].last?.parameters["requestId"] == "cafe")
        let silent = try Bench(.replies([Self.list])).run("player", "remove", "1", "--yes")
        #expect(silent.status == .unconfirmed)
        #expect(
            silent.errors.hasPrefix(
                "gatherctl: cannot confirm the change: it may or may not have counted; "
                    + "send it again with --request-id cafe\n"))
    }

    @Test("who is in the open gather stays, and it is said how to get out")
    func inGather() throws {
        let result = try run(
            [Self.list, PlayersError.playerInGather(id: 1).reply],
            ["player", "remove", "anna", "--yes"])
        #expect(
            result.errors == "gatherctl: cannot remove the player: Anna is in the open match; "
                + "'gatherctl team out 1' takes the player out first\n")
    }

    @Test("a name that several have lists them, and a wrong one what looks alike")
    func unclear() throws {
        let squad = Sample.squad([Self.anna, Sample.player(22, "Hannah"), Self.min])
        let several = try run([squad], ["player", "show", "ann"])
        #expect(several.status == .refused)
        #expect(
            several.errors == """
                gatherctl: cannot show the player: 'ann' matches 2 players; type more of the \
                name, or the number
                   1  Anna
                  22  Hannah

                """)
        let wrong = try run([squad], ["player", "edit", "hanah", "--age", "3"])
        #expect(
            wrong.errors == """
                gatherctl: cannot edit the player: no player 'hanah'; did you mean one of these?
                  22  Hannah

                """)
        #expect(
            try run([squad], ["player", "remove", "xyzzy", "--yes"]).errors
                == "gatherctl: cannot remove the player: no player 'xyzzy'; "
                + "'gatherctl player list' lists them\n")
    }

    @Test("scorers are ranked, equal goals share the rank")
    func scorers() throws {
        func scorer(_ name: String, _ goals: Int, own: Int = 0, in matches: Int) -> JSONValue {
            ScorerFields(
                playerID: 1, name: name, goals: goals, ownGoals: own, appearances: matches
            ).json
        }
        let reply = Reply([
            "scorers": .array([
                scorer("김민준", 12, in: 4), scorer("Anna", 3, own: 1, in: 1),
                scorer("أحمد", 3, in: 3), scorer("Ben", 0, own: 2, in: 2), scorer("Carl", 0, in: 9),
            ])
        ])
        let result = try run([reply], ["scorers"])
        #expect(
            result.output == """
                1  김민준  12 goals  in 4 matches
                2  Anna     3 goals  in 1 match, 1 own goal
                2  \u{2068}أحمد\u{2069}     3 goals  in 3 matches
                4  Ben      0 goals  in 2 matches, 2 own goals

                """)
        #expect(result.calls == [[Call("io.gatherd.Players.Scorers")]])
        let none = try run([Reply(["scorers": .array([])])], ["scorers", "--since", "2026-11-21"])
        #expect(none.errors == "nobody is known to have scored since then\n")
        let since = none.calls[0][0].parameters["since"]?.string
        #expect(since.flatMap(TimeText.wall) == Since("2026-11-21")?.wall(at: Sample.now))
    }
}
