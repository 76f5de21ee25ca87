import GatherAPI
import Varlink

/// `table`: shows the tables of a club.
struct ClubTable: Command {
    static let verb = Verb(
        name: "table", arguments: "[--group NAME]", summary: tr("show the table of the club"),
        failure: tr("cannot show the table: %1$@"), topic: .history, options: [group, .club],
        isLook: true,
        manual: """
            Show the table of each group, or of one group. gather-mqtt(8) with --club has it from a
            broker. A win counts three points and a draw one. The fixtures say which teams are in
            it, and the results of all pitches count if they were played for a fixture. The results
            that do not count are listed below, with the reason. STALE means that the table may be
            old: there is no connection to the broker, or the machine that makes the table is away.
            """
    ) { arguments in ClubTable(group: arguments.text(group), club: arguments.text(.club)) }

    private static let group = Option("group", tr("the table of this group"), takes: "NAME")

    /// The group; nil for all.
    var group: String?
    /// The socket; nil for the usual one.
    var club: String?

    func run(_ context: Context) throws(Failure) {
        let service = try OtherService.club(context, club, Self.verb.failure)
        let reply = try service.send(ClubMethod.GetTable(group: group).call, on: try service.open())
        let table = try context.read(reply, ClubMethod.GetTable.self)
        try context.show(reply) {
            let lines = StandingsPresenter.lines(table)
            return table.groups.isEmpty && table.apart.isEmpty
                ? (lines + [tr("there is no table yet")]).text : lines.text
        }
    }
}
