import GatherAPI
import GatherCore
import Varlink

/// The query of `History.List`: a page of the gathers, the newest first.
final class HistoryReading: Reading {
    private let limit: Int
    private let before: String?
    private let folding: GatherFold.Folding
    /// The summaries as the reply has them.
    ///
    /// As structures, a page of 1,000 would be one large block. The allocator gives such a block
    /// back at once, see ``Allocator/releaseLargeBlocks()``, and each page would allocate it again.
    private var summaries: [JSONValue] = []
    private var place: Int?
    /// The rows that have no summary yet, the next one last.
    private var rows: [GatherRow] = []
    private var fold: GatherFold?
    private var isAtEnd = false

    /// Makes a query of a page.
    ///
    /// - Parameters:
    ///   - before: The ID of the gather before which the page begins; nil for the newest.
    ///   - folding: Folds a gather that has no stored summary.
    init(
        limit: Int, before: String?, folding: @escaping GatherFold.Folding = Gather.init(replaying:)
    ) {
        (self.limit, self.before, self.folding) = (limit, before, folding)
    }

    func restart() {
        (summaries, place, rows, fold, isAtEnd) = ([], nil, [], nil, false)
    }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        if place == nil {
            guard let first = try tables.place(before: before) else {
                return { HistoryError.noSuchGather.reply }
            }
            place = first
        }
        if let fold {
            guard try fold.isRead(in: tables) else { return nil }
            self.fold = nil
            return {
                let summary = fold.use { gather, _ in GatherPresenter.summary(gather)?.json }
                self.summaries += [summary].compactMap { $0 }
                return nil
            }
        } else if let row = rows.popLast() {
            try take(row)
        } else if summaries.count < limit, !isAtEnd {
            try readRows(in: tables)
        } else {
            return { [summaries] in Reply(["gathers": .array(summaries)]) }
        }
        return nil
    }

    private func readRows(in tables: ArchiveTables) throws(StoreError) {
        let found = try tables.gathers(before: place ?? .max, limit: limit - summaries.count)
        place = found.last?.number ?? place
        isAtEnd = found.isEmpty
        rows = found.reversed()
    }

    private func take(_ row: GatherRow) throws(StoreError) {
        guard let json = row.summary.flatMap(JSONObject.init(text:)) else {
            fold = GatherFold(row, folding)
            return
        }
        if var summary = try? GatherSummary(json: .object(json), name: "gather") {
            summary.revision = row.revision
            summaries.append(summary.json)
        }
    }
}

/// The additions to the events of a reply, for a client that wants them.
struct EntryAdditions: OptionSet {
    let rawValue: Int

    /// The digest, and the record that the digest is of.
    static let record = Self(rawValue: 1)
    /// The text with its values apart.
    static let translatable = Self(rawValue: 2)
}

/// The query of `History.Show`: the events of a gather.
final class TimelineReading: Reading {
    private let name: String?
    private let (after, revision, limit): (Int, Int, Int)
    private let additions: EntryAdditions
    private let folding: GatherFold.Folding
    private var page: TimelinePage?

    /// Makes a query of a gather's events after one of them.
    ///
    /// - Parameters:
    ///   - name: The gather's ID or its beginning; nil for the newest.
    ///   - revision: The number of events with which the gather is shown, if it has so many.
    ///   - additions: What is added to each event.
    ///   - folding: Folds the gather.
    init(
        of name: String?, after: Int, revision: Int = .max, limit: Int,
        adding additions: EntryAdditions = [],
        folding: @escaping GatherFold.Folding = Gather.init(replaying:)
    ) {
        (self.name, self.folding) = (name, folding)
        (self.after, self.revision, self.limit) = (after, revision, limit)
        self.additions = additions
    }

    func restart() { page = nil }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        guard let page else {
            switch try tables.gather(name) {
            case .success(var row):
                row.revision = min(row.revision, revision)
                self.page = TimelinePage(
                    of: row, after: after, limit: limit, adding: additions, folding)
            case .failure(let error): return { error.reply }
            }
            return nil
        }
        guard try page.isRead(in: tables) else { return nil }
        return {
            var names = OperatorNames()
            return page.use(&names) { part, gather in
                func players(_ section: TeamSection) -> [PlayerFields] {
                    GatherPresenter.players(section, of: gather)
                }
                return HistoryMethod.Show.Reply(
                    gather: part.gather, entries: part.entries, teamA: players(.teamA),
                    teamB: players(.teamB), bench: players(.bench)
                ).reply
            } ?? HistoryError.noSuchGather.reply
        }
    }
}

/// The query of `History.ShowAll`: the events of all gathers, the newest gather first.
final class AllTimelinesReading: Reading {
    private let additions: EntryAdditions
    /// The ID of the gather before which the next one opened; nil for the newest.
    private var before: String?
    /// The gather whose events go on in the next reply: its revision at its first reply, and the
    /// number of its last event that was sent.
    private var unfinished: (id: String, revision: Int, after: Int)?
    /// True once the events of that gather are read for the next reply.
    private var isResumed = false
    private var place: Int?
    /// The gathers that are not begun, the next one last.
    private var rows: [GatherRow] = []
    /// The page that is being read.
    private var page: TimelinePage?
    /// The pages that the next reply has.
    private var pages: [TimelinePage] = []
    private var names = OperatorNames()

    /// Makes a query of all gathers, or of those before one.
    ///
    /// - Parameters:
    ///   - id: The ID of the gather before which they opened; nil for all.
    ///   - additions: What is added to each event.
    init(before id: String?, adding additions: EntryAdditions) {
        (before, self.additions) = (id, additions)
    }

    func restart() {
        // Replies that were sent stay, and are not read again.
        (place, rows, page, pages, isResumed) = (nil, [], nil, [], false)
    }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        if let page {
            guard try page.isRead(in: tables) else { return nil }
            self.page = nil
            pages.append(page)
            let events = pages.reduce(0) { $0 + $1.events.count }
            return events >= Limits.eventsInReply ? { self.reply(continues: true) } : nil
        }
        if let (id, revision, after) = unfinished, !isResumed {
            isResumed = true
            switch try tables.gather(id) {
            case .success(var row):
                row.revision = min(row.revision, revision)
                begin(row, after: after)
            case .failure(let error): return { error.reply }
            }
        } else if let row = rows.popLast() {
            begin(row, after: 0)
        } else {
            if place == nil { place = try tables.place(before: before) }
            guard let place else { return { HistoryError.noSuchGather.reply } }
            let found = try tables.gathers(before: place, limit: ArchiveTables.rowsAtOnce)
            guard let last = found.last else { return { self.reply(continues: false) } }
            (self.place, rows) = (last.number, found.reversed())
        }
        return nil
    }

    private func begin(_ row: GatherRow, after: Int) {
        page = TimelinePage(of: row, after: after, limit: Limits.eventsInReply, adding: additions)
    }

    private func reply(continues: Bool) -> Reply {
        let parts = pages.compactMap { page in page.use(&names) { part, _ in part } }
        if let last = pages.last {
            before = last.row.id
            let row = last.row
            unfinished = last.isLast ? nil : (row.id, row.revision, last.events.upperBound)
            isResumed = false
        }
        pages = []
        var reply = HistoryMethod.ShowAll.Reply(matches: parts).reply
        reply.continues = continues
        return reply
    }
}

/// Some events of a gather, which are read a few at a time and then shown.
private final class TimelinePage {
    let row: GatherRow
    /// The numbers of the events: those after the lower bound, up to the upper one.
    let events: Range<Int>
    private let additions: EntryAdditions
    private let fold: GatherFold
    private var digest: [UInt8]?
    private var records: [Int: EventRecord] = [:]

    /// Makes a page of a gather's events after one of them.
    init(
        of row: GatherRow, after: Int, limit: Int, adding additions: EntryAdditions,
        _ folding: @escaping GatherFold.Folding = Gather.init(replaying:)
    ) {
        self.row = row
        // A client may ask for events after any number.
        let first = min(after, row.revision)
        events = first..<min(row.revision, first + limit)
        self.additions = additions
        fold = GatherFold(row, folding)
    }

    /// True if the gather has no later events.
    var isLast: Bool { events.upperBound >= row.revision }

    /// Reads the next events.
    ///
    /// - Returns: True if there are no more, so that the page can be used.
    func isRead(in tables: ArchiveTables) throws(StoreError) -> Bool {
        // The events that are read below are those of the same transaction.
        guard try fold.isRead(in: tables) else { return false }
        digest = try tables.digest(of: row.revision, in: row)
        if additions.contains(.record) { try readRecords(in: tables) }
        return true
    }

    /// Reads the digests of the events, and what they are of.
    private func readRecords(in tables: ArchiveTables) throws(StoreError) {
        try tables.columns(
            of: row, after: events.lowerBound, limit: events.count
        ) { columns throws(StoreError) in
            let record = try EventRecord(columns, salts: tables.salt)
            records[record.number] = record
        }
    }

    /// Shows the page; nil for a gather without an opening.
    ///
    /// It may take longer than a transaction should.
    func use<Value>(
        _ names: inout OperatorNames, _ body: (HistoryPart, Gather) -> Value
    ) -> Value? {
        fold.use { gather, timeline in
            guard var summary = GatherPresenter.summary(gather) else { return nil }
            summary.code = digest.map {
                EventChain.code(of: summary.id, at: gather.revision, $0)
            }
            var entries = entries(of: gather, &timeline)
            for index in entries.indices {
                names.name(&entries[index])
                let record = records[entries[index].number]
                (entries[index].hash, entries[index].record) = (record?.hash, record?.text)
            }
            return body(HistoryPart(gather: summary, entries: entries), gather)
        }
    }

    /// Returns the entries of the page, from a timeline that is made if there is none.
    private func entries(of gather: Gather, _ timeline: inout Timeline?) -> [TimelineEntry] {
        // A client that follows a match asks for events that are not there yet.
        guard !events.isEmpty else { return [] }
        // The timeline must have no second reference, or its first event would cost a copy.
        var shown = timeline ?? Timeline(of: gather)
        timeline = nil
        defer { timeline = shown }
        return shown.entries(
            of: gather, after: events.lowerBound, limit: events.count,
            isTranslatable: additions.contains(.translatable))
    }
}

/// A gather that is read a few events at a time, and folded when all of them are read.
///
/// It goes on from the gather that was folded last, if that is the same one.
final class GatherFold {
    /// Makes a gather from its events.
    typealias Folding = @Sendable ([RecordedEvent]) -> Gather

    let row: GatherRow
    private let folding: Folding
    private var events: [RecordedEvent] = []
    /// The gather to which the events are added; nil before the first reading, or to fold all.
    private var base: LastFold.Kept?
    private var last: LastFold?
    private var isBegun = false

    /// Starts before the first event of a gather.
    init(_ row: GatherRow, _ folding: @escaping Folding) {
        (self.row, self.folding) = (row, folding)
    }

    /// Reads the next events.
    ///
    /// - Returns: True if there are no more, so that the gather can be used.
    func isRead(in tables: ArchiveTables) throws(StoreError) -> Bool {
        if isBegun {
            events += try read(after: revision, in: tables)
        } else {
            isBegun = true
            last = tables.lastFold
            try begin(in: tables)
        }
        return revision >= row.revision
    }

    /// Folds the events that were read, and keeps the gather for the next reading.
    ///
    /// It may take longer than a transaction should.
    ///
    /// - Parameter body: Uses the gather, and its timeline, which it may make if it is nil.
    func use<Value>(_ body: (Gather, inout Timeline?) -> Value) -> Value {
        var kept = fold()
        let value = body(kept.gather, &kept.timeline)
        last?.keep(kept, of: row.number)
        return value
    }

    /// The number of events that are folded or read.
    private var revision: Int { (base?.gather.revision ?? 0) + events.count }

    private func begin(in tables: ArchiveTables) throws(StoreError) {
        if let kept = last?.take(row), let event = kept.gather.log.last {
            let newer = try read(after: event.number - 1, in: tables)
            // The kept gather may end with events whose commit failed, and whose numbers other
            // events have now.
            if newer.first == event {
                (base, events) = (kept, Array(newer.dropFirst()))
                return
            }
        }
        events = try read(after: 0, in: tables)
    }

    private func read(
        after number: Int, in tables: ArchiveTables
    ) throws(StoreError) -> [RecordedEvent] {
        try tables.events(of: row, after: number).filter { $0.number <= row.revision }
    }

    private func fold() -> LastFold.Kept {
        guard var kept = base else { return LastFold.Kept(gather: folding(events)) }
        // With another reference to it, the first event would cost a copy of the log.
        base = nil
        // A further event can change what is known at the end.
        if !events.isEmpty { kept.timeline = nil }
        for event in events { kept.gather.apply(event) }
        events = []
        return kept
    }
}

/// The gather that was folded last, for a reading that wants it, or later events of it.
///
/// It belongs to one connection to the file, and to the archive's queue.
final class LastFold {
    /// A gather, and its timeline if that was shown.
    struct Kept {
        var gather: Gather
        var timeline: Timeline?
    }

    private var last: (number: Int, kept: Kept)?
    /// The number of times that a gather was kept.
    private var uses = 0

    /// The number of uses so far, if the gather takes much memory; nil otherwise.
    var longUse: Int? {
        guard let last, last.kept.gather.log.count > Limits.eventsKept else { return nil }
        return uses
    }

    /// Takes the gather out if it is that of a row, or an earlier state of it.
    func take(_ row: GatherRow) -> Kept? {
        guard let found = last, found.number == row.number,
            found.kept.gather.revision <= row.revision
        else { return nil }
        last = nil
        return found.kept
    }

    /// Keeps a gather for the next reading.
    func keep(_ kept: Kept, of number: Int) {
        last = (number, kept)
        uses += 1
    }

    /// Lets go of the gather, unless it was used again since a ``longUse``.
    func drop(unusedSince use: Int) {
        if uses == use { last = nil }
    }
}
