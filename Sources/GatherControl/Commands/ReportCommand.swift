import GatherAPI
import Varlink

/// `report`: a match in a few lines, to paste in a chat.
struct ReportCommand {
    /// What it works with.
    let context: Context
    /// Which gather.
    let name: GatherName

    /// Asks for the events and prints what there is to say about them.
    func run() throws(Failure) {
        let reader = HistoryReader(context: context, task: "report the gather")
        var report = MatchReport()
        var gather: GatherSummary?
        try reader.eachPage(of: name) { (page) throws(Failure) in
            gather = page.gather.printable
            report.sides = page.sides
            for entry in page.entries { report.add(entry.printable) }
            if context.options.json != .off { try context.show(Reply(page.reply)) { "" } }
        }
        guard let gather, context.options.json == .off, !context.options.quiet else { return }
        let lines = ReportPresenter.lines(gather, report)
        try context.streams.output.write(lines.map { $0 + "\n" }.joined())
    }
}
