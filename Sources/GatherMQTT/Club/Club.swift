import GatherAPI
import GatherClub
import LinuxIO

/// Reads all pitches of a club at a broker, keeps the fixtures, and makes the table if it is the
/// one that does.
///
/// The broker is a cache. With each new connection all that it retains is read again, and what it
/// does not have any more goes; a copy of the fixtures that is newer than its own is published.
final class Club: Role {
    let topics: ClubTopics
    /// The fixtures, which are on disk.
    var list: FixtureList { record.list }
    /// The newest table, of the broker or made here; nil before the first.
    private(set) var table: Table?
    /// The pitches as they were heard last.
    private(set) var pitches = PitchBook()

    private let place: String
    private let order: TableOrder?
    private let file: RecordFile<ClubRecord>
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let log: Log
    private var record: ClubRecord
    private var sequence: StateSequence
    private var broker: BrokerConnection?
    private var results = ResultBook()
    private var isConnected = false
    private var connections = 0
    private var reason: String?
    /// True once all that the broker retains was read on this connection.
    private var isTold = false
    /// The number of messages of those that the broker retains, and of changes to them.
    private var tellings = 0
    /// The pitches that were heard on this connection.
    private var heard: Set<String> = []
    /// The revision of the fixtures that the broker has; nil if it is not known to have any.
    private var brokerRevision: Int?
    /// The table that the broker has.
    private var brokerTable: Table?
    private var isTableDue = false
    private var waiting: [Int32: Sent] = [:]
    private var imports: [Int: (Bool) -> Void] = [:]
    private var importNumber = 0
    /// The topics of which something was told, so that each is told once.
    private var complained: Set<String> = []

    private enum Sent {
        case table
        case fixtures(revision: Int)
    }

    /// Makes a club that has not begun.
    ///
    /// - Parameters:
    ///   - settings: The broker, without a last will.
    ///   - order: The order of the table that is made here; nil to read that of another one.
    ///   - file: The file of what is kept.
    init(
        _ topics: ClubTopics, _ settings: BrokerSettings, order: TableOrder?,
        file: RecordFile<ClubRecord>, queue: SerialQueue, clock: any MachineClock, log: Log
    ) {
        self.topics = topics
        place = "\(settings.host):\(settings.port)"
        (self.order, self.file, self.queue) = (order, file, queue)
        (self.clock, self.log) = (clock, log)
        record = file.read()
        sequence = StateSequence(after: record.reserved)
        broker = BrokerConnection(settings, queue: queue) { [weak self] in self?.happened($0) }
    }

    /// Begins to read.
    func begin() { broker?.open() }

    /// Ends the connection.
    func end() { broker?.close() }

    /// True while there is a connection, and it has brought what the broker retains.
    var isLive: Bool { isConnected && isTold }

    /// The state in one line, for the service manager.
    var status: String {
        guard isConnected else {
            let cause = reason.map { ": \($0)" } ?? ""
            return "no connection to the broker at \(place)\(cause)"
        }
        let role = order.map { "makes the table (\($0.rawValue)) of" } ?? "reads"
        return "\(role) the club at \(place): pitches \(pitches.count), "
            + "fixtures \(list.fixtures.count), results \(results.count)"
    }

    // MARK: - Fixtures

    /// Replaces the fixtures, which are on disk when this returns.
    ///
    /// - Parameter completion: Called once, with true when the broker has taken them.
    /// - Returns: The revision of the new list.
    func replace(
        _ fixtures: [Fixture], completion: @escaping (Bool) -> Void
    ) throws(SystemError) -> Int {
        let newest = max(list.revision, brokerRevision ?? 0)
        let new = FixtureList(
            revision: max(newest + 1, wallMilliseconds), fixtures: fixtures)
        try keep(new)
        guard isConnected else {
            queue.later { completion(false) }
            return new.revision
        }
        importNumber += 1
        let number = importNumber
        imports[number] = completion
        queue.later(after: Limits.importAnswer) { [weak self] in
            self?.imports.removeValue(forKey: number)?(false)
        }
        publishFixtures()
        return new.revision
    }

    private func keep(_ list: FixtureList) throws(SystemError) {
        var changed = record
        changed.list = list
        try file.save(changed)
        record = changed
        updateTable()
    }

    private func publishFixtures() {
        let revision = list.revision
        if let id = broker?.publish(list.payload, to: topics.fixtures, .retained) {
            waiting[id] = .fixtures(revision: revision)
        }
    }

    private func answerImports(isTaken: Bool) {
        let all = imports
        imports = [:]
        for completion in all.values { completion(isTaken) }
    }

    private var wallMilliseconds: Int { Int(clock.now().wall / .milliseconds(1)) }

    // MARK: - The connection

    private func happened(_ event: BrokerEvent) {
        switch event {
        case .connected: connected()
        case .lost(let reason): lost(reason)
        case .received(let message): receive(message)
        case .acknowledged(let id, let reason): acknowledged(id, reason)
        case .subscribed(_, let reason):
            if reason.isFailure { complain("subscriptions", "the broker does not take them") }
        }
    }

    private func connected() {
        (isConnected, isTold, reason) = (true, false, nil)
        connections += 1
        (heard, brokerRevision, brokerTable, complained) = ([], nil, nil, [])
        log.write(.info, "connected to the broker at \(place)")
        results.beginSweep()
        for filter in topics.filters { broker?.subscribe(to: filter) }
        awaitQuiet()
        let connection = connections
        queue.later(after: Limits.pitchReturn) { [weak self] in
            guard let self, self.isConnected, self.connections == connection else { return }
            if self.results.sweep({ _ in true }) { self.updateTable() }
        }
    }

    private func lost(_ reason: String) {
        (isConnected, isTold) = (false, false)
        waiting = [:]
        // It is tried again and again, and said once.
        if self.reason != reason {
            log.write(.warning, "no connection to the broker at \(place), trying on: \(reason)")
        }
        self.reason = reason
        answerImports(isTaken: false)
    }

    private func acknowledged(_ id: Int32, _ reason: BrokerReason) {
        guard let sent = waiting.removeValue(forKey: id) else { return }
        switch sent {
        case .table:
            if reason.isFailure { complain(topics.table, "the broker does not take it") }
        case .fixtures(let revision):
            if reason.isFailure {
                complain(topics.fixtures, "the broker does not take them")
            } else {
                brokerRevision = max(brokerRevision ?? 0, revision)
            }
            if revision == list.revision { answerImports(isTaken: !reason.isFailure) }
        }
    }

    /// Waits until nothing has come for a while of what the broker retains: all of it comes at
    /// once.
    private func awaitQuiet() {
        tellings += 1
        let (present, connection) = (tellings, connections)
        queue.later(after: Limits.retained) { [weak self] in
            guard let self, self.isConnected, self.connections == connection,
                self.tellings == present
            else { return }
            self.beQuiet()
        }
    }

    private func beQuiet() {
        let isFirst = !isTold
        isTold = true
        // A broker that was killed may have lost results, until their pitch is back there.
        let haveGone = results.sweep(heard.contains)
        if isFirst, list.revision > brokerRevision ?? 0 { publishFixtures() }
        if isFirst || haveGone { updateTable() }
    }

    // MARK: - Messages

    private func receive(_ message: BrokerMessage) {
        guard let kind = topics.kind(of: message.topic) else { return }
        if message.isRetained { awaitQuiet() }
        switch kind {
        case .fixtures: takeFixtures(message)
        case .table: takeTable(message)
        case .online(let pitch):
            heard.insert(pitch)
            awaitQuiet()
            note(pitches.takeOnline(message.payload, of: pitch), message.topic)
        case .state(let pitch):
            note(pitches.takeState(message.payload, of: pitch), message.topic)
        case .result(let place):
            awaitQuiet()
            take(message, at: place)
        }
    }

    private func note(_ outcome: PitchBook.Outcome, _ topic: String) {
        switch outcome {
        case .taken, .old: break
        case .nonsense: complain(topic, "it makes no sense")
        case .full: complain(topic, "there are too many pitches, or their states are too long")
        }
    }

    private func take(_ message: BrokerMessage, at place: MatchResult.Place) {
        if message.payload.isEmpty {
            if results.remove(place) { updateTable() }
            return
        }
        guard let result = MatchResult(payload: message.payload, at: place) else {
            return complain(message.topic, "it makes no sense")
        }
        if results.take(result) {
            updateTable()
        } else if !results.hasRoom {
            complain("results", "there are more than \(ResultBook.most)")
        }
    }

    private func takeFixtures(_ message: BrokerMessage) {
        guard !message.payload.isEmpty else { return }
        guard let new = FixtureList(payload: message.payload) else {
            return complain(message.topic, "it makes no sense")
        }
        brokerRevision = max(brokerRevision ?? 0, new.revision)
        guard new.revision > list.revision else { return }
        do { try keep(new) } catch {
            record.list = new
            file.write(record)
            updateTable()
        }
    }

    private func takeTable(_ message: BrokerMessage) {
        guard !message.payload.isEmpty else { return }
        guard let new = Table(payload: message.payload) else {
            return complain(message.topic, "it makes no sense")
        }
        brokerTable = new
        guard order != nil else {
            if new.sequence > table?.sequence ?? .min { table = new }
            return
        }
        if !message.isRetained {
            complain(message.topic, "another one makes the table; only one should have --table")
        }
        if new.sequence > record.reserved { sequence = StateSequence(after: new.sequence) }
    }

    /// Says once a connection and topic that something is left out.
    private func complain(_ topic: String, _ problem: String) {
        guard complained.count < Limits.complaints, complained.insert(topic).inserted else {
            return
        }
        log.write(.warning, "\(topic): \(problem), ignoring")
    }

    // MARK: - The table

    /// Has the table made anew soon, once for all that comes together.
    private func updateTable() {
        guard order != nil, !isTableDue else { return }
        isTableDue = true
        queue.later(after: Limits.tableDelay) { [weak self] in
            self?.isTableDue = false
            self?.makeTable()
        }
    }

    private func makeTable() {
        guard let order else { return }
        let standings = Standings(list.fixtures, results.all, order: order)
        var new = Table(sequence: table?.sequence ?? 0, order: order, standings)
        defer { table = new }
        // Before all results are there it would be wrong.
        guard isLive, brokerTable?.showsSame(as: new) != true else { return }
        new.sequence = sequence.next(at: wallMilliseconds) { bound in
            record.reserved = bound
            file.write(record)
        }
        if let id = broker?.publish(new.payload, to: topics.table, .retained) {
            waiting[id] = .table
            brokerTable = new
        }
    }
}
