import GatherAPI
import LinuxIO
import Varlink

/// `scorers`: ranks the players by their goals.
struct Scorers: Command {
    static let verb = Verb(
        name: "scorers", arguments: "[--since DATE]", summary: tr("rank the goal scorers"),
        failure: tr("cannot rank the scorers: %1$@"), topic: .history, options: [.since],
        isLook: true,
        manual: "Rank the goal scorers of all matches that have ended, or of those since the DATE."
    ) { (arguments) throws(UsageError) in Scorers(since: try arguments.since()) }

    var since: Since?

    func run(_ context: Context) throws(Failure) {
        let reply = try reply(context, failure: Self.verb.failure)
        let scorers = try context.read(reply, PlayersMethod.Scorers.self).scorers
        let scored = scorers.filter { $0.goals > 0 || $0.ownGoals > 0 }
        try context.page { (write) throws(Failure) in
            try write(context.rendered(reply.parameters) { SquadPresenter.lines(scored).text })
        }
        guard scored.isEmpty, context.options.json == .off, !context.options.quiet else { return }
        let text =
            since == nil
            ? tr("nobody is known to have scored yet")
            : tr("nobody is known to have scored since then")
        try context.note(text)
    }

    /// Returns everybody who scored or appeared.
    ///
    /// - Parameter failure: The text of an error, with a place for the cause.
    func players(_ context: Context, failure: String) throws(Failure) -> [ScorerFields] {
        try context.read(reply(context, failure: failure), PlayersMethod.Scorers.self).scorers
    }

    private func reply(_ context: Context, failure: String) throws(Failure) -> Reply {
        let now = context.time.now()
        let moment = since.map { UniversalTime($0.wall(at: now)).rfc3339 }
        return try context.query(PlayersMethod.Scorers(since: moment).call, failure: failure)
    }
}
