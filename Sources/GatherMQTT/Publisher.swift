import GatherClient
import GatherClub
import LinuxIO
import Varlink

/// Publishes a pitch: follows gatherd on one side and keeps a broker informed on the other.
///
/// The broker is a cache. On each new connection all is published again, the state first.
final class Publisher: Role {
    let topics: Topics
    let payloads: Payloads
    let clock: any MachineClock
    let queue: SerialQueue
    let calls: PitchCalls
    var outbox = Outbox()
    /// The part of the history that is published on the present connection; nil without one.
    var ledger: Ledger?
    /// True while gatherd is asked for a part of the history.
    var isReading = false
    /// The number of connections to the broker so far.
    private(set) var connections = 0

    /// The description for Home Assistant; nil if there is none to be.
    private let discovery: Discovery?
    private let file: RecordFile<Record>
    private let log: ServiceLog
    private var record: Record
    private var sequence: StateSequence
    private var isRecordChanged = false
    private var broker: BrokerConnection?
    private var subscription: PitchSubscription?
    private var silence: (any Alarm)?
    private var wallWatch: (any WallClockWatch)?
    /// The newest state of the match; nil before the first one of gatherd.
    private var state: JSONObject??
    private var standing: BrokerStanding
    /// True if another client publishes the same pitch, or has done so lately.
    private var rival = false
    /// The time by the boot clock at which it has gone, if nothing of it comes until then.
    private var rivalEnd = Duration.zero
    private var rivalAlarm: (any Alarm)?
    private static let rivalry = "another client publishes the pitch"
    /// True once gatherd was away for longer than a restart takes.
    private var hasMissedGatherd = false
    /// The topics that the broker does not take, with its reasons.
    private var denied: [String: BrokerReason] = [:]
    /// The last word on this connection about whether the state is live.
    private var isOnline: Bool?
    /// The match, its phase and its revision as of the newest state.
    private var last: (id: String?, phase: String?, revision: Int)?

    /// Makes a publisher that has not begun.
    ///
    /// - Parameters:
    ///   - settings: The broker, without the last will.
    ///   - gatherd: The path of gatherd's socket.
    ///   - file: The file of what is kept.
    init(
        _ topics: Topics, _ settings: BrokerSettings, gatherd: String, discovery: Discovery?,
        file: RecordFile<Record>, queue: SerialQueue, clock: any MachineClock, log: ServiceLog
    ) {
        self.topics = topics
        payloads = Payloads(pitch: topics.pitch)
        standing = BrokerStanding(at: settings.place)
        self.discovery = discovery
        self.file = file
        self.queue = queue
        self.clock = clock
        self.log = log
        calls = PitchCalls(path: gatherd, queue: queue)
        record = file.read()
        // The ID stays the same: on a new connection with it, the broker ends the old one and
        // publishes its last will before it accepts messages of the new one.
        if record.client.isEmpty {
            record.client = ClientID.makeSecret()
            file.write(record)
        }
        sequence = StateSequence(after: record.reserved)
        var settings = settings
        settings.clientID += "-\(record.client)"
        settings.will = BrokerSettings.Will(topic: topics.online, payload: "0")
        settings.longestPacket = Limits.pitchPacket
        broker = BrokerConnection(settings, queue: queue) { [weak self] in self?.happened($0) }
        subscription = PitchSubscription(
            to: gatherd, queue: queue, clock: clock, received: { [weak self] in self?.receive($0) },
            lost: { [weak self] in self?.missGatherd() })
        silence = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.checkSilence() })
        rivalAlarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.checkRival() })
    }

    func begin() {
        // Without it, a step of the wall clock shows with the next change.
        wallWatch = try? clock.watchWallClock(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.wallWasSet() })
        subscription?.open()
        missGatherd()
        broker?.open()
        checkList()
    }

    func end() {
        broker?.close()
        write()
    }

    var status: String {
        guard standing.isConnected else { return standing.status }
        var parts = ["publishes the pitch \(topics.pitch) at \(standing.place)"]
        if subscription?.isLost != false { parts.append("gatherd does not answer") }
        if rival { parts.append("\(Self.rivalry) \(topics.pitch) as well") }
        let topics = denied.keys.sorted()
        if !topics.isEmpty { parts.append("denied: " + topics.joined(separator: " ")) }
        return parts.joined(separator: "; ")
    }

    /// The present readings of the clocks.
    var now: Payloads.Moment { Payloads.Moment(clock.now()) }

    /// The moment before which results are too old; RFC 3339 in UTC.
    var resultBound: String { UniversalTime(clock.now().wall - Limits.resultAge).rfc3339 }

    // MARK: - gatherd

    private func receive(_ message: PitchSubscription.Message) {
        if let end = subscription?.silenceEnd { silence?.set(at: end + .milliseconds(1)) }
        if message.isTick, !message.isFirst { return }
        if message.isOfHistory { ledger?.requestWalk(.full) }
        if message.isFirst { resume(message.gather) }
        state = .some(message.gather)
        if standing.isConnected {
            if isOnline != true { publish(isOnline: true) }
            outbox.addState()
        }
        noteHistory(message.gather)
        advance()
    }

    /// Reads the history again, of a gatherd that has come back: a backup may have been restored.
    private func resume(_ gather: JSONObject?) {
        ledger?.requestWalk(.full)
        if let id = gather?["id"]?.string, let revision = gather?["revision"]?.int {
            ledger?.resume(id, at: revision)
        }
    }

    /// Records what the newest state says of the history.
    private func noteHistory(_ gather: JSONObject?) {
        let (id, phase) = (gather?["id"]?.string, gather?["phase"]?.string)
        let revision = gather?["revision"]?.int ?? 0
        defer { last = (id, phase, revision) }
        let isOther = last.map { $0.id != id || $0.phase != phase } ?? true
        if isOther || phase != "open" && last?.revision != revision {
            ledger?.requestWalk(upTo: id)
        } else if let id {
            ledger?.note(id, revision: revision)
        }
    }

    /// Notices a gatherd that says nothing, after which it is looked at again.
    private func checkSilence() {
        subscription?.check()
        if let end = subscription?.silenceEnd {
            silence?.set(at: end + .milliseconds(1))
        } else if subscription?.isLost == true {
            silence?.set(at: clock.now().boottime + Limits.absence)
        }
    }

    private func missGatherd() {
        checkSilence()
        queue.later(after: Limits.absence) { [weak self] in
            guard let self, self.subscription?.isLost == true else { return }
            self.hasMissedGatherd = true
            guard self.standing.isConnected, self.isOnline != false else { return }
            self.publish(isOnline: false)
            self.advance()
        }
    }

    private func wallWasSet() {
        guard standing.isConnected, state != nil else { return }
        outbox.addState()
        advance()
    }

    private func publish(isOnline: Bool) {
        self.isOnline = isOnline
        outbox.setOnline(isOnline)
    }

    // MARK: - The broker

    private func happened(_ event: BrokerEvent) {
        switch event {
        case .connected: connected()
        case .lost(let reason): lost(reason)
        case .acknowledged(let id, let reason):
            if let item = outbox.acknowledge(id) { acknowledged(item, reason) }
        case .received(let message): receive(message)
        case .subscribed(let reason):
            if reason.isFailure { deny("subscriptions", reason) }
        }
        advance()
    }

    private func connected() {
        standing.connect()
        denied = [:]
        log.write(.info, "connected to the broker at \(standing.place)")
        // Those of others: there should be none.
        for topic in [topics.time, topics.online, topics.state] {
            broker?.subscribe(to: topic, isQueued: false)
        }
        rival = false
        if discovery != nil { broker?.subscribe(to: Topics.homeAssistantStatus) }
        publishAll()
    }

    /// Publishes all that the broker retains of the pitch, and the newest events.
    private func publishAll() {
        connections += 1
        isReading = false
        outbox = Outbox()
        ledger = Ledger(after: record.cursor)
        // The broker sends all retained results again with each subscription.
        broker?.subscribe(to: topics.results, isOwnSent: true, isQueued: false)
        // At the start gatherd is connected to meanwhile, and is there or will be missed.
        isOnline = nil
        if state != nil || hasMissedGatherd { publish(isOnline: subscription?.isLost == false) }
        publishTime(after: Limits.firstTime)
        if state != nil { outbox.addState() }
        if discovery != nil { outbox.addDiscovery() }
    }

    private func lost(_ reason: String) {
        (outbox, ledger, isReading) = (Outbox(), nil, false)
        connections += 1
        standing.lose(reason, log)
    }

    private func receive(_ message: BrokerMessage) {
        if [topics.time, topics.online].contains(message.topic) {
            noteRival(message)
        } else if message.topic == topics.state {
            noteRival(message)
            outrun(message.payload)
        } else if message.topic == Topics.homeAssistantStatus {
            if discovery != nil, message.payload == Array("online".utf8) {
                outbox.addDiscovery()
            }
        } else if let id = topics.id(ofResult: message.topic) {
            if !message.isRetained {
                // A message of this client comes back before the broker acknowledges the next one.
                let isOurs = ledger?.hasResult(id) != message.payload.isEmpty
                if !isOurs, !outbox.hasResult(id) { noteRival(message) }
            } else if !message.payload.isEmpty {
                ledger?.noteRetained(id, isOwn: isOwn(message.payload, of: id))
            }
        }
    }

    // MARK: - Another client with the same pitch

    /// Records a message of another client.
    ///
    /// A retained one is replaced with each connection.
    private func noteRival(_ message: BrokerMessage) {
        guard !message.isRetained else { return }
        if !rival {
            log.write(.warning, "\(Self.rivalry) \(topics.pitch): one of them needs another name")
        }
        rival = true
        rivalEnd = clock.now().boottime + Limits.rival
        rivalAlarm?.set(at: rivalEnd)
    }

    /// Publishes all again once the other client has gone, whose state and last will are retained.
    private func checkRival() {
        guard rival, standing.isConnected else { return }
        guard clock.now().boottime >= rivalEnd else {
            rivalAlarm?.set(at: rivalEnd)
            return
        }
        rival = false
        log.write(.info, "the other client has gone: the pitch is published again")
        publishAll()
        advance()
    }

    /// Publishes the next states with greater numbers than one of another client has, which readers
    /// would prefer.
    private func outrun(_ payload: [UInt8]) {
        guard let other = Payloads.sequence(ofState: payload), sequence.advance(past: other)
        else { return }
        if state != nil, !rival { outbox.addState() }
    }

    private func acknowledged(_ item: Outbox.Item, _ reason: BrokerReason) {
        let topic = topic(of: item)
        if reason.isFailure { deny(topic, reason) } else { denied[topic] = nil }
        noteAnswer(item, reason)
        // An event also counts as acknowledged if the broker refused it. Retained messages that it
        // refused are published again, see `tryDenied`.
        if case .event(let match, let number, _) = item {
            record.cursor.acknowledge(number, of: match)
            changeRecord()
        }
    }

    /// Returns true if a retained result was published here, or is one that nobody keeps: it makes
    /// no sense, or is too old.
    private func isOwn(_ result: [UInt8], of match: String) -> Bool {
        if record.hasPublished(resultOf: match) { return true }
        let place = MatchResult.Place(pitch: topics.pitch, match: match)
        guard let result = MatchResult(payload: result, at: place) else { return true }
        return Ledger.isOld(result.endedAt, resultBound)
    }

    /// Records that results are going to be published, which is on disk before the broker has them.
    func willPublish(resultsOf matches: [String]) {
        let new = matches.filter { record.note(resultOf: $0, isThere: true) }
        if !new.isEmpty { write() }
    }

    /// Records the answer about a result, and of an earlier version which ones it has published.
    private func noteAnswer(_ item: Outbox.Item, _ reason: BrokerReason) {
        // All that is retained came before this.
        if record.results == nil, let ids = ledger?.ids {
            record.adopt(ids)
            changeRecord()
        }
        guard case .result(let id, _) = item else { return }
        if reason.isFailure {
            if reason.allowsRetry { ledger?.noteRefused(id) }
        } else if ledger?.hasResult(id) == false, !outbox.hasResult(id),
            record.note(resultOf: id, isThere: false)
        {
            changeRecord()
        }
    }

    private func deny(_ topic: String, _ reason: BrokerReason) {
        guard denied.updateValue(reason, forKey: topic) != reason else { return }
        log.write(.warning, "the broker does not take \(topic): \(reason.text)")
    }

    /// Publishes again what the broker did not take: its access file may have been changed.
    ///
    /// The walk along the list of matches does this with results.
    private func tryDenied() {
        guard standing.isConnected else { return }
        func isDue(_ topic: String) -> Bool { denied[topic]?.allowsRetry == true }
        if isDue(topics.online), let isOnline { publish(isOnline: isOnline) }
        if isDue(topics.state) { outbox.addState() }
        if isDue(topics.discovery) { outbox.addDiscovery() }
    }

    /// Returns the topic of something, with all results as one.
    private func topic(of item: Outbox.Item) -> String {
        switch item {
        case .online: topics.online
        case .state: topics.state
        case .discovery: topics.discovery
        case .result: topics.results
        case .event: topics.event
        }
    }

    // MARK: - Publishing

    /// Sends what can be sent, and fetches what is to be sent next.
    func advance() {
        while standing.isConnected, let item = outbox.next() {
            guard let id = send(item) else { return }
            outbox.sent(item, as: id)
        }
        readHistory()
    }

    private func send(_ item: Outbox.Item) -> Int32? {
        let topic = topic(of: item)
        switch item {
        case .online(let isOnline):
            return broker?.publish(Array((isOnline ? "1" : "0").utf8), to: topic, .retained)
        case .state: return broker?.publish(statePayload(), to: topic, .retained)
        case .discovery:
            return broker?.publish(discovery?.payload ?? [], to: topic, .retained)
        case .result(let id, let payload):
            return broker?.publish(payload, to: topics.result(id), .retained)
        case .event(_, _, let payload):
            return broker?.publish(payload, to: topic, .atLeastOnce)
        }
    }

    private func statePayload() -> [UInt8] {
        let now = now
        let number = sequence.next(at: now.wallMilliseconds) { bound in
            record.reserved = bound
            write()
        }
        return payloads.state(of: state ?? nil, sequence: number, at: now)
    }

    /// Publishes the wall clock again and again as long as the connection lasts, while the broker
    /// has all results.
    private func publishTime(after wait: Duration) {
        let connection = connections
        queue.later(after: wait) { [weak self] in
            guard let self, self.connections == connection else { return }
            if self.ledger?.isUpToDate == true, self.outbox.hasDeliveredResults {
                self.broker?.publish(
                    self.payloads.time(at: self.now), to: self.topics.time, .atMostOnce)
            }
            self.publishTime(after: Limits.timeInterval)
        }
    }

    // MARK: - What is kept

    private func changeRecord() {
        guard !isRecordChanged else { return }
        isRecordChanged = true
        queue.later(after: Limits.writeDelay) { [weak self] in
            if self?.isRecordChanged == true { self?.write() }
        }
    }

    private func write() {
        isRecordChanged = false
        file.write(record)
    }

    private func checkList() {
        queue.later(after: Limits.listInterval) { [weak self] in
            guard let self else { return }
            self.ledger?.requestWalk(.full)
            self.tryDenied()
            self.advance()
            self.checkList()
        }
    }
}
