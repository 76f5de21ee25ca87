import GatherAPI
import GatherCore
import Varlink

/// `History.List`: a page of the gathers, the newest first.
final class HistoryReading: Reading {
    private let limit: Int
    private let before: String?
    private var summaries: [GatherSummary] = []
    private var place: Int?
    /// Rows that are still to be summed up, the next one last.
    private var rows: [GatherRow] = []
    private var fold: GatherFold?
    private var isAtEnd = false

    /// Makes a reading of a page.
    ///
    /// - Parameter before: The ID of the gather before which the page begins; nil for the newest.
    init(limit: Int, before: String?) {
        (self.limit, self.before) = (limit, before)
    }

    func restart() {
        (summaries, place, rows, fold, isAtEnd) = ([], nil, [], nil, false)
    }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        if place == nil {
            guard let first = try firstPlace(in: tables) else {
                return { HistoryError.noSuchGather.reply }
            }
            place = first
        }
        if let fold {
            guard let events = try fold.advance(in: tables) else { return nil }
            self.fold = nil
            let gather = Gather(replaying: events)
            if let summary = GatherPresenter.summary(gather) { summaries.append(summary) }
        } else if let row = rows.popLast() {
            try take(row)
        } else if summaries.count < limit, !isAtEnd {
            try readRows(in: tables)
        } else {
            return { [summaries] in Reply(["gathers": .array(summaries.map(\.json))]) }
        }
        return nil
    }

    private func firstPlace(in tables: ArchiveTables) throws(StoreError) -> Int? {
        guard let before else { return .max }
        return try tables.gathers(named: before).first { $0.id == before }?.number
    }

    private func readRows(in tables: ArchiveTables) throws(StoreError) {
        let found = try tables.gathers(before: place ?? .max, limit: limit - summaries.count)
        place = found.last?.number ?? place
        isAtEnd = found.isEmpty
        rows = found.reversed()
    }

    private func take(_ row: GatherRow) throws(StoreError) {
        guard let noted = row.summary.flatMap(JSONObject.init(text:)) else {
            fold = GatherFold(row)
            return
        }
        if let summary = try? GatherSummary(json: .object(noted), name: "gather") {
            summaries.append(summary)
        }
    }
}

/// `History.Show`: what happened in a gather.
final class TimelineReading: Reading {
    private let name: String?
    private let (after, limit): (Int, Int)
    private var fold: GatherFold?

    /// Makes a reading of the events of a gather from after one on.
    ///
    /// - Parameter name: The gather's ID or how it begins; nil for the newest.
    init(of name: String?, after: Int, limit: Int) {
        (self.name, self.after, self.limit) = (name, after, limit)
    }

    func restart() { fold = nil }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        guard let fold else {
            let rows =
                if let name { try tables.gathers(named: name) } else {
                    [try tables.newestGather()].compactMap { $0 }
                }
            guard let row = rows.first else { return { HistoryError.noSuchGather.reply } }
            guard rows.count == 1 else { return { HistoryError.ambiguousGather.reply } }
            self.fold = GatherFold(row)
            return nil
        }
        guard let events = try fold.advance(in: tables) else { return nil }
        return { self.reply(Gather(replaying: events)) }
    }

    private func reply(_ gather: Gather) -> Reply {
        guard let summary = GatherPresenter.summary(gather) else {
            return HistoryError.noSuchGather.reply
        }
        var names = OperatorNames()
        let entries = GatherPresenter.timeline(gather, after: after, limit: limit)
        func players(_ section: TeamSection) -> JSONValue {
            .array(GatherPresenter.players(section, of: gather).map(\.json))
        }
        return Reply([
            "gather": summary.json, "entries": .array(entries.map { names.named($0).json }),
            "teamA": players(.teamA), "teamB": players(.teamB), "bench": players(.bench),
        ])
    }
}

/// A gather that is read a few events at a time, and folded when it has them all.
final class GatherFold {
    private let row: GatherRow
    private var events: [RecordedEvent] = []

    /// Begins before the first event of a gather.
    init(_ row: GatherRow) {
        self.row = row
    }

    /// Reads the next events.
    ///
    /// - Returns: The whole gather's, when there are no more.
    func advance(in tables: ArchiveTables) throws(StoreError) -> [RecordedEvent]? {
        events += try tables.events(of: row, after: events.count)
            .filter { $0.number <= row.revision }
        return events.count >= row.revision ? events : nil
    }
}
