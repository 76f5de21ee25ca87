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
    /// As structures, a page of 1,000 would be one block so large that the allocator gives it back
    /// at once, ``Allocator/releaseLargeBlocks()``, and each page would fetch it anew.
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

/// The query of `History.Show`: the events of a gather.
final class TimelineReading: Reading {
    private let name: String?
    private let (after, revision, limit): (Int, Int, Int)
    private let wantsRecord: Bool
    private let folding: GatherFold.Folding
    private var fold: GatherFold?

    /// Makes a query of a gather's events after one of them.
    ///
    /// - Parameters:
    ///   - name: The gather's ID or its beginning; nil for the newest.
    ///   - revision: The number of events with which the gather is shown, if it has so many.
    ///   - record: True for events with their digests and what they are of.
    ///   - folding: Folds the gather.
    init(
        of name: String?, after: Int, revision: Int = .max, limit: Int, record: Bool = false,
        folding: @escaping GatherFold.Folding = Gather.init(replaying:)
    ) {
        (self.name, self.folding) = (name, folding)
        (self.after, self.revision, self.limit) = (after, revision, limit)
        wantsRecord = record
    }

    func restart() { fold = nil }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        guard let fold else {
            switch try tables.gather(name) {
            case .success(var row):
                row.revision = min(row.revision, revision)
                self.fold = GatherFold(row, folding)
            case .failure(let error): return { error.reply }
            }
            return nil
        }
        // The events that are read below are those of the same transaction.
        guard try fold.isRead(in: tables) else { return nil }
        let digest = try tables.digest(of: fold.row.revision, in: fold.row)
        let records = wantsRecord ? try records(of: fold.row, in: tables) : [:]
        return { fold.use { self.reply($0, &$1, digest, records) } }
    }

    /// Reads the digests of the events, and what they are of.
    private func records(
        of row: GatherRow, in tables: ArchiveTables
    ) throws(StoreError) -> [Int: EventRecord] {
        var records: [Int: EventRecord] = [:]
        try tables.columns(of: row, after: after, limit: limit) { columns throws(StoreError) in
            let record = try EventRecord(columns, salts: tables.salt)
            records[record.number] = record
        }
        return records
    }

    /// Returns the entries of the page, from a timeline that is made if there is none.
    private func entries(of gather: Gather, _ timeline: inout Timeline?) -> [TimelineEntry] {
        // A client that follows a match asks for events that are not there yet.
        guard after < gather.revision else { return [] }
        // The timeline must have no second reference, or its first event would cost a copy.
        var shown = timeline ?? Timeline(of: gather)
        timeline = nil
        defer { timeline = shown }
        return shown.entries(of: gather, after: after, limit: limit)
    }

    private func reply(
        _ gather: Gather, _ timeline: inout Timeline?, _ digest: [UInt8]?,
        _ records: [Int: EventRecord]
    ) -> Reply {
        guard var summary = GatherPresenter.summary(gather) else {
            return HistoryError.noSuchGather.reply
        }
        summary.code = digest.map {
            EventChain.code(of: summary.id, at: gather.revision, $0)
        }
        var names = OperatorNames()
        var entries = entries(of: gather, &timeline)
        for index in entries.indices {
            let record = records[entries[index].number]
            (entries[index].hash, entries[index].record) = (record?.hash, record?.text)
        }
        func players(_ section: TeamSection) -> [PlayerFields] {
            GatherPresenter.players(section, of: gather)
        }
        return HistoryMethod.Show.Reply(
            gather: summary, entries: entries.map { names.named($0) }, teamA: players(.teamA),
            teamB: players(.teamB), bench: players(.bench)
        ).reply
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
            // The last fold may have events that were refused since, and others have their numbers.
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
