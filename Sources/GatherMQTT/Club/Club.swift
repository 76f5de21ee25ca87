import GatherAPI
import GatherClub
import Glibc
import LinuxIO

/// Reads all pitches of a club at a broker, keeps the fixtures, and makes the table if it is the
/// one that does.
///
/// The broker is a cache. With each new connection all that it retains is read again, and what it
/// does not have any more goes; a copy of the fixtures that is newer than its own is published.
final class Club {
    let topics: ClubTopics
    /// The fixtures, which are on disk.
    var list: FixtureList { record.list }
    /// The newest table, of the broker or made here; nil before the first.
    var table: Table?
    /// The pitches as they were received last.
    var pitches = PitchBook()
    /// True if the messages for which there was no room are going to be read again.
    private var isReadAgainDue = false
    /// Called when a pitch has changed, or the connection to the broker.
    var pitchesChanged: () -> Void = {}

    /// The order of the table that is made here; nil if the table of another client is read.
    let order: TableOrder?
    let file: RecordFile<ClubRecord>
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let log: ServiceLog
    var record: ClubRecord
    var sequence: StateSequence
    private var broker: BrokerConnection?
    var results = ResultBook()
    private var standing: BrokerStanding
    private var connections = 0
    /// True once all that the broker retains was read on this connection.
    private var hasReceivedAll = false
    private var quiet = QuietTime()
    private var quietAlarm: (any Alarm)?
    /// The pitches whose time was received on this connection, so that their results are there.
    var pitchesWithTime: Set<String> = []
    /// The revision of the fixtures that the broker has; nil if it is not known to have any.
    var brokerRevision: Int?
    /// The table that the broker has.
    var brokerTable: Table?
    /// True if the broker had the fixtures and has older ones, or none.
    var areFixturesLost = false
    private var isRestorationDue = false
    /// True if it has refused the fixtures on this connection.
    private var isDenied = false
    private var isTableDue = false
    /// True if the table of another one lacks results that are here, or has others.
    var isTableOld = false
    private var waiting: [Int32: Sent] = [:]
    private var imports: [Int: (Bool) -> Void] = [:]
    private var importNumber = 0
    /// The topics that the broker did not take, and that are going to be published again.
    private var triesDue: Set<String> = []
    /// The topics of which something was reported, so that each is reported once.
    private var reportedTopics: Set<String> = []

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
        file: RecordFile<ClubRecord>, queue: SerialQueue, clock: any MachineClock, log: ServiceLog
    ) {
        self.topics = topics
        standing = BrokerStanding(at: settings.place)
        (self.order, self.file, self.queue) = (order, file, queue)
        (self.clock, self.log) = (clock, log)
        record = file.read()
        if !record.list.leavesRoom(at: clock.now().wall.wholeMilliseconds) {
            // An earlier version has taken it: any other list is newer.
            (record.list.revision, record.published) = (0, 0)
        }
        sequence = StateSequence(after: record.reserved)
        var settings = settings
        settings.clientID += "-\(ClientID.makeSecret())"
        broker = BrokerConnection(settings, queue: queue) { [weak self] in self?.happened($0) }
        quietAlarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.checkQuiet() })
    }

    /// Connects to the broker.
    func begin() {
        broker?.open()
        checkSilence(since: now)
    }

    /// Disconnects.
    func end() { broker?.close() }

    /// True while there is a connection, and it has brought what the broker retains.
    var isLive: Bool { standing.isConnected && hasReceivedAll }

    /// True if the table is live as well, and not left behind by the results.
    var isTableLive: Bool { isLive && table != nil && !isTableOld }

    /// The present readings of the clocks.
    var now: Payloads.Moment { Payloads.Moment(clock.now()) }

    /// The state in one line, for the service manager.
    var status: String {
        guard standing.isConnected else { return standing.status }
        let role = order.map { "makes the table (\($0.rawValue)) of" } ?? "reads"
        return "\(role) the club at \(standing.place): pitches \(pitches.count), "
            + "fixtures \(list.fixtures.count), results \(results.count)"
            + (results.short.isEmpty
                ? "" : ", without the oldest of \(results.short.sorted().joined(separator: " "))")
    }

    /// Notices pitches that have fallen silent, now and again.
    private func checkSilence(since last: Payloads.Moment) {
        let now = now
        pitches.checkSilence(since: last.boottimeMicroseconds, at: now)
        pitchesChanged()
        queue.later(after: Limits.timeInterval) { [weak self] in self?.checkSilence(since: now) }
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
        // No greater revision could be read, and no client of this program makes one so great.
        guard newest < FixtureList.mostRevision else { throw SystemError(EOVERFLOW) }
        let new = FixtureList(revision: max(newest + 1, wallMilliseconds), fixtures: fixtures)
        try keep(new)
        guard standing.isConnected else {
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

    /// The reason why the broker does not have the fixtures; nil if it has them, or there are none.
    var unpublished: UnpublishedReason? {
        let known = isLive ? 0 : record.published
        guard list.revision > max(brokerRevision ?? 0, known) else { return nil }
        return !standing.isConnected ? .noConnection : isDenied ? .denied : .unanswered
    }

    /// Keeps a list on disk, and works with it.
    func keep(_ list: FixtureList) throws(SystemError) {
        var changed = record
        changed.list = list
        try file.save(changed)
        record = changed
        updateTable()
    }

    private func publishFixtures() {
        isDenied = false
        let revision = list.revision
        if let id = broker?.publish(list.payload, to: topics.fixtures, .retained) {
            waiting[id] = .fixtures(revision: revision)
        }
    }

    /// Records on disk that the broker has a list.
    func notePublished(_ revision: Int) {
        guard revision > record.published else { return }
        record.published = revision
        file.write(record)
    }

    private func answerImports(isTaken: Bool) {
        for completion in exchange(&imports, with: [:]).values { completion(isTaken) }
    }

    /// The wall clock in milliseconds.
    var wallMilliseconds: Int { clock.now().wall.wholeMilliseconds }

    // MARK: - The connection

    private func happened(_ event: BrokerEvent) {
        switch event {
        case .connected: connected()
        case .lost(let reason): lost(reason)
        case .received(let message): receive(message)
        case .acknowledged(let id, let reason): acknowledged(id, reason)
        case .subscribed(let reason):
            if reason.isFailure { report("subscriptions", "the broker does not take them") }
        }
    }

    private func connected() {
        standing.connect()
        hasReceivedAll = false
        connections += 1
        (pitchesWithTime, brokerRevision, brokerTable, reportedTopics) = ([], nil, nil, [])
        (isDenied, areFixturesLost) = (false, false)
        log.write(.info, "connected to the broker at \(standing.place)")
        results.beginSweep()
        pitches.beginSweep()
        // All of it is retained, and read again with each connection.
        for filter in topics.filters { broker?.subscribe(to: filter, isQueued: false) }
        awaitQuiet(isRetained: true)
        let connection = connections
        queue.later(after: Limits.pitchReturn) { [weak self] in
            guard let self, self.standing.isConnected, self.connections == connection
            else { return }
            if self.results.sweep({ _ in true }) { self.updateTable() }
            // One that the broker has lost and that still plays has come back by now.
            if self.pitches.sweep() { self.pitchesChanged() }
            if self.pitches.wantsMore { self.readAgain() }
        }
    }

    private func lost(_ reason: String) {
        standing.lose(reason, log)
        hasReceivedAll = false
        quiet.finish()
        waiting = [:]
        pitchesChanged()
        answerImports(isTaken: false)
    }

    private func acknowledged(_ id: Int32, _ reason: BrokerReason) {
        guard let sent = waiting.removeValue(forKey: id) else { return }
        switch sent {
        case .table:
            if reason.isFailure {
                report(topics.table, "the broker does not take it: \(reason.text)")
                brokerTable = nil
                tryDenied(topics.table, reason) { $0.updateTable() }
            }
        case .fixtures(let revision):
            if reason.isFailure {
                report(topics.fixtures, "the broker does not take them: \(reason.text)")
                tryDenied(topics.fixtures, reason) { club in
                    if club.isDenied, club.list.revision > club.brokerRevision ?? 0 {
                        club.publishFixtures()
                    }
                }
            } else {
                brokerRevision = max(brokerRevision ?? 0, revision)
                notePublished(revision)
            }
            isDenied = reason.isFailure
            if revision == list.revision { answerImports(isTaken: !reason.isFailure) }
        }
    }

    /// Publishes again after a while what the broker did not take: its access file may have been
    /// changed.
    private func tryDenied(
        _ topic: String, _ reason: BrokerReason, _ publish: @escaping (Club) -> Void
    ) {
        guard reason.allowsRetry, triesDue.insert(topic).inserted else { return }
        queue.later(after: Limits.denialInterval) { [weak self] in
            guard let self else { return }
            self.triesDue.remove(topic)
            if self.isLive { publish(self) }
        }
    }

    /// Waits until nothing has come for a while of what the broker retains, and of changes to it.
    func awaitQuiet(isRetained: Bool) {
        quiet.note(isRetained: isRetained, at: clock.now().boottime)
        // All messages move the same alarm.
        if let end = quiet.end { quietAlarm?.set(at: end) }
    }

    private func checkQuiet() {
        guard standing.isConnected, let end = quiet.end else { return }
        guard clock.now().boottime >= end else {
            quietAlarm?.set(at: end)
            return
        }
        quiet.finish()
        beQuiet()
    }

    /// Reads again after a while what there was no room for, now that there is some.
    func readAgain() {
        guard !isReadAgainDue else { return }
        isReadAgainDue = true
        queue.later(after: Limits.readAgain) { [weak self] in
            guard let self else { return }
            self.isReadAgainDue = false
            guard self.standing.isConnected else { return }
            // All that is retained comes with each subscription.
            if self.results.hasRoomForShort {
                self.results.noteReadAgain()
                self.broker?.subscribe(to: self.topics.results, isQueued: false)
            }
            if self.pitches.wantsMore {
                self.pitches.noteReadAgain()
                for filter in self.topics.pitches {
                    self.broker?.subscribe(to: filter, isQueued: false)
                }
            }
        }
    }

    private func beQuiet() {
        let isFirst = !hasReceivedAll
        hasReceivedAll = true
        if isFirst { pitchesChanged() }
        // A broker that was killed may have lost results: those of a pitch are dropped only after
        // the time of the pitch was received again.
        let haveGone = results.sweep(pitchesWithTime.contains)
        if isFirst, list.revision > brokerRevision ?? 0 { publishFixtures() }
        if results.hasRoomForShort { readAgain() }
        if isFirst || haveGone { updateTable() }
    }

    /// Publishes the fixtures and the table again, if another client has replaced or removed them.
    ///
    /// It waits first, so that two clients do not replace each other's messages without a pause.
    func restore() {
        guard !isRestorationDue else { return }
        isRestorationDue = true
        queue.later(after: Limits.restoration) { [weak self] in
            guard let self else { return }
            self.isRestorationDue = false
            guard self.isLive else { return }
            if self.areFixturesLost { self.publishFixtures() }
            self.areFixturesLost = false
            if self.order != nil { self.updateTable() }
        }
    }

    // MARK: - Reports

    /// Reports once a connection and topic that something is left out.
    func report(_ topic: String, _ problem: String) {
        guard reportedTopics.count < Limits.reportedTopics,
            reportedTopics.insert(topic).inserted
        else { return }
        log.write(.warning, "\(topic): \(problem), ignoring")
    }

    // MARK: - The table

    /// Makes the table soon, once for all changes until then; or checks after a while that the
    /// client that makes it has done so.
    func updateTable() {
        guard !isTableDue else { return }
        isTableDue = true
        let delay = order == nil ? Limits.tableAge : Limits.tableDelay
        queue.later(after: delay) { [weak self] in
            guard let self else { return }
            self.isTableDue = false
            if self.order == nil {
                self.isTableOld = self.table.map(self.differs) ?? false
            } else {
                self.makeTable()
            }
        }
    }

    /// Returns true if a table does not match the fixtures and results that are here; false if its
    /// order is one of a later version, since it cannot be compared then.
    func differs(_ table: Table) -> Bool {
        guard let order = TableOrder(rawValue: table.order) else { return false }
        let standings = Standings(list.fixtures, results.all, order: order)
        return !table.showsSame(as: Table(sequence: 0, order: order, standings))
    }

    private func makeTable() {
        guard let order else { return }
        let standings = Standings(list.fixtures, results.all, order: order)
        var new = Table(sequence: table?.sequence ?? 0, order: order, standings)
        defer { table = new }
        // The table is not published before all results have been read.
        guard isLive, brokerTable?.showsSame(as: new) != true else { return }
        new.sequence = sequence.next(at: wallMilliseconds) { bound in
            record.reserved = bound
            file.write(record)
        }
        let payload = new.payload
        // Teams take more room in a table than in the list of fixtures, which has a limit, too.
        guard payload.count <= Table.mostBytes else {
            return report(topics.table, "it is too long, with so many long names of teams")
        }
        if let id = broker?.publish(payload, to: topics.table, .retained) {
            waiting[id] = .table
            brokerTable = new
        }
    }
}
