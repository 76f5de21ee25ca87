import GatherAPI
import Varlink

/// `report`: a match in a few lines, to paste into a chat.
struct Report: Command {
    static let verb = Verb(
        name: "report", arguments: "[--markdown|--html] [ID|last]",
        summary: tr("sum up a match in a few lines"),
        failure: tr("cannot report the match: %1$@"), topic: .history,
        options: [markdown, html], isLook: true, operands: [.gathers],
        manual: """
            Sum up a match in a few lines, to paste into a chat: as plain text, as Markdown, or as a
            page of HTML. It leaves out what was undone, and a score that was raised and lowered
            again. Its last line has the beginning of the ID of the match, and the code of its
            record. The code changes with each event. Later *verify* uses it to find out whether the
            record has changed. A match whose newest event was recorded by an earlier version has no
            code. If events were lost with a damaged file, the report says so, as it may be wrong
            then.
            """
    ) { (arguments) throws(UsageError) in
        Report(name: try arguments.gatherIfGiven() ?? .last, form: try form(arguments))
    }

    private static let markdown = Option("markdown", tr("write Markdown"))
    private static let html = Option("html", tr("write a page of HTML"))

    let name: GatherName
    var form = ReportForm.text

    private static func form(_ arguments: ArgumentReader) throws(UsageError) -> ReportForm {
        let forms = [(markdown, ReportForm.markdown), (html, .html)].filter {
            arguments.has($0.0)
        }
        guard forms.count < 2 else { throw arguments.cannot("--markdown", with: "--html") }
        guard let (option, form) = forms.first else { return .text }
        guard [nil, "off"].contains(arguments.text(.json)) else {
            throw arguments.cannot("--json", with: "--\(option.name)")
        }
        return form
    }

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
        guard let gather else { return }
        try context.say(form.lines(ReportViewModel(gather, report)))
    }
}
