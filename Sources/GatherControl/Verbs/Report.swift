import GatherAPI
import Varlink

/// `report`: a match in a few lines, to paste into a chat.
struct Report: Command {
    static let verb = Verb(
        name: "report", arguments: "[ID|last]", summary: tr("sum up a match in a few lines"),
        failure: tr("cannot report the match: %1$@"), topic: .history, isLook: true,
        operands: [.gathers],
        manual: "Sum up a match in a few lines, to paste into a chat."
    ) { (arguments) throws(UsageError) in Report(name: try arguments.gatherIfGiven() ?? .last) }

    let name: GatherName

    /// The most events that are read: all goals are kept until the last event, and counted again
    /// for each that was undone.
    private static let mostEvents = 100_000

    func run(_ context: Context) throws(Failure) {
        let reader = HistoryReader(
            context: context, failure: Self.verb.failure, mostEvents: Self.mostEvents)
        var report = MatchReport()
        var gather: GatherSummary?
        try reader.eachPage(of: name) { (page) throws(Failure) in
            gather = page.gather
            report.sides = page.sides
            for entry in page.entries { report.add(entry) }
            if context.options.json != .off { try context.show(Reply(page.reply)) { "" } }
        }
        guard let gather, context.options.json == .off, !context.options.quiet else { return }
        let lines = ReportPresenter.lines(gather, report)
        try context.streams.output.write(lines.map { $0 + "\n" }.joined())
    }
}
