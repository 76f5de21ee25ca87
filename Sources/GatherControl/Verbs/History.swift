import GatherAPI
import Varlink

/// `history`: lists the gathers, newest first.
struct History: Command {
    static let verb = Verb(
        name: "history", arguments: "[--limit N] [--since DATE]",
        summary: tr("list the matches, newest first"), failure: tr("cannot list the matches: %1$@"),
        topic: .history,
        options: [.limit, .since], isLook: true,
        manual: """
            List the matches, newest first: at most N, and only those that opened on the DATE or
            later.
            """
    ) { (arguments) throws(UsageError) in
        History(limit: try limit(arguments), since: try arguments.since())
    }

    /// The most gathers to list; nil for all of them.
    var limit: Int?
    /// The beginning of the list; nil for the first gather.
    var since: Since?

    private static func limit(_ arguments: ArgumentReader) throws(UsageError) -> Int? {
        guard let text = arguments.text(.limit) else { return nil }
        guard let number = Int(digits: text[...]), number > 0 else {
            throw arguments.cannot(tr("'%1$@' is not a whole number above 0", text))
        }
        return number
    }

    /// The size of the first page: enough to fill a screen, and answered at once.
    private static let firstPage = 100

    func run(_ context: Context) throws(Failure) {
        var count = 0
        try context.page { (write) throws(Failure) in count = try list(context, write) }
        guard count == 0, context.options.json == .off else { return }
        let text = since == nil ? tr("no matches yet") : tr("no matches since then")
        try context.streams.errors.write("\(text)\n")
    }

    /// Prints page after page.
    ///
    /// - Returns: The number of gathers.
    private func list(
        _ context: Context, _ write: (String) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        let reader = HistoryReader(context: context, failure: Self.verb.failure)
        let first = since?.wall(at: context.time.now())
        var presenter = HistoryPresenter()
        var count = 0
        var isFirst = true
        let size = { (seen: Int) in
            let size = seen == 0 ? Self.firstPage : HistoryReader.longestPage
            return since == nil ? min((limit ?? .max) - seen, size) : size
        }
        try reader.eachPage(limit: size) { (page) throws(Failure) in
            let wanted = page.wanted(since: first, atMost: (limit ?? .max) - count)
            count += wanted.gathers.count
            if isFirst || !wanted.gathers.isEmpty {
                try write(
                    context.rendered(wanted.reply) { () throws(Failure) in
                        presenter.lines(wanted.gathers).map { $0 + "\n" }.joined()
                    })
            }
            isFirst = false
            // A match that a wrong clock dates before the limit does not hide those before it, but
            // a whole page of older ones is the end.
            return count != limit && !wanted.gathers.isEmpty
        }
        return count
    }
}

extension Option {
    fileprivate static let limit = Option("limit", tr("list at most N"), takes: "N")
}

extension GatherPage {
    /// Returns the same page with a limited number of gathers, none of them opened before a moment.
    fileprivate func wanted(since first: Duration?, atMost count: Int) -> GatherPage {
        let raw = reply["gathers"]?.array ?? []
        let wanted = zip(gathers, raw).filter { gather, _ in
            guard let first, let opened = TimeText.wall(gather.openedAt) else { return true }
            return opened >= first
        }.prefix(count)
        var page = self
        page.gathers = wanted.map(\.0)
        page.reply["gathers"] = .array(wanted.map(\.1))
        return page
    }
}
