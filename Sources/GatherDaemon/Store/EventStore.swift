import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A gather and where it stands in the order of openings.
struct StoredGather: Sendable {
    /// Grows with every opening.
    let number: Int
    let gather: Gather
}

/// A command that was answered.
struct RequestRecord: Equatable, Sendable {
    let id: String
    /// The method and its parameters, without the ID.
    let command: String
    /// What was answered besides the snapshot.
    let outcome: JSONObject
}

/// The events, on disk: what is appended here has happened, whatever happens next.
///
/// It is used on the daemon's queue alone. A commit is one flush of the write-ahead log. A file
/// that turns out to be damaged, at any time, is set aside, and what can be read of it goes on in a
/// new one; a disk that takes no writes refuses commands until it does again.
final class EventStore {
    /// The names of facts.
    enum Fact {
        static let salvage = "salvage"
        static let start = "start"
        /// Before the ID of a request that was of no gather.
        static let request = "request "
    }

    /// The gather that the daemon has in its memory: what is damaged is filled from it.
    var known: () -> StoredGather? = { nil }

    /// The submissions that the daemon has in its memory, which are the newest.
    var knownSubmissions: () -> [SubmissionRow] = { [] }

    /// The squad that the daemon has in its memory, which is the newest; nil before it was read.
    var knownPlayers: () -> [PlayerRow]? = { nil }

    /// What was salvaged of a damaged file, until the next gather opens.
    private(set) var salvage: Salvage?

    /// Where others read the same file.
    let gate = ArchiveGate()
    /// Tells whether it is at the disk.
    let pulse = StorePulse()

    private let directory: StateDirectory
    private let files: StoreFiles
    private let log: any Log
    private let busy: (Duration?) -> Void
    private let wall: () -> Duration
    /// The present gather as it was read at the start, until somebody takes it.
    private var readAtStart: StoredGather?
    private var connection: StoreConnection?
    /// Damage that could not be salvaged yet.
    private var damage: StoreError?
    private var additionsSinceTidied = 0
    private var check: StopFlag?

    /// Opens the database of a state directory, and makes, migrates or salvages it.
    ///
    /// - Parameters:
    ///   - log: Where it is said what became of a damaged file.
    ///   - busy: Is told how long what is begun may take, and with nil that it is over.
    ///   - wall: The wall clock.
    /// - Throws: Why it can not even be read.
    init(
        in directory: StateDirectory, log: any Log,
        busy: @escaping (Duration?) -> Void = { _ in }, wall: @escaping () -> Duration
    ) throws(StoreError) {
        self.directory = directory
        self.log = log
        self.busy = busy
        self.wall = wall
        files = StoreFiles(database: "\(directory.path)/gather.db")
        try healing { store throws(StoreError) in
            salvage = try store.tables.fact(Fact.salvage).flatMap(JSONObject.init(text:))
                .flatMap(Salvage.init(json:))
            // It is written next: where damage is found only then, the log has been cut.
            _ = try store.tables.fact(Fact.start)
            // What is damaged in the present gather is found before the match goes on.
            readAtStart = try store.tables.newestGather().map { row throws(StoreError) in
                try store.tables.fold(row)
            }
        }
        noteStart()
    }

    // MARK: - Reading

    /// The gather whose turn it is, or nil before the first: it opened or was taken up last.
    ///
    /// - Parameter number: Only a gather whose turn was before this one's.
    func newestGather(before number: Int? = nil) throws(StoreError) -> StoredGather? {
        if number == nil, let readAtStart {
            self.readAtStart = nil
            return readAtStart
        }
        return try healing { store throws(StoreError) in
            let row =
                if let number { try store.tables.newestGather(before: number) } else {
                    try store.tables.newestGather()
                }
            return try row.map { row throws(StoreError) in try store.tables.fold(row) }
        }
    }

    /// The gather that opened last, also one whose opening was undone, or nil before the first.
    func lastGather() throws(StoreError) -> StoredGather? {
        try healing { store throws(StoreError) in
            let row = try store.tables.lastGather()
            return try row.map { row throws(StoreError) in try store.tables.fold(row) }
        }
    }

    func gather(_ number: Int) throws(StoreError) -> StoredGather {
        try healing { store throws(StoreError) in
            try store.tables.fold(try store.tables.gather(number))
        }
    }

    /// The ID of a gather, one whose opening was undone included.
    func id(of number: Int) throws(StoreError) -> String {
        try healing { store throws(StoreError) in try store.tables.gather(number).id }
    }

    /// The numbers of the gathers whose ID begins so, at most two; none for a shorter beginning
    /// than ``Limits/gatherNameBytes``.
    func numbers(ofGatherNamed prefix: String) throws(StoreError) -> [Int] {
        guard Limits.gatherNameBytes.contains(prefix.utf8.count) else { return [] }
        return try healing { store throws(StoreError) in
            try store.tables.gathers(named: prefix).map(\.number)
        }
    }

    /// The command that a request ID stands for, or nil for a new one.
    func request(_ id: String) throws(StoreError) -> RequestRecord? {
        try healing { store throws(StoreError) in try store.tables.request(id) }
    }

    /// How far the result of a gather is on its way, or nil if it is not to be sent.
    func submission(of gather: Int) throws(StoreError) -> SubmissionRow? {
        try healing { store throws(StoreError) in try store.tables.submission(of: gather) }
    }

    /// Every submission that has something to be done, the oldest gather first.
    func pendingSubmissions() throws(StoreError) -> [SubmissionRow] {
        try healing { store throws(StoreError) in try store.tables.pendingSubmissions() }
    }

    /// The newest submissions, the newest gather first.
    func newestSubmissions() throws(StoreError) -> [SubmissionRow] {
        try healing { store throws(StoreError) in
            try store.tables.newestSubmissions(Limits.historyPage)
        }
    }

    /// The gathers among the newest that have ended and were never to be sent, the oldest first.
    func unsubmittedGathers() throws(StoreError) -> [GatherRow] {
        try healing { store throws(StoreError) in
            try store.tables.unsubmittedGathers(of: Limits.historyPage)
        }
    }

    // MARK: - Writing

    /// What one command adds to the store.
    struct Addition {
        /// The events, one after another, of one gather.
        var events: [RecordedEvent] = []
        /// The gather they belong to; nil for one that they open.
        var gather: Int?
        /// The ID of the gather that they belong to.
        var id: String
        /// Whether they take its opening back.
        var unopens = false
        /// Whether they take back that its opening was taken back.
        var reopens = false
        /// Whether it becomes the newest gather by it, though another has opened since.
        var takesTurn = false
        /// What the history shows of it from now on; nil for one that is open.
        var summary: JSONObject?
        var submission = SubmissionChange.none
        /// What its players did, and when it ended by the wall clock; nil if that stays as it is.
        var appearances: (all: [Appearance], endedAt: Duration)?
        var request: RequestRecord?
        var moment: Moment
    }

    /// What becomes of a submission.
    enum SubmissionChange: Equatable {
        /// It stays as it is.
        case none
        /// It is this one from now on.
        case put(Submission)
        /// There is none any more.
        case remove
    }

    /// Puts an addition on disk, whole.
    ///
    /// It has happened when this returns, and has not when it throws.
    ///
    /// - Returns: The number of the gather it belongs to.
    func append(_ addition: Addition) throws(StoreError) -> Int {
        additionsSinceTidied += 1
        readAtStart = nil
        let number = try healing(writes: true) { store throws(StoreError) in
            try store.transaction { tables throws(StoreError) in
                try Self.add(addition, to: tables)
            }
        }
        if addition.gather == nil { salvage = nil }
        return number
    }

    /// Everybody of the squad, those who were removed included.
    func players() throws(StoreError) -> [PlayerRow] {
        try healing { store throws(StoreError) in try store.tables.players.players() }
    }

    /// Puts what is known of players on disk, all of it or nothing.
    ///
    /// - Parameter request: The request to remember, and when it was made.
    func put(
        _ players: [PlayerRow], request: (record: RequestRecord, moment: Moment)? = nil
    ) throws(StoreError) {
        try healing(writes: true) { store throws(StoreError) in
            try store.transaction { tables throws(StoreError) in
                for player in players { try tables.players.put(player) }
                if let request { try tables.remember(request.record, at: request.moment) }
            }
        }
    }

    private static func add(
        _ addition: Addition, to tables: EventTables
    ) throws(StoreError) -> Int {
        let number: Int
        if let gather = addition.gather {
            number = gather
            if !addition.events.isEmpty { try change(number, by: addition, in: tables) }
        } else {
            try tables.forgetRequests(before: addition.moment)
            try tables.set(Fact.salvage, to: nil)
            var row = try tables.rowToOpen(addition.id)
            number = row.number
            row.summary = addition.summary?.text
            row.revision = addition.events.count
            try tables.add(row)
        }
        for event in addition.events { try tables.add(EventRow(event, of: number)) }
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

    /// Every event is noted in the row of its gather as well.
    private static func change(
        _ number: Int, by addition: Addition, in tables: EventTables
    ) throws(StoreError) {
        let before = try tables.gather(number)
        var row = before
        if addition.unopens { row.isUnopened = true }
        if addition.reopens { row.isUnopened = false }
        if addition.takesTurn { row.turn = try tables.nextTurn() }
        row.summary = addition.summary?.text
        row.revision += addition.events.count
        try tables.change(row, from: before)
    }

    // MARK: - Tidying

    /// Whether what a refused command has left is still in the log, as the disk lets it not be
    /// taken away: a daemon that starts would find it.
    var hasRefused: Bool { connection.map { !$0.canClose } ?? false }

    /// Takes away what a refused command has left, if that works by now.
    func settle() {
        // It is tried again and again, and the command was refused with the reason.
        try? connection?.retract()
    }

    /// Whether the write-ahead log has grown enough to be worth a checkpoint.
    var wantsTidying: Bool { additionsSinceTidied >= Limits.additionsUntilTidied }

    /// Moves what is in the write-ahead log into the database.
    ///
    /// Nothing depends on it.
    ///
    /// - Parameter shrinking: Whether the log is to be empty then, not only to be used anew.
    func tidy(shrinking: Bool) throws(StoreError) {
        additionsSinceTidied = 0
        guard let connection, connection.obstacle == nil, connection.place == .same else { return }
        try connection.keepIndex()
        // Who reads meanwhile would keep the log from being begun anew, and it would grow as long
        // as somebody reads.
        _ = try gate.keepingOut { () throws(StoreError) in
            try connection.checkpoint(shrinking: shrinking)
        }
    }

    /// Ends the check of the file, if it still goes on, and leaves the store tidy and closed.
    func close() throws(StoreError) {
        check?.set()
        gate.shut()
        settle()
        defer { connection = nil }
        try keepPlace()
        // SQLite leaves our log at its path then, where it would be taken for that of the other.
        if let connection, connection.place == .replaced, !connection.isLogReplaced {
            try connection.checkpoint(shrinking: true)
        }
        try tidy(shrinking: true)
    }

    // MARK: - Checking, and reading for others

    /// Goes on with a reading on this connection, where there is no other to be had.
    func advance(_ reading: any Reading) throws(StoreError) -> ReadingResult? {
        try healing { store throws(StoreError) in try reading.advance(in: try store.archive()) }
    }

    /// Whether the disk took writes when it was tried last.
    var takesWrites: Bool { connection.map { $0.obstacle == nil } ?? false }

    /// A check of the whole file, to be run on another queue: it says what is damaged, if anything
    /// is, for ``heal(_:)``.
    func wholeCheck() -> @Sendable () -> StoreError? {
        let flag = StopFlag()
        check = flag
        let database = files.database
        return { FileCheck.run(StoreFiles(database: database), until: flag) }
    }

    /// Has a damaged file set aside, and what can be read of it goes on in a new one.
    ///
    /// A file that was put in the place of the one that is open is not touched.
    func heal(_ damage: StoreError) throws(StoreError) {
        guard connection?.place != .replaced else { return }
        self.damage = damage
        try healing { _ in }
    }

    // MARK: - Connections

    /// Does something with the database; if it is met damaged, it is salvaged and the same is done
    /// again.
    func healing<Result>(
        writes: Bool = false, _ body: (StoreConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try pulse.atDisk { () throws(StoreError) in try healed(writes, body) }
    }

    private func healed<Result>(
        _ writes: Bool, _ body: (StoreConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body(try connected(writes: writes))
        } catch {
            guard try isToBeSalvaged(error) else { throw error }
        }
        // A second look, with nothing that the first one may have had from a disk that failed.
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

    /// The connection, opened anew where it has to be.
    private func connected(writes: Bool) throws(StoreError) -> StoreConnection {
        try connection?.keepIndex()
        if let damage {
            try pulse.salvaging { () throws(StoreError) in try salvage(damage) }
        }
        if writes, let connection, connection.obstacle == nil { try keepPlace(of: connection) }
        if let connection, !isToBeReopened(connection, writes: writes) { return connection }
        close(connection)
        do {
            try prepareFiles()
            let opened = try StoreConnection(files)
            connection = opened
            gate.open(files.database)
            return opened
        } catch {
            // What another process has locked is not read behind its back, nor what is not ours.
            guard ![.damaged, .notAFile, .notOurs, .locked].contains(error.cause) else {
                throw error
            }
            let readable = try? StoreConnection(reading: files, obstacle: error)
            connection = readable
            guard let readable, !writes else { throw error }
            return readable
        }
    }

    private func isToBeReopened(_ connection: StoreConnection, writes: Bool) -> Bool {
        // A connection that can only read is tried again with every command.
        writes && (connection.isSpoiled || connection.obstacle != nil) && connection.canClose
    }

    private func close(_ closing: StoreConnection?) {
        // A connection that reads the file must not outlive the one that writes it.
        gate.shut()
        closing?.keepFiles()
        connection = nil
    }

    private func prepareFiles() throws(StoreError) {
        try files.checkKinds()
        do {
            try files.finish()
            guard files.isBlank else { return }
            do {
                let database = try NewDatabase.make(files)
                try NewDatabase.flush(database)
            }
            try files.install()
        } catch let error as StoreError {
            throw error
        } catch let error as SystemError {
            throw StoreError(error, path: files.directory)
        } catch {
            throw StoreError(.other, path: files.directory, "\(error)")
        }
    }

    /// Writes the database to its path again if it, or its log, was removed.
    func keepPlace() throws(StoreError) {
        guard let connection, connection.obstacle == nil else { return }
        try connection.keepIndex()
        switch connection.place {
        case .same, .replaced: break
        case .logRemoved, .removed: _ = try connected(writes: true)
        }
    }

    /// Looks whether the open file is still the one at its path, before anything is written to it.
    private func keepPlace(of connection: StoreConnection) throws(StoreError) {
        switch connection.place {
        case .same: return
        case .replaced:
            throw StoreError(
                .replaced, path: files.database, "\(files.database) is another file by now")
        case .logRemoved:
            check?.set()
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

    // MARK: - Salvaging

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
            let aside = try files.nameAside(at: at)
            found = try Salvager.build(
                files, known: known(), submissions: knownSubmissions(),
                players: knownPlayers() ?? [],
                aside: aside, busy: busy, at: at)
            try files.replace(aside: aside)
        } catch {
            let failure =
                (error as? StoreError)
                ?? (error as? SystemError).map {
                    StoreError($0, path: files.directory)
                }
            throw StoreError(
                failure?.cause ?? .other, path: files.directory,
                "the database is damaged (\(damage)) and cannot be salvaged: \(error)")
        }
        self.damage = nil
        salvage = found
        log.write(
            .error,
            "\(files.database) was damaged (\(damage)); \(found.savedEvents) events were saved, "
                + "\(found.lossWords); the damaged file is \(found.file)",
            id: .salvaged,
            fields: [
                "GATHERD_SAVED_EVENTS": "\(found.savedEvents)",
                "GATHERD_LOST_EVENTS": "\(found.lostEvents)", "GATHERD_FILE": found.file,
            ])
    }

    /// Writes that it starts, and when: that is how it is known that commands can be stored.
    private func noteStart() {
        do {
            let now = wall().wholeMicroseconds
            try healing(writes: true) { store throws(StoreError) in
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
