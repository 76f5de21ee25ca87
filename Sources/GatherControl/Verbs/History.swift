import GatherAPI
import Varlink

/// `history`: lists the gathers, newest first.
struct History: Command {
    static let verb = Verb(
        name: "history", arguments: "[--table] [--limit N] [--since DATE]",
        summary: tr("list the matches, newest first"), failure: tr("cannot list the matches: %1$@"),
        topic: .history,
        options: [table, .limit, .since], isLook: true,
        manual: """
            List the matches, newest first: at most N, and only those that opened on the DATE or
            later. With --table, show a table of the matches that ended, on the DATE or later: how
            many each player, and each pair of sides, has played, won, drawn and lost, with the
            goals. Sides with the same two names are one pair, in either order; won and lost are
            those of the first side.
            """
    ) { (arguments) throws(UsageError) in
        let history = History(
            isTable: arguments.has(table), limit: try limit(arguments),
            since: try arguments.since())
        guard !history.isTable || history.limit == nil else {
            throw arguments.cannot("--limit", with: "--table")
        }
        return history
    }

    private static let table = Option("table", tr("a table of what the players and sides have won"))

    /// True to show the table of the players and the sides.
    var isTable = false
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
        try context.page { (write) throws(Failure) in
            count = try isTable ? showTable(context, write) : list(context, write)
        }
        guard count == 0, context.options.json == .off, !context.options.quiet else { return }
        let text = since == nil ? tr("no matches yet") : tr("no matches since then")
        try context.note(text)
    }

    /// Prints the table of the players and that of the sides.
    ///
    /// - Returns: The number of lines.
    private func showTable(
        _ context: Context, _ write: (String) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        let players = try Scorers(since: since).players(context, failure: Self.verb.failure)
            .filter { $0.appearances > 0 }
        var pairs = PairTable()
        _ = try eachPage(context, since: { $0.endedAt ?? $0.openedAt }) {
            (page, _) throws(Failure) in
            for gather in page.gathers { pairs.add(gather) }
        }
        let tables = [PlayerTablePresenter.lines(players), pairs.lines].filter { !$0.isEmpty }
        let json: JSONObject = ["players": .array(players.map(\.json)), "sides": pairs.json]
        try write(context.rendered(json) { tables.joined(separator: [""]).text })
        return tables.count
    }

    /// Prints page after page.
    ///
    /// - Returns: The number of gathers.
    private func list(
        _ context: Context, _ write: (String) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        var presenter = HistoryPresenter()
        return try eachPage(context) { (page, isFirst) throws(Failure) in
            guard isFirst || !page.gathers.isEmpty else { return }
            try write(context.rendered(page.reply) { presenter.lines(page.gathers).text })
        }
    }

    /// Calls `body` with the wanted part of each page, and true for the first one.
    ///
    /// - Returns: The number of gathers.
    private func eachPage(
        _ context: Context, since moment: (GatherSummary) -> String = { $0.openedAt },
        _ body: (GatherPage, Bool) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        let reader = HistoryReader(context: context, failure: Self.verb.failure)
        let first = since?.wall(at: context.time.now())
        var count = 0
        var isFirst = true
        let size = { (seen: Int) in
            let size = seen == 0 ? Self.firstPage : HistoryReader.longestPage
            return since == nil ? min((limit ?? .max) - seen, size) : size
        }
        try reader.eachPage(limit: size) { (page) throws(Failure) in
            let wanted = page.wanted(since: first, moment, atMost: (limit ?? .max) - count)
            count += wanted.gathers.count
            try body(wanted, isFirst)
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
    /// Returns the same page with a limited number of gathers, none of them before a moment.
    fileprivate func wanted(
        since first: Duration?, _ moment: (GatherSummary) -> String, atMost count: Int
    ) -> GatherPage {
        let raw = reply["gathers"]?.array ?? []
        let wanted = zip(gathers, raw).filter { gather, _ in
            guard let first, let wall = TimeText.wall(moment(gather)) else { return true }
            return wall >= first
        }.prefix(count)
        var page = self
        page.gathers = wanted.map(\.0)
        page.reply["gathers"] = .array(wanted.map(\.1))
        return page
    }
}
