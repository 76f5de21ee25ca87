import GatherAPI
import LinuxIO
import Varlink

/// `scorers`: ranks who has scored.
struct ScorersCommand {
    /// What it works with.
    let context: Context
    /// From when on; from the first gather on if it is nil.
    let since: Since?

    /// Asks for the scorers and prints them.
    func run() throws(Failure) {
        let now = context.time.now()
        let moment = since.map { UniversalTime($0.wall(at: now)).rfc3339 }
        let call = PlayersMethod.Scorers(since: moment).call
        let reply = try context.query(call, task: "rank the scorers")
        let scorers = try context.read(reply, PlayersMethod.Scorers.self).scorers
        let scored = scorers.filter { $0.goals > 0 || $0.ownGoals > 0 }
        try context.page { (write) throws(Failure) in
            try write(
                context.rendered(reply.parameters) { () throws(Failure) in
                    SquadPresenter.lines(scored).map { $0 + "\n" }.joined()
                })
        }
        guard scored.isEmpty, context.options.json == .off, !context.options.quiet else { return }
        try context.streams.errors.write("nobody has scored\(since == nil ? " yet" : " since")\n")
    }
}
