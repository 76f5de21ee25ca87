import GatherAPI
import Varlink

/// `export`: writes every event of some gathers, or of all, for other programs.
struct Export: Command {
    static let verb = Verb(
        name: "export", arguments: "[--format json|csv] [ID...]",
        summary: tr("write all events, newest match first"),
        failure: tr("cannot export the events: %1$@"),
        topic: .history, options: [.format], isLook: true, operands: [.gathers], repeats: true,
        manual: """
            Write all events of the named matches, or of all matches, the newest match first: a JSON
            object per line, or comma-separated values (RFC 4180). A match that is named twice is
            written once. *verify* checks the former format, on any machine that has gatherd(8).
            """
    ) { (arguments) throws(UsageError) in
        let format = try arguments.exportFormat()
        return Export(names: try arguments.gathers(), format: format)
    }

    /// The gathers, in their order; empty for all of them.
    var names: [GatherName] = []
    let format: ExportFormat

    func run(_ context: Context) throws(Failure) {
        var command = ExportCommand(context: context, names: names, format: format)
        try command.run()
    }
}

/// Writes the events, those of the newest gather first, and within a gather the oldest first.
///
/// Only a page at a time is in memory, however many there are.
private struct ExportCommand {
    private let context: Context
    private let names: [GatherName]
    private let format: ExportFormat
    /// False once a gatherd that has no records has answered.
    private var wantsRecord = true
    /// The IDs of the gathers that were named.
    private var exported: Set<String> = []
    private var output: BulkOutput

    init(context: Context, names: [GatherName], format: ExportFormat) {
        self.context = context
        self.names = names
        self.format = format
        output = BulkOutput(context.streams.output)
    }

    mutating func run() throws(Failure) {
        do {
            if format == .csv { try write(ExportPresenter.header.utf8) }
            if names.isEmpty { try exportAll() }
            for name in names { try export(name, failure: Self.failure(name)) }
        } catch {
            try? output.flush()
            throw error
        }
        try output.flush()
    }

    private static func failure(_ name: GatherName) -> String {
        switch name {
        case .last: tr("cannot export the newest match: %1$@")
        // The cause is filled in later.
        case .id(let id): tr("cannot export the match '%1$@': %2$@", id, "%1$@")
        }
    }

    private mutating func exportAll() throws(Failure) {
        let failure = tr("cannot export the matches: %1$@")
        let reader = HistoryReader(context: context, failure: failure)
        if try reader.eachPart({ (page) throws(Failure) in try write(page) }) { return }
        // An older gatherd has the events of one gather at a time.
        try reader.eachPage(limit: { _ in HistoryReader.longestPage }) {
            (page) throws(Failure) in
            for gather in page.gathers { try export(.id(gather.id), failure: failure) }
            return true
        }
    }

    private mutating func export(_ name: GatherName, failure: String) throws(Failure) {
        let reader = HistoryReader(context: context, failure: failure, wantsRecord: wantsRecord)
        var isRepeated: Bool?
        try reader.eachPage(of: name) { (page) throws(Failure) in
            wantsRecord = page.hasRecord
            // Two names may be those of the same one, 'last' and its ID for instance.
            let repeats =
                isRepeated ?? (!names.isEmpty && !exported.insert(page.gather.id).inserted)
            isRepeated = repeats
            if !repeats { try write(page) }
        }
    }

    private mutating func write(_ page: TimelinePage) throws(Failure) {
        switch format {
        case .json:
            for entry in page.reply["entries"]?.array ?? [] {
                let object = ExportPresenter.object(page.gather, entry.object ?? [:])
                let isPretty = context.options.json == .pretty
                try write(JSONValue.object(object).printableBytes(isPretty: isPretty) + [0x0A])
            }
        case .csv:
            // A file gets the names unchanged; on a terminal they could have harmful effects.
            let isTerminal = context.streams.output.isTerminal
            for entry in page.entries {
                let line = ExportPresenter.line(page.gather, entry, isShown: isTerminal)
                try write(line.utf8)
            }
        }
    }

    private mutating func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
        if !context.options.quiet { try output.write(bytes) }
    }
}

/// The format of data for other programs.
enum ExportFormat: String, CaseIterable, Sendable {
    /// A JSON object on each line.
    case json
    /// Comma-separated values in the format of RFC 4180.
    case csv
}
