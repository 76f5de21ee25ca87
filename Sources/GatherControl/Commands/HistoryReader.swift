import GatherAPI
import Varlink

/// Reads the history from the daemon, page by page.
struct HistoryReader {
    let context: Context

    /// The text of an error, with a place for the cause.
    let failure: String

    /// The time to wait for a page that is asked for once; nil to retry.
    var timeout: Duration?

    /// True to request the hashes and the records of the events.
    var wantsRecord = false

    /// True to request the texts of the events in a form that can be translated.
    var wantsTranslatable = false

    /// The most gathers that the daemon returns at once.
    static let longestPage = InterfaceLimits.historyPage

    /// The most events of a gather that are read.
    var mostEvents = PageTrail.most

    /// Calls `body` with page after page of the gathers, newest first, at least once, until it
    /// returns false or no page is left.
    ///
    /// - Parameters:
    ///   - limit: Returns the number of gathers to request, from the number received so far.
    ///   - body: Handles a page; returns true to receive the next one.
    /// - Throws: A ``Failure`` also if the pages do not continue each other or never end.
    func eachPage(
        limit: (_ count: Int) -> Int, _ body: (GatherPage) throws(Failure) -> Bool
    ) throws(Failure) {
        var pages = PageTrail()
        while true {
            let most = limit(pages.count)
            let page = try gathers(before: pages.last, limit: most)
            guard page.gathers.count <= most, pages.add(page.gathers.map(\.id)) else {
                throw endless
            }
            guard try body(page), !page.isLast else { return }
        }
    }

    /// Returns a page of the gathers, newest first.
    ///
    /// - Parameter id: The gather before which those of the page were opened; nil for the newest.
    private func gathers(before id: String?, limit: Int) throws(Failure) -> GatherPage {
        let call = HistoryMethod.List(limit: limit, before: id).call
        let reply = try context.query(call, failure: failure)
        let gathers = try context.read(reply, HistoryMethod.List.self).gathers
        return GatherPage(reply: reply.parameters, gathers: gathers, isLast: gathers.count < limit)
    }

    /// Calls `body` with every page of the events of a gather after a number, at least once.
    ///
    /// All pages show the gather as it is when the first is read, if gatherd can do that.
    ///
    /// - Parameter revision: The number of events with which the gather is shown; nil for all.
    /// - Throws: A ``Failure`` also if the pages do not continue each other or never end.
    func eachPage(
        of name: GatherName, after number: Int = 0, revision: Int? = nil,
        _ body: (TimelinePage) throws(Failure) -> Void
    ) throws(Failure) {
        var (name, number, revision, count) = (name, number, revision, 0)
        var id: String?
        var isPinned = true
        var reader = self
        while true {
            let page = try reader.page(of: name, after: number, revision: isPinned ? revision : nil)
            reader.wantsRecord = page.hasRecord
            reader.wantsTranslatable = page.isTranslatable
            let numbers = [number] + page.entries.map(\.number)
            count += page.entries.count
            guard zip(numbers, numbers.dropFirst()).allSatisfy(<),
                page.entries.count <= InterfaceLimits.timelinePage, count <= mostEvents,
                id == nil || id == page.gather.id
            else { throw endless }
            try body(page)
            guard !page.isLast, let last = page.entries.last else { return }
            // Another gather may be the newest by now.
            (name, number, id) = (.id(page.gather.id), last.number, page.gather.id)
            isPinned = revision == nil || page.isPinned
            revision = revision ?? page.gather.revision
        }
    }

    /// Calls `body` with the events of all gathers, the newest gather first, part by part.
    ///
    /// After a lost connection it continues with the next events.
    ///
    /// - Returns: False if gatherd is too old for that; `body` was then not called.
    /// - Throws: A ``Failure`` also if the parts do not continue each other or never end.
    func eachPart(_ body: (TimelinePage) throws(Failure) -> Void) throws(Failure) -> Bool {
        var trail = PartTrail(most: mostEvents)
        while true {
            let replies = trail.replies
            switch try readParts(&trail, body) {
            case .ended:
                guard trail.unfinished == nil else { throw endless }
                return true
            case .unknown: return false
            case .lost(let failure) where trail.replies == replies: throw failure
            case .lost: break
            }
            if let (gather, number) = trail.unfinished {
                var reader = self
                reader.wantsRecord = true
                try reader.eachPage(
                    of: .id(gather.id), after: number, revision: gather.revision, body)
                trail.finish()
            }
        }
    }

    /// The end of the replies to one call of `History.ShowAll`.
    private enum PartsEnd {
        /// All of them came.
        case ended
        /// The connection was lost before the last one.
        case lost(Failure)
        /// The daemon has no such method.
        case unknown
    }

    private func readParts(
        _ trail: inout PartTrail, _ body: (TimelinePage) throws(Failure) -> Void
    ) throws(Failure) -> PartsEnd {
        // More replies can be on their way when it ends before the last one.
        var isAnswered = false
        defer { if !isAnswered { context.session.disconnect() } }
        var call = HistoryMethod.ShowAll(before: trail.last, record: true).call
        call.more = true
        do { try context.session.begin(call) } catch {
            throw context.failure(error, lost: failure)
        }
        while true {
            let reply: Reply
            do { reply = try context.session.nextReply() } catch {
                return .lost(context.failure(error, lost: filled(failure, [tr("no answer came")])))
            }
            isAnswered = !reply.continues
            if VarlinkError(reply) == .methodNotFound(call.method) { return .unknown }
            let parts = try context.read(
                context.accepted(reply, failure), HistoryMethod.ShowAll.self
            ).matches
            let objects = reply.parameters["matches"]?.array ?? []
            guard trail.add(parts) else { throw endless }
            for (part, object) in zip(parts, objects) {
                try body(
                    TimelinePage(
                        reply: object.object ?? [:], gather: part.gather, entries: part.entries,
                        teamA: [], teamB: [], bench: [], hasRecord: true, isPinned: true,
                        isLast: true))
            }
            guard reply.continues else { return .ended }
        }
    }

    /// The failure for pages that do not continue each other or never end.
    private var endless: Failure {
        Failure(
            .refused, failure,
            cause: tr(
                "the answers of gatherd at %1$@ do not continue each other, or never end",
                context.socket.path))
    }

    /// Returns a page of the events of a gather after a number; without records, as it is by now
    /// and with texts in English from an older gatherd.
    ///
    /// - Parameter revision: The number of events with which the gather is shown; nil for all.
    func page(
        of name: GatherName, after number: Int, revision: Int? = nil,
        limit: Int = InterfaceLimits.timelinePage
    ) throws(Failure) -> TimelinePage {
        let limit = wantsTranslatable ? min(limit, InterfaceLimits.translatablePage) : limit
        let call = HistoryMethod.Show(
            id: name.id, after: number > 0 ? number : nil, limit: limit,
            record: wantsRecord ? true : nil, revision: revision,
            translatable: wantsTranslatable ? true : nil
        ).call
        let reply = try context.answer(call, failure: failure, once: timeout)
        var (older, known) = (self, revision)
        switch VarlinkError(reply) {
        case .invalidParameter("record") where wantsRecord: older.wantsRecord = false
        case .invalidParameter("translatable") where wantsTranslatable:
            older.wantsTranslatable = false
        case .invalidParameter("revision") where revision != nil: known = nil
        default:
            let shown = try context.read(
                context.accepted(reply, about: name, failure), HistoryMethod.Show.self)
            return TimelinePage(
                reply: reply.parameters, gather: shown.gather, entries: shown.entries,
                teamA: shown.teamA, teamB: shown.teamB, bench: shown.bench,
                hasRecord: wantsRecord, isTranslatable: wantsTranslatable,
                isPinned: revision != nil, isLast: shown.entries.count < limit)
        }
        return try older.page(of: name, after: number, revision: known, limit: limit)
    }
}

/// A page of the gathers of the history.
struct GatherPage {
    var reply: JSONObject
    var gathers: [GatherSummary]
    /// True if there are no older gathers.
    var isLast: Bool
}

/// A page of the events of a gather.
struct TimelinePage {
    var reply: JSONObject
    var gather: GatherSummary
    /// The events, oldest first.
    var entries: [TimelineEntry]
    /// The present and former players of the first side.
    var teamA: [PlayerFields]
    /// The present and former players of the second side.
    var teamB: [PlayerFields]
    /// The players who were on neither side.
    var bench: [PlayerFields]
    /// True if the events were requested with their records, and the daemon knows of them.
    var hasRecord = false
    /// True if the texts of the events were requested with their values apart, and the daemon knows
    /// of that.
    var isTranslatable = false
    /// True if it shows the gather at the revision that was asked for.
    var isPinned = false
    /// True if there are no later events.
    var isLast: Bool

    /// All players of the gather.
    var everybody: [PlayerFields] { teamA + teamB + bench }

    /// The sides with their players.
    var sides: Sides {
        Sides(
            teamAName: gather.teamAName, teamBName: gather.teamBName, teamA: teamA, teamB: teamB,
            bench: bench)
    }
}
