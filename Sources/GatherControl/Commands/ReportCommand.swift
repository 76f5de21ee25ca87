import GatherAPI
import Varlink

/// `report`: a match in a few lines, to paste in a chat.
struct ReportCommand {
    /// What it works with.
    let context: Context
    /// Which gather.
    let name: GatherName

    /// All goals are kept until the last, and counted anew for each that was taken back.
    private static let mostEvents = 100_000

    /// Asks for the events and prints what there is to say about them.
    func run() throws(Failure) {
        let reader = HistoryReader(
            context: context, task: "report the gather", mostEvents: Self.mostEvents)
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
