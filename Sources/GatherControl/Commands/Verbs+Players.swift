import GatherAPI

extension Verbs {
    /// `team`.
    static func team(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        let form = try arguments.form(of: "team", VerbForm.team)
        switch form {
        case "": return .teams
        case "a": return .named(.move(try arguments.players(), to: .teamA))
        case "b": return .named(.move(try arguments.players(), to: .teamB))
        case "bench": return .named(.move(try arguments.players(), to: .bench))
        case "out": return .named(.move(try arguments.players(), to: nil))
        case "clear": return .change(.clearTeams)
        case "names":
            let teamA = try arguments.sideName("Team A")
            return .change(.nameTeams(teamA: teamA, teamB: try arguments.sideName("Team B")))
        default:
            return .named(
                .draw(
                    arguments.rest(), seed: try arguments.seed(),
                    again: arguments.has(.again)))
        }
    }

    /// `player`.
    static func player(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .squad(try squad(&arguments))
    }

    private static func squad(
        _ arguments: inout ArgumentReader
    ) throws(UsageError) -> SquadRequest {
        let form = try arguments.form(of: "player", VerbForm.player)
        switch form {
        case "list": return .list(namesAlone: arguments.has(.names))
        case "show": return .show(try arguments.required("the player"))
        case "add": return .add(try arguments.newPlayer())
        case "edit":
            let player = try arguments.required("the player")
            return .edit(player, try arguments.editedFields())
        case "remove":
            return .remove(try arguments.required("the player"), isConfirmed: arguments.has(.yes))
        case "restore": return .restore(id: try arguments.playerNumber())
        case "import":
            let file = try arguments.required("the file, or - for standard input,")
            return .import(
                file, try arguments.playerFormat(), isConfirmed: arguments.has(.yes))
        case "export": return .export(try arguments.format())
        case "link":
            let player = try arguments.required("the player")
            return .link(player, remoteID: try arguments.remoteNumber())
        case "unlink": return .unlink(try arguments.required("the player"))
        default:
            return .sync(
                isDryRun: arguments.has(.dryRun), try arguments.syncDecisions(),
                isConfirmed: arguments.has(.yes))
        }
    }

    /// `scorers`.
    static func scorers(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .scorers(since: try arguments.since())
    }
}
