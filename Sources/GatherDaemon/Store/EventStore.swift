import GatherCore
import LinuxIO
import Varlink

/// A gather and its number in the order of openings.
struct StoredGather: Sendable {
    /// The number, which grows with every opening.
    let number: Int
    let gather: Gather
}

/// A command that was answered.
struct RequestRecord: Equatable, Sendable {
    let id: String
    /// The method and its parameters, without the ID.
    let command: String
    /// The reply, without the snapshot.
    let outcome: JSONObject
}

/// The events on disk: what was appended here has happened, whatever follows.
///
/// It is used on the daemon's queue only. A commit is one flush of the write-ahead log. A file that
/// is found damaged, at any time, is set aside, and its readable content is moved to a new one.
/// While a disk takes no writes, commands are refused.
final class EventStore {
    /// The names of facts.
    enum Fact {
        static let salvage = "salvage"
        static let start = "start"
        static let defaults = "defaults"
        /// The prefix of the ID of a request that concerned no gather.
        static let request = "request "
    }

    /// The gather in the daemon's memory, from which damaged rows are filled in.
    var known: () -> StoredGather? = { nil }

    /// The submissions in the daemon's memory, which are the newest.
    var knownSubmissions: () -> [SubmissionRow] = { [] }

    /// The squad in the daemon's memory, which is the newest; nil before it was read.
    var knownPlayers: () -> [PlayerRow]? = { nil }

    /// The pitch's defaults in the daemon's memory; nil before they were read.
    var knownDefaults: () -> MatchDefaults? = { nil }

    /// The record of a salvage, until the next gather opens.
    private(set) var salvage: Salvage?

    /// The access to the same file for readers.
    let gate = ArchiveGate()
    /// Shows whether the store is busy with the disk.
    let pulse = StorePulse()

    private let directory: StateDirectory
    private let files: StoreFiles
    private let log: any Log
    private let busy: (Duration?) -> Void
    private let wall: () -> Duration
    /// The present gather as read at the start, until it is taken.
    private var readAtStart: StoredGather?
    private var connection: StoreConnection?
    /// Damage that could not be salvaged yet.
    private var damage: StoreError?
    /// The first events with a digest, by the numbers of the gathers that were read or written.
    private var firstDigests: [Int: Int] = [:]
    /// True from the moment of a forgetting until nothing of the files of before is left.
    private(set) var isForgetting = false
    private var additionsSinceCheckpoint = 0
    /// The time by the wall clock at which old requests were forgotten last.
    private var cleanedUpAt: Duration?
    private var check: StopFlag?

    /// Opens the database of a state directory; creates, migrates or salvages it if necessary.
    ///
    /// - Parameters:
    ///   - log: Receives messages about a damaged file.
    ///   - busy: Receives how long the operation that begins may take, and nil when it is over.
    ///   - wall: The wall clock.
    /// - Throws: A ``StoreError`` if the database cannot even be read.
    init(
        in directory: StateDirectory, log: any Log,
        busy: @escaping (Duration?) -> Void = { _ in }, wall: @escaping () -> Duration
    ) throws(StoreError) {
        self.directory = directory
        self.log = log
        self.busy = busy
        self.wall = wall
        files = StoreFiles(database: "\(directory.path)/gather.db")
        // A disk that takes no writes keeps it, and the next start tries again.
        try? files.removeCopy()
        try repairing { store throws(StoreError) in
            salvage = try store.tables.fact(Fact.salvage).flatMap(JSONObject.init(text:))
                .flatMap(Salvage.init(json:))
            // This row is written next. Damage to it has to be found now, before the log is cut.
            _ = try store.tables.fact(Fact.start)
            // This finds damage in the present gather before the match continues.
            readAtStart = try store.tables.newestGather().map { row throws(StoreError) in
                try fold(row, in: store.tables)
            }
        }
        recordStart()
    }

    // MARK: - Reading

    /// Returns the current gather, that is, the one that was opened or reopened last; nil before
    /// the first.
    ///
    /// - Parameter number: If given, only gathers that were current before this one are considered.
    func newestGather(before number: Int? = nil) throws(StoreError) -> StoredGather? {
        if number == nil, let known = readAtStart.take() { return known }
        return try repairing { store throws(StoreError) in
            let row =
                if let number { try store.tables.newestGather(before: number) } else {
                    try store.tables.newestGather()
                }
            return try row.map { row throws(StoreError) in try fold(row, in: store.tables) }
        }
    }

    /// Returns the gather whose opening was undone last, or nil if there is none.
    func lastUnopenedGather() throws(StoreError) -> StoredGather? {
        try repairing { store throws(StoreError) in
            let row = try store.tables.lastUnopenedGather()
            return try row.map { row throws(StoreError) in try fold(row, in: store.tables) }
        }
    }

    /// Returns the gather that opened last, or nil if none stands that opened after another.
    func lastGather(after number: Int) throws(StoreError) -> StoredGather? {
        try repairing { store throws(StoreError) in
            let row = try store.tables.lastGather(after: number)
            return try row.map { row throws(StoreError) in try fold(row, in: store.tables) }
        }
    }

    /// Returns the numbers of the gathers that have been current since the opening of another was
    /// undone, the newest first.
    func numbers(currentSinceUndoOf number: Int) throws(StoreError) -> [Int] {
        try repairing { store throws(StoreError) in
            try store.tables.numbers(currentSinceUndoOf: number)
        }
    }

    func gather(_ number: Int) throws(StoreError) -> StoredGather {
        try repairing { store throws(StoreError) in
            try fold(try store.tables.gather(number), in: store.tables)
        }
    }

    /// Folds a gather, of which it may become the match in memory.
    private func fold(_ row: GatherRow, in tables: EventTables) throws(StoreError) -> StoredGather {
        let stored = try tables.fold(row)
        try findDigest(of: row.id, row.number, in: tables)
        return stored
    }

    /// Finds the first event of a gather with a digest, if it is not known yet.
    private func findDigest(
        of id: String, _ gather: Int, in tables: EventTables
    ) throws(StoreError) {
        guard firstDigests[gather] == nil else { return }
        firstDigests[gather] = try tables.firstDigest(of: id, in: gather)
    }

    /// Returns the ID of a gather, even one whose opening was undone.
    func id(of number: Int) throws(StoreError) -> String {
        try repairing { store throws(StoreError) in try store.tables.gather(number).id }
    }

    /// Returns the title of a gather; that of a closed one is read without its events.
    func title(of number: Int) throws(StoreError) -> GatherTitle {
        try repairing { store throws(StoreError) in
            let row = try store.tables.gather(number)
            if let title = GatherTitle(row) { return title }
            return GatherTitle(try store.tables.fold(row).gather, id: row.id)
        }
    }

    /// Returns the numbers of the gathers whose ID begins with a prefix, at most two; none for a
    /// prefix shorter than ``Limits/gatherNameBytes``.
    func numbers(ofGatherNamed prefix: String) throws(StoreError) -> [Int] {
        guard Limits.gatherNameBytes.contains(prefix.utf8.count) else { return [] }
        return try repairing { store throws(StoreError) in
            try store.tables.gathers(named: prefix).map(\.number)
        }
    }

    /// Returns the command with a request ID, or nil for a new ID.
    func request(_ id: String) throws(StoreError) -> RequestRecord? {
        try repairing { store throws(StoreError) in try store.tables.request(id) }
    }

    /// Returns the submission of a gather's result, or nil if it is not to be sent.
    func submission(of gather: Int) throws(StoreError) -> SubmissionRow? {
        try repairing { store throws(StoreError) in try store.tables.submission(of: gather) }
    }

    /// Returns every submission with something left to do, the oldest gather first.
    func pendingSubmissions() throws(StoreError) -> [SubmissionRow] {
        try repairing { store throws(StoreError) in try store.tables.pendingSubmissions() }
    }

    /// Returns the newest submissions, the newest gather first.
    func newestSubmissions() throws(StoreError) -> [SubmissionRow] {
        try repairing { store throws(StoreError) in
            try store.tables.newestSubmissions(Limits.historyPage)
        }
    }

    /// Returns the newest ended gathers that never had a submission, the oldest first.
    func unsubmittedGathers() throws(StoreError) -> [GatherRow] {
        try repairing { store throws(StoreError) in
            try store.tables.unsubmittedGathers(of: Limits.historyPage)
        }
    }

    // MARK: - Writing

    /// The changes that one command makes to the store.
    struct Addition {
        /// The events, in order, of one gather.
        var events: [RecordedEvent] = []
        /// The number of their gather; nil for one that they open.
        var gather: Int?
        /// The ID of their gather.
        var id: String
        /// True if they undo its opening.
        var unopens = false
        /// True if they redo its opening.
        var reopens = false
        /// True if it becomes the current gather, though another has opened since.
        var takesTurn = false
        /// Its new entry in the history; nil for an open gather.
        var summary: JSONObject?
        var submission = SubmissionChange.none
        /// Its players' appearances, and its end by the wall clock; nil if they stay as they are.
        var appearances: (all: [Appearance], endedAt: Duration)?
        var request: RequestRecord?
        var moment: Moment
    }

    /// The change to a submission.
    enum SubmissionChange: Equatable {
        /// It does not change.
        case none
        /// It is replaced by this one.
        case put(Submission)
        /// It is removed.
        case remove
    }

    /// Writes an addition to disk, completely or not at all.
    ///
    /// It has happened when this returns, and has not when it throws.
    ///
    /// - Returns: The number of the gather that it belongs to.
    func append(_ addition: Addition) throws(StoreError) -> Int {
        additionsSinceCheckpoint += 1
        readAtStart = nil
        let number = try repairing(writes: true) { store throws(StoreError) in
            let number = try store.transaction { tables throws(StoreError) in
                try Self.add(addition, to: tables)
            }
            // It has happened, whatever can be read afterwards.
            try? findDigest(of: addition.id, number, in: store.tables)
            return number
        }
        if addition.gather == nil { salvage = nil }
        return number
    }

    /// Returns all players of the squad, including removed ones.
    func players() throws(StoreError) -> [PlayerRow] {
        try repairing { store throws(StoreError) in try store.tables.players.players() }
    }

    /// Writes players to disk, all of them or none.
    ///
    /// With a request, old ones are forgotten from time to time.
    ///
    /// - Parameter request: The request to remember, and when it was made.
    func put(
        _ players: [PlayerRow], request: (record: RequestRecord, moment: Moment)? = nil
    ) throws(StoreError) {
        try write(request) { tables throws(StoreError) in
            for player in players { try tables.players.put(player) }
        }
    }

    /// Returns the defaults of the pitch.
    func defaults() throws(StoreError) -> MatchDefaults {
        try repairing { store throws(StoreError) in
            guard let text = try store.tables.fact(Fact.defaults) else { return MatchDefaults() }
            guard let defaults = MatchDefaults(stored: text) else {
                throw .damaged(files.database, "the defaults of the pitch are unreadable")
            }
            return defaults
        }
    }

    /// Writes the defaults of the pitch to disk.
    func put(
        _ defaults: MatchDefaults, request: (record: RequestRecord, moment: Moment)?
    ) throws(StoreError) {
        try write(request) { tables throws(StoreError) in
            try tables.set(Fact.defaults, to: defaults.storedText)
        }
    }

    /// Returns the databases that were set aside, by their names in the state directory.
    func databasesSetAside() throws(StoreError) -> [String] {
        do { return try files.databasesSetAside() } catch {
            throw StoreError(error, path: files.directory)
        }
    }

    /// Returns the number of gathers with a player in their events.
    func gatherCount(of player: Int) throws(StoreError) -> Int {
        try repairing { store throws(StoreError) in try store.gatherCount(of: player) }
    }

    /// Removes the data about a player from the database, and all other files of the store, such as
    /// databases that were set aside, from the directory.
    ///
    /// The player is forgotten once the new database is in the place of the old one. If the disk
    /// fails after that, this throws. The removal of old files is then finished by
    /// ``finishForgetting()``, any other operation, the end or a start; nothing is read before.
    ///
    /// - Parameters:
    ///   - request: The request to remember, and when it was made.
    ///   - gather: The number of the gather in memory, which is read without the player.
    ///   - forgotten: Called as soon as the new database is in place.
    func forget(
        _ player: Int, request: (record: RequestRecord, moment: Moment)?, gather: Int?,
        forgotten: (Forgetting.Result) -> Void
    ) throws(StoreError) {
        readAtStart = nil
        let result = try repairing(writes: true) { store throws(StoreError) in
            do {
                return try Forgetting.build(
                    from: store, files, without: player, request: request, gather: gather)
            } catch {
                // The next start removes what the disk does not let be removed now.
                try? files.finish()
                throw StoreError(of: error, path: files.directory)
            }
        }
        check?.set()
        close(connection)
        // This opens the database again, also for readers; the next operation reports an error.
        defer { try? repairing { _ throws(StoreError) in } }
        do {
            try files.replaceWithoutTrace()
            isForgetting = true
            // The damaged file that the salvage names is removed as well.
            salvage = nil
            forgotten(result)
            try Files.synchronizeDirectory(files.directory)
            try files.finish()
            isForgetting = false
        } catch {
            throw StoreError(error, path: files.directory)
        }
    }

    /// Removes what a forgetting has left of the files of before, because the disk has failed.
    func finishForgetting() throws(StoreError) {
        guard isForgetting else { return }
        try repairing(writes: true) { _ throws(StoreError) in }
    }

    /// Writes what concerns no gather, and remembers the request.
    private func write(
        _ request: (record: RequestRecord, moment: Moment)?,
        _ body: (EventTables) throws(StoreError) -> Void
    ) throws(StoreError) {
        let cleansUp = request.map { isCleanupDue(at: $0.moment.wall) } ?? false
        try repairing(writes: true) { store throws(StoreError) in
            try store.transaction { tables throws(StoreError) in
                try body(tables)
                guard let request else { return }
                if cleansUp { try tables.forgetRequests(before: request.moment) }
                try tables.remember(request.record, at: request.moment)
            }
        }
        if cleansUp { cleanedUpAt = request?.moment.wall }
    }

    /// Returns true at first, once per interval, and after the clock was set back.
    private func isCleanupDue(at wall: Duration) -> Bool {
        guard let cleanedUpAt else { return true }
        return !(.zero..<Limits.requestCleanup).contains(wall - cleanedUpAt)
    }

    private static func add(
        _ addition: Addition, to tables: EventTables
    ) throws(StoreError) -> Int {
        let number: Int
        if let gather = addition.gather {
            number = gather
            if !addition.events.isEmpty {
                let row = try change(number, by: addition, in: tables)
                try tables.add(addition.events, of: row)
            }
        } else {
            try tables.forgetRequests(before: addition.moment)
            try tables.set(Fact.salvage, to: nil)
            var row = try tables.rowToOpen(addition.id)
            number = row.number
            row.summary = addition.summary?.text
            row.revision = addition.events.count
            try tables.add(row)
            try tables.add(addition.events, of: row)
        }
        switch addition.submission {
        case .none: break
        case .put(let submission): try tables.put(SubmissionRow(submission, of: number))
        case .remove: try tables.removeSubmission(of: number)
        }
        if let (all, endedAt) = addition.appearances {
            try tables.players.put(all, of: number, endedAt: endedAt)
        }
        if let request = addition.request {
            try tables.add(RequestRow(request, gather: number, moment: addition.moment))
        }
        return number
    }

    /// Records every event in the row of its gather as well, and returns the row.
    private static func change(
        _ number: Int, by addition: Addition, in tables: EventTables
    ) throws(StoreError) -> GatherRow {
        let before = try tables.gather(number)
        var row = before
        if addition.unopens { row.isUnopened = true }
        if addition.reopens { row.isUnopened = false }
        // The turns of those that are not open are the order in which their openings were undone.
        if addition.takesTurn || addition.unopens { row.turn = try tables.nextTurn() }
        row.summary = addition.summary?.text
        row.revision += addition.events.count
        try tables.change(row, from: before)
        return row
    }

    // MARK: - Maintenance

    /// True if the remains of a refused command are still in the log, because the disk does not let
    /// them be removed.
    ///
    /// A daemon that starts would find them.
    var hasRefused: Bool { connection.map { !$0.canClose } ?? false }

    /// Removes the remains of a refused command, if that works by now.
    func settle() {
        // An error is ignored, since this is retried, and the command was refused with the reason.
        try? connection?.retract()
    }

    /// True if the write-ahead log has grown enough to be worth a checkpoint.
    var isCheckpointDue: Bool { additionsSinceCheckpoint >= Limits.additionsPerCheckpoint }

    /// Moves the content of the write-ahead log into the database.
    ///
    /// Nothing depends on it.
    ///
    /// - Parameter shrinking: True to truncate the log, false to let it be reused.
    func checkpoint(shrinking: Bool) throws(StoreError) {
        additionsSinceCheckpoint = 0
        guard let connection, connection.obstacle == nil, connection.place == .same else { return }
        try connection.restoreIndex()
        // Readers would keep the log from being reused, so that it would grow as long as somebody
        // reads.
        _ = try gate.withoutReaders { () throws(StoreError) in
            try connection.checkpoint(shrinking: shrinking)
        }
    }

    /// Ends a running check of the file, and closes the store tidily.
    func close() throws(StoreError) {
        check?.set()
        gate.shut()
        settle()
        defer { connection = nil }
        try finishForgetting()
        try restoreFiles()
        // Otherwise SQLite leaves our log at its path, where it would be taken for the other
        // file's.
        if let connection, connection.place == .replaced, !connection.isLogReplaced {
            try connection.checkpoint(shrinking: true)
        }
        try checkpoint(shrinking: true)
    }

    // MARK: - Checks and readings

    /// Runs a reading for a piece on this connection, if no other connection is available.
    func advance(_ reading: any Reading) throws(StoreError) -> ReadingResult? {
        try repairing { store throws(StoreError) in try reading.advance(in: try store.archive()) }
    }

    /// True if the disk took writes at the last attempt.
    var takesWrites: Bool { connection.map { $0.obstacle == nil } ?? false }

    /// Returns a check of the whole file, to be run on another queue.
    ///
    /// It returns the damage for ``repair(_:)``, or nil if there is none.
    func fullCheck() -> @Sendable () -> StoreError? {
        let flag = StopFlag()
        check = flag
        let database = files.database
        return { FileCheck.run(StoreFiles(database: database), until: flag) }
    }

    /// Sets a damaged file aside and moves its readable content to a new one.
    ///
    /// A file that has replaced the open one is not touched.
    func repair(_ damage: StoreError) throws(StoreError) {
        guard connection?.place != .replaced else { return }
        self.damage = damage
        try repairing { _ in }
    }

    // MARK: - Connections

    /// Runs an operation on the database; if damage is found, salvages the file and runs it again.
    func repairing<Result>(
        writes: Bool = false, _ body: (StoreConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try pulse.atDisk { () throws(StoreError) in try runRepairing(writes, body) }
    }

    private func runRepairing<Result>(
        _ writes: Bool, _ body: (StoreConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body(try connected(writes: writes))
        } catch {
            guard try isToBeSalvaged(error) else { throw error }
        }
        // The second attempt uses nothing that the first one may have read from a failing disk.
        close(connection)
        do {
            return try body(try connected(writes: writes))
        } catch {
            guard try isToBeSalvaged(error) else { throw error }
            damage = error
        }
        return try body(try connected(writes: writes))
    }

    private func isToBeSalvaged(_ error: StoreError) throws(StoreError) -> Bool {
        guard error.cause == .damaged, damage == nil, connection?.place != .replaced else {
            return false
        }
        try connection?.retract()
        return true
    }

    /// Returns the connection, reopened if necessary.
    private func connected(writes: Bool) throws(StoreError) -> StoreConnection {
        try connection?.restoreIndex()
        if let damage {
            try pulse.salvaging { () throws(StoreError) in try salvage(damage) }
        }
        if writes, let connection, connection.obstacle == nil { try checkPlace(of: connection) }
        if let connection, !isToBeReopened(connection, writes: writes) { return connection }
        close(connection)
        do {
            try prepareFiles()
            let opened = try StoreConnection(files)
            connection = opened
            gate.open(files.database)
            return opened
        } catch {
            // A file locked by another process, or not ours, is not read by other means, and one
            // from which somebody is to be gone not at all.
            let isReadable = ![.damaged, .notAFile, .notOurs, .locked].contains(error.cause)
            guard isReadable, !isForgetting else { throw error }
            let readable = try? StoreConnection(reading: files, obstacle: error)
            connection = readable
            guard let readable, !writes else { throw error }
            return readable
        }
    }

    private func isToBeReopened(_ connection: StoreConnection, writes: Bool) -> Bool {
        // A connection that can only read is reopened with every command.
        writes && (connection.isSpoiled || connection.obstacle != nil) && connection.canClose
    }

    private func close(_ closing: StoreConnection?) {
        // A connection that reads the file must not outlive the one that writes it.
        gate.shut()
        closing?.keepLog()
        connection = nil
    }

    private func prepareFiles() throws(StoreError) {
        try files.checkKinds()
        do {
            try files.finish()
            isForgetting = false
            guard files.isBlank else { return }
            do {
                let database = try NewDatabase.make(files)
                try NewDatabase.flush(database)
            }
            try files.install()
        } catch {
            throw StoreError(of: error, path: files.directory)
        }
    }

    /// Writes the database to its path again if it, or its log, was removed.
    func restoreFiles() throws(StoreError) {
        guard let connection, connection.obstacle == nil else { return }
        try connection.restoreIndex()
        switch connection.place {
        case .same, .replaced: break
        case .logRemoved, .removed: _ = try connected(writes: true)
        }
    }

    /// Checks that the open file is still the one at its path, before anything is written to it.
    private func checkPlace(of connection: StoreConnection) throws(StoreError) {
        switch connection.place {
        case .same: return
        case .replaced:
            throw StoreError(
                .replaced, path: files.database, "\(files.database) is another file by now")
        case .logRemoved:
            check?.set()
            gate.endCopy()
            guard try connection.checkpoint(shrinking: true) else {
                throw StoreError(
                    .locked, path: files.database, "the log was removed while it is read")
            }
        case .removed: try restore(from: connection)
        }
        close(connection)
    }

    /// Writes the removed database to its path again, from the file that is still open.
    private func restore(from connection: StoreConnection) throws(StoreError) {
        do {
            try directory.restore()
            if Files.exists(files.building) { try Files.remove(files.building) }
            try connection.copy(to: files.building)
            try NewDatabase.useLog(files)
            try files.install()
        } catch {
            throw StoreError(.removed, path: files.database, "cannot make the file again: \(error)")
        }
        log.write(
            .error, "\(files.database) was removed; it was written again, and nothing is lost")
    }

    // MARK: - Salvage

    private func salvage(_ damage: StoreError) throws(StoreError) {
        try connection?.retract()
        close(connection)
        readAtStart = nil
        defer { busy(nil) }
        let at = wall()
        let found: Salvage
        do {
            try files.finish()
            if let size = Files.size(of: files.database), size > Limits.bytesSalvagedAtOnce {
                log.write(
                    .warning,
                    "\(files.database) is damaged and has \(size >> 20) MB; what can be read of it "
                        + "is looked for, which takes a while")
            }
            let aside = try files.nameAside(at: at, as: .damaged)
            let known = known()
            found = try Salvager.build(
                files, known: known, hashedFrom: known.flatMap { firstDigests[$0.number] },
                submissions: knownSubmissions(),
                players: knownPlayers() ?? [], defaults: knownDefaults(),
                aside: aside, busy: busy, at: at)
            try files.replace(aside: aside, as: .damaged)
            // The first events of all other gathers may have been lost.
            firstDigests = firstDigests.filter { $0.key == known?.number }
        } catch {
            throw StoreError(
                StoreError(of: error, path: files.directory).cause, path: files.directory,
                "the database is damaged (\(damage)) and cannot be salvaged: \(error)")
        }
        self.damage = nil
        salvage = found
        log.write(
            .error,
            "\(files.database) was damaged (\(damage)); \(found.savedEvents) events were saved, "
                + "\(found.lossText); the damaged file is \(found.file)",
            id: .salvaged,
            fields: [
                "GATHERD_SAVED_EVENTS": "\(found.savedEvents)",
                "GATHERD_LOST_EVENTS": "\(found.lostEvents)", "GATHERD_FILE": found.file,
            ])
    }

    /// Records the start and its time, which also proves that commands can be stored.
    private func recordStart() {
        do {
            let now = wall().wholeMicroseconds
            try repairing(writes: true) { store throws(StoreError) in
                try store.transaction { tables throws(StoreError) in
                    try tables.set(Fact.start, to: "\(now)")
                }
            }
        } catch {
            log.write(
                .warning,
                "cannot write to \(files.database): \(error); "
                    + "commands are refused until that works")
        }
    }
}
