import GatherAPI
import Varlink

/// A check of one gather that reads a few events at a time.
final class GatherVerification {
    private let row: GatherRow
    private var check: ChainCheck

    init(of row: GatherRow, code: String? = nil) {
        self.row = row
        check = ChainCheck(of: row.id, code: code)
    }

    /// Reads the next events, and returns the result after the last one.
    func advance(in tables: ArchiveTables) throws(StoreError) -> VerificationFields? {
        var count = 0
        try tables.columns(of: row, after: check.events) { columns throws(StoreError) in
            count += 1
            try check.check(columns, salts: tables.salt)
        }
        guard count < ArchiveTables.eventsAtOnce else { return nil }
        // There may be more events by now than when the row was read.
        let isAsBefore = check.events == row.revision
        check.end(at: isAsBefore ? row.revision : try tables.revision(of: row))
        return VerificationFields(check)
    }
}

extension VerificationFields {
    /// Makes the result of a check that has come to its end.
    init(_ check: ChainCheck) {
        self.init(
            id: check.id, events: check.events, hashedFrom: check.firstDigest,
            problem: check.problem.map { Problem($0.kind) }, event: check.problem?.number,
            code: check.presentCode, codeEvent: check.codeEvent)
    }
}

extension VerificationFields.Problem {
    init(_ problem: ChainCheck.Problem) {
        switch problem {
        case .changed: self = .changed
        case .gone: self = .gone
        case .lost: self = .lost
        }
    }
}

/// The query of `History.Verify`: whether the record of a gather is whole.
final class VerificationReading: Reading {
    private let name: String?
    private let code: String?
    private var verification: GatherVerification?

    /// Makes a check of a gather.
    ///
    /// - Parameters:
    ///   - name: The gather's ID or its beginning; nil for the newest.
    ///   - code: A code that is looked for.
    init(of name: String?, code: String?) { (self.name, self.code) = (name, code) }

    func restart() { verification = nil }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        guard let verification else {
            switch try tables.gather(name) {
            case .success(let row): verification = GatherVerification(of: row, code: code)
            case .failure(let error): return { error.reply }
            }
            return nil
        }
        guard let result = try verification.advance(in: tables) else { return nil }
        return { HistoryMethod.Verify.Reply(verification: result).reply }
    }
}

/// The query of `History.VerifyPage`: whether the records of a page of gathers are whole.
final class PageVerificationReading: Reading {
    private let limit: Int
    private let before: String?
    private var reply = HistoryMethod.VerifyPage.Reply(
        matches: 0, events: 0, withoutHashes: 0, problems: [], last: nil)
    private var place: Int?
    /// The gathers to be checked, the next one last.
    private var rows: [GatherRow] = []
    private var verification: GatherVerification?

    /// Makes a check of a page.
    ///
    /// - Parameter before: The ID of the gather before which the page begins; nil for the newest.
    init(limit: Int, before: String?) { (self.limit, self.before) = (limit, before) }

    func restart() {
        self.reply = .init(matches: 0, events: 0, withoutHashes: 0, problems: [], last: nil)
        (place, rows, verification) = (nil, [], nil)
    }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        if let verification {
            guard let result = try verification.advance(in: tables) else { return nil }
            self.verification = nil
            reply.matches += 1
            reply.events += result.events
            if result.hashedFrom == nil { reply.withoutHashes += 1 }
            if result.problem != nil { reply.problems.append(result) }
            reply.last = result.id
        } else if let row = rows.popLast() {
            verification = GatherVerification(of: row)
        } else {
            if place == nil { place = try tables.place(before: before) }
            guard let place else { return { HistoryError.noSuchGather.reply } }
            let found = try tables.gathers(before: place, limit: limit - reply.matches)
            guard let last = found.last else { return { [reply] in reply.reply } }
            (self.place, rows) = (last.number, found.reversed())
        }
        return nil
    }
}
