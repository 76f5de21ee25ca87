import GatherAPI

/// Prints the events of gathers, each once, with a header before those of another gather.
struct TimelinePrinter {
    /// The last event that was printed, with its gather.
    private(set) var last: (id: String, number: Int)?

    private let context: Context
    private var reader: HistoryReader
    private var presenter = TimelinePresenter()

    /// Makes a printer that has printed nothing yet.
    ///
    /// - Parameter failure: The text of an error, with a place for the cause.
    init(context: Context, failure: String) {
        self.context = context
        reader = HistoryReader(
            context: context, failure: failure,
            wantsTranslatable: Catalogue.isThere && context.options.json == .off)
    }

    /// Prints the events of a gather after a number.
    mutating func print(
        _ name: GatherName, after number: Int = 0,
        to write: (String) throws(Failure) -> Void
    ) throws(Failure) {
        let reader = reader
        try reader.eachPage(of: name, after: number) { (page) throws(Failure) in
            // An older gatherd refuses it each time.
            self.reader.wantsTranslatable = page.isTranslatable
            let isNew = last?.id != page.gather.id
            if isNew || !page.entries.isEmpty {
                try write(context.rendered(page.reply) { text(page, isNew: isNew) })
            }
            let known = isNew ? number : last?.number ?? number
            last = (page.gather.id, page.entries.last?.number ?? known)
        }
    }

    /// Goes back to the revision of a gather at a daemon that has come back: if the last event has
    /// a greater number, a backup was restored, and later events get the same numbers again.
    mutating func resume(_ id: String, at revision: Int) {
        if let last, last.id == id, last.number > revision { self.last = (id, revision) }
    }

    private mutating func text(_ page: TimelinePage, isNew: Bool) -> String {
        let space = isNew && last != nil ? [""] : []
        let header = isNew ? presenter.header(page.gather, page.sides) : []
        let lines = space + header + presenter.lines(page.entries)
        return lines.text
    }
}
