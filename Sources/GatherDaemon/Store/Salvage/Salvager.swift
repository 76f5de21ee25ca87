import GatherCore
import LinuxIO

/// Copies the readable content of a damaged database to a new one.
///
/// The damaged files are only read. The new one has a separate name until it is complete, so that
/// the process can be interrupted anywhere and started again.
struct Salvager {
    private let database: SQLiteDatabase
    private let tables: EventTables
    private let copy: SQLiteStatement
    private let setDigest: SQLiteStatement
    private let copyRequest: SQLiteStatement
    private let copyGather: SQLiteStatement
    private let copyPlayer: SQLiteStatement
    private var saved = 0
    private var lost = 0
    /// True if there may have been more than what is known.
    private var isUncertain = false
    private var ids: Set<String> = []
    private let busy: (Duration?) -> Void
    private var rows = 0

    /// Builds the new database.
    ///
    /// - Parameters:
    ///   - known: The gather in the daemon's memory, of which nothing is lost.
    ///   - hashedFrom: The number of its first event with a digest; nil if none is known.
    ///   - submissions: The submissions in its memory; no others are newer.
    ///   - players: The squad in its memory; no other is newer.
    ///   - defaults: The defaults in its memory; no others are newer.
    ///   - aside: The name that the damaged file will have.
    ///   - busy: Called repeatedly with the time that the next part may take.
    ///   - wall: The time by the wall clock.
    static func build(
        _ files: StoreFiles, known: StoredGather?, hashedFrom: Int? = nil,
        submissions: [SubmissionRow] = [],
        players: [PlayerRow] = [], defaults: MatchDefaults? = nil, aside: String,
        busy: @escaping (Duration?) -> Void,
        at wall: Duration
    ) throws(StoreError) -> Salvage {
        busy(Limits.salvageStep)
        var salvager = try Salvager(files, busy: busy)
        let database = salvager.database
        let salvage = try database.transaction { () throws(StoreError) -> Salvage in
            try salvager.copy(known)
            for row in submissions { try salvager.tables.put(row) }
            for row in players { try salvager.tables.players.put(row) }
            if let defaults { try salvager.copy(defaults) }
            var carver = try Carver(files)
            try carver.carve { row throws(StoreError) in try salvager.add(row) }
            salvager.isUncertain = !carver.isWhole
            try salvager.complete(known, hashedFrom: hashedFrom)
            if AccountStore.hasAccount(in: Files.directory(of: files.database)) {
                try salvager.distrustOpenMatch(known)
            }
            let salvage = Salvage(
                savedEvents: salvager.saved, lostEvents: salvager.lost,
                mayHaveLostMore: salvager.isUncertain, file: aside, at: wall)
            try salvager.tables.set(EventStore.Fact.salvage, to: salvage.json.text)
            return salvage
        }
        // All of it is flushed at once, at a megabyte a second or more.
        let megabytes = (Files.size(of: files.building + "-wal") ?? 0) >> 20
        busy(Limits.salvageStep + .seconds(megabytes))
        try NewDatabase.flush(database)
        return salvage
    }

    private init(_ files: StoreFiles, busy: @escaping (Duration?) -> Void) throws(StoreError) {
        self.busy = busy
        database = try NewDatabase.make(files)
        tables = try EventTables(database)
        // The row that was carried over first stays, unless it has no checksum and this one has, or
        // it is the same and this one has its digest.
        copy = try database.prepare(
            """
            INSERT INTO events (\(EventRow.columns), checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            ON CONFLICT (gather, number) DO UPDATE SET step = excluded.step,
                kind = excluded.kind, details = excluded.details, wall = excluded.wall,
                boottime = excluded.boottime, boot = excluded.boot, uid = excluded.uid,
                chain = excluded.chain, checksum = excluded.checksum
            WHERE events.checksum IS NULL AND excluded.checksum IS NOT NULL
                OR events.chain IS NULL AND excluded.chain IS NOT NULL
                AND (events.step, events.kind, events.details, events.wall, events.boottime,
                        events.boot, events.uid)
                    IS (excluded.step, excluded.kind, excluded.details, excluded.wall,
                        excluded.boottime, excluded.boot, excluded.uid)
            """)
        setDigest = try database.prepare(
            "UPDATE events SET chain = ?3, checksum = ?4 WHERE gather = ?1 AND number = ?2")
        copyRequest = try database.prepare(
            "INSERT OR IGNORE INTO requests VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        // The version that is found first is the newest.
        copyPlayer = try database.prepare(
            "INSERT OR IGNORE INTO players VALUES (?1, ?2, ?3, ?4, ?5)")
        try database.execute(
            """
            CREATE TEMP TABLE carved
                (number INTEGER PRIMARY KEY, id, unopened, turn, summary, revision)
            """)
        // The newest version comes first, unless its page was damaged.
        copyGather = try database.prepare(
            """
            INSERT INTO carved VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET unopened = excluded.unopened, turn = excluded.turn,
                summary = excluded.summary, revision = excluded.revision
            WHERE excluded.revision > carved.revision
            """)
    }

    // MARK: - Rows

    private func copy(_ known: StoredGather?) throws(StoreError) {
        guard let known else { return }
        for recorded in known.gather.log {
            try copy.run(EventRow(recorded, of: known.number).withChecksum)
        }
    }

    private mutating func add(_ row: CarvedRow) throws(StoreError) {
        advance(rows: 1)
        switch row {
        case .event(let values, let isChecked):
            try copy.run(isChecked ? EventRow.withChecksum(values) : values + [.null])
        case .salt(let row): try tables.put(row)
        case .request(let values): try copyRequest.run(RequestRow.withChecksum(values))
        case .gather(let values): try copyGather.run(values)
        case .submission(let values):
            if let row = SubmissionRow(values) { try copy(row) }
        case .defaults(let defaults): try copy(defaults)
        case .player(let values): try copyPlayer.run(PlayerRow.withChecksum(values))
        case .total: break
        }
    }

    /// Reports progress from time to time.
    private mutating func advance(rows count: Int) {
        let before = rows
        rows += count
        if before >> 12 != rows >> 12 { busy(Limits.salvageStep) }
    }

    /// Carries over a submission; the version found first is the newest readable one.
    ///
    /// Later changes to it are unknown.
    private func copy(_ row: SubmissionRow) throws(StoreError) {
        guard try tables.submission(of: row.gather) == nil else { return }
        try tables.put(row.outdated ?? row)
    }

    /// Leaves the result of the open match to a person if events of it may be lost: it may have
    /// ended and been sent, and would be sent once more.
    private func distrustOpenMatch(_ known: StoredGather?) throws(StoreError) {
        guard let row = try tables.newestGather(), row.number != known?.number,
            try tables.submission(of: row.number) == nil
        else { return }
        let gather = try tables.fold(row).gather
        guard gather.phase == .open,
            isUncertain || gather.log.contains(where: { $0.event == .lost })
        else { return }
        try tables.put(SubmissionRow(Submission(unknown: nil), of: row.number))
    }

    /// Carries over the defaults; those found first are the newest.
    private func copy(_ defaults: MatchDefaults) throws(StoreError) {
        let name = EventStore.Fact.defaults
        guard try tables.fact(name) == nil else { return }
        try tables.set(name, to: defaults.storedText)
    }

    // MARK: - Gathers

    private mutating func complete(_ known: StoredGather?, hashedFrom: Int?) throws(StoreError) {
        try countLostGathers(known)
        saved = try database.integer("SELECT count(*) FROM events WHERE kind <> 'lost'")
        let numbers = try database.prepare("SELECT DISTINCT gather FROM events ORDER BY 1")
            .map { $0.integer(0) }
        let events = try database.prepare(
            "\(EventRow.selection) WHERE gather = ?1 ORDER BY number")
        let gather = try database.prepare(
            "SELECT \(GatherRow.columns) FROM carved WHERE number = ?1")
        for number in numbers {
            advance(rows: 1)
            let rows: [EventRow] = try events.rows([.integer(number)])
            try completeChain(of: rows, from: number == known?.number ? hashedFrom : nil)
            let log = rows.map(\.recorded)
            advance(rows: log.count)
            let carved = try gather.map([.integer(number)]) { row in
                GatherRow((0..<6).compactMap { row.value($0) })
            }
            try complete(number, log, carved.last ?? nil)
        }
        try database.execute(
            """
            DELETE FROM requests WHERE gather NOT IN (SELECT number FROM gathers);
            DELETE FROM submissions WHERE gather NOT IN (SELECT number FROM gathers);
            """)
    }

    /// Gives the events in the daemon's memory the digests that were lost with their rows.
    ///
    /// Every other event was found with its digest, or is from before there were any.
    ///
    /// - Parameter first: The number of the first event with a digest; nil if none is known.
    private func completeChain(of rows: [EventRow], from first: Int?) throws(StoreError) {
        let id = opening(of: rows.prefix(1).map(\.recorded))
        var previous: (number: Int, digest: [UInt8])?
        for row in rows {
            let number = row.recorded.number
            // The content of a lost event is unknown, and so is the digest that the next one needs.
            guard row.recorded.event != .lost else {
                previous = nil
                continue
            }
            var digest = row.digest
            var base = previous.flatMap { $0.number == number - 1 ? $0.digest : nil }
            if number == first, let id { base = EventChain.start(of: id, at: number) }
            if digest == nil, let base {
                var values = row.values
                digest = try EventChain.digest(after: base, of: values, salts: tables.salt)
                values[EventRow.contentColumns] = digest.map(SQLiteValue.blob) ?? .null
                try setDigest.run([
                    .integer(row.gather), .integer(number), values[EventRow.contentColumns],
                    .integer(EventRow.checksum(of: values)),
                ])
            }
            previous = digest.map { (number, $0) }
        }
    }

    /// Counts the lost events of gathers without any event, and checks that every gather has a row
    /// with the number of its events.
    private mutating func countLostGathers(_ known: StoredGather?) throws(StoreError) {
        lost += try database.integer(
            "SELECT sum(revision) FROM carved WHERE number NOT IN (SELECT gather FROM events)")
        let last = try database.integer(
            """
            SELECT max(number) FROM (SELECT max(gather) AS number FROM events
                UNION ALL SELECT max(gather) FROM requests UNION ALL SELECT max(number) FROM carved)
            """)
        let here = known.map(\.number) ?? 0
        let mentioned = try database.integer(
            "SELECT count(*) FROM carved WHERE revision > 0 AND number <> \(here)")
        if mentioned + (here > 0 ? 1 : 0) < last { isUncertain = true }
    }

    /// Fills the gaps among the events of a gather, and makes its row.
    private mutating func complete(
        _ number: Int, _ log: [RecordedEvent], _ carved: GatherRow?
    ) throws(StoreError) {
        var whole: [RecordedEvent] = []
        for kept in log {
            guard kept.number - whole.count <= Limits.salvagedGap else {
                // This number was never assigned; rows of version 1 have no checksum to detect
                // that.
                try database.execute(
                    "DELETE FROM events WHERE gather = \(number) AND number >= \(kept.number)")
                break
            }
            while whole.count + 1 < kept.number {
                let missing = missing(whole.count + 1, before: kept, carved)
                try tables.add(EventRow(missing, of: number))
                whole.append(missing)
                lost += 1
            }
            whole.append(kept)
        }
        // These are the events after the last one that is left.
        let revision = carved?.revision ?? 0
        if let last = whole.last, revision - whole.count <= Limits.salvagedGap {
            while whole.count < revision {
                let missing = missing(whole.count + 1, before: last, carved)
                try tables.add(EventRow(missing, of: number))
                whole.append(missing)
                lost += 1
            }
        }
        let gather = Gather(replaying: whole)
        var id = opening(of: whole) ?? carved?.id ?? RandomID.uuid()
        if !ids.insert(id).inserted { id = RandomID.uuid() }
        var row = GatherRow(number: number, id: id, turn: carved?.turn ?? number)
        row.revision = whole.count
        row.isUnopened = gather.phase == .unopened
        let isClosed = gather.phase == .ended || gather.phase == .discarded
        row.summary = isClosed ? carved?.summary : nil
        try tables.add(row)
        try completePlayers(of: gather, number)
    }

    /// Derives the players' parts in a gather from it.
    ///
    /// Players without a row are restored as the gather recorded them.
    private func completePlayers(of gather: Gather, _ number: Int) throws(StoreError) {
        if let ended = gather.endedAt {
            try tables.players.put(gather.appearances, of: number, endedAt: ended.wall)
        }
        let recorded = gather.lineup.everybody + gather.goals.map(\.scorer) + gather.bookedPlayers
        for player in recorded {
            if player.isForgotten {
                try copyPlayer.run(PlayerRow(forgotten: player.id).withChecksum)
                continue
            }
            guard
                let profile = try? PlayerProfile(
                    name: player.name, position: player.position, shirt: player.shirt)
            else { continue }
            let row = PlayerRow(Squad.Member(id: player.id, profile: profile))
            if player.id > 0 { try copyPlayer.run(row.withChecksum) }
        }
    }

    private func missing(
        _ number: Int, before kept: RecordedEvent, _ carved: GatherRow?
    ) -> RecordedEvent {
        var missing = kept
        (missing.number, missing.step) = (number, number)
        (missing.operatorUID, missing.device) = (nil, nil)
        missing.event = .lost
        if number == 1 {
            missing.event = .opened(
                id: carved?.id ?? RandomID.uuid(), time: .standard,
                teamAName: TeamSection.teamA.heading, teamBName: TeamSection.teamB.heading)
        }
        return missing
    }

    private func opening(of log: [RecordedEvent]) -> String? {
        if case .opened(let id, _, _, _, _) = log.first?.event { id } else { nil }
    }
}
