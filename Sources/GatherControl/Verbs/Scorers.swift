import GatherAPI
import LinuxIO
import Varlink

/// `scorers`: ranks the players by their goals.
struct Scorers: Command {
    static let verb = Verb(
        name: "scorers", arguments: "[--since DATE]", summary: "rank who has scored",
        failure: tr("cannot rank the scorers: %1$@"), topic: .players, options: [.since],
        isLook: true,
        manual: "Rank who has scored in the gathers that ended, since the DATE or ever."
    ) { (arguments) throws(UsageError) in Scorers(since: try arguments.since()) }

    var since: Since?

    func run(_ context: Context) throws(Failure) {
        let now = context.time.now()
        let moment = since.map { UniversalTime($0.wall(at: now)).rfc3339 }
        let call = PlayersMethod.Scorers(since: moment).call
        let reply = try context.query(call, failure: Self.verb.failure)
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
