import GatherAPI
import Varlink

/// `export`: writes every event of some gathers, or of all, for other programs.
///
/// The newest gather is the first, and in it the oldest event. A page at a time is held, however
/// many there are.
struct ExportCommand {
    private let context: Context
    private let names: [GatherName]
    private let format: ExportFormat
    private var output: BulkOutput

    /// Makes a command for these gathers, in their order; for all of them if none is named.
    init(context: Context, names: [GatherName], format: ExportFormat) {
        self.context = context
        self.names = names
        self.format = format
        output = BulkOutput(context.streams.output)
    }

    /// Asks for the events and writes them.
    mutating func run() throws(Failure) {
        do {
            if format == .csv { try write(ExportPresenter.header.utf8) }
            if names.isEmpty { try exportAll() }
            for name in names { try export(name, task: Self.task(name)) }
        } catch {
            try? output.flush()
            throw error
        }
        try output.flush()
    }

    private static func task(_ name: GatherName) -> String {
        switch name {
        case .last: "export the newest gather"
        case .id(let id): "export the gather '\(id)'"
        }
    }

    private mutating func exportAll() throws(Failure) {
        let task = "export the gathers"
        let reader = HistoryReader(context: context, task: task)
        // A short page first, so that the first line comes at once.
        try reader.eachPage(limit: { $0 == 0 ? 1 : HistoryReader.longestPage }) {
            (page) throws(Failure) in
            for gather in page.gathers { try export(.id(gather.id), task: task) }
            return true
        }
    }

    private mutating func export(_ name: GatherName, task: String) throws(Failure) {
        let reader = HistoryReader(context: context, task: task)
        try reader.eachPage(of: name) { (page) throws(Failure) in try write(page) }
    }

    private mutating func write(_ page: TimelinePage) throws(Failure) {
        switch format {
        case .json:
            for entry in page.reply["entries"]?.array ?? [] {
                let object = ExportPresenter.object(page.gather, entry.object ?? [:])
                try write(bytes(.object(object)))
            }
        case .csv:
            // A file has the names as they are; a terminal must not be led astray by them.
            let isTerminal = context.streams.output.isTerminal
            for entry in page.entries {
                let line = ExportPresenter.line(page.gather, entry, isShown: isTerminal)
                try write(line.utf8)
            }
        }
    }

    private func bytes(_ object: JSONValue) -> [UInt8] {
        object.printableBytes(isPretty: context.options.json == .pretty) + [0x0A]
    }

    private mutating func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
        if !context.options.quiet { try output.write(bytes) }
    }
}
