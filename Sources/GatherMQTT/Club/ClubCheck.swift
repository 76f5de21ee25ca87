import GatherAPI
import GatherClient
import LinuxIO
import Varlink

/// Tries what the service of a club needs: the broker, the topics of the club and those of the
/// pitches, and the socket at which the club is served.
///
/// It publishes again what the broker retains of fixtures and table, not to be retained, and reads
/// that back: nobody takes it for anything new.
final class ClubCheck {
    private let setup: Setup
    private let topics: ClubTopics
    private let queue: SerialQueue
    private let completion: (Bool, [String]) -> Void
    private var broker: BrokerConnection?
    private var calls: PitchCalls?
    private var report = CheckReport()
    private var isConnected = false
    private var isLost = false
    private var isServed: Bool?
    private var quiet = 0
    private var isTrying = false
    /// The retained messages of the club at the broker, by topic.
    private var retained: [String: [UInt8]] = [:]
    private var pitches: Set<String> = []
    private var readBack: Set<String> = []
    private var publications: [Int32: String] = [:]
    private var answers: [String: BrokerReason] = [:]
    private var hasEnded = false

    /// Makes a check that has not begun, and that keeps itself until its end.
    ///
    /// - Parameter completion: Called once, with true if all works, and the lines to print.
    init(_ setup: Setup, queue: SerialQueue, completion: @escaping (Bool, [String]) -> Void) {
        (self.setup, self.queue, self.completion) = (setup, queue, completion)
        topics = ClubTopics(prefix: setup.topics.prefix)
    }

    /// Begins.
    func begin() {
        var settings = setup.broker
        settings.clientID += "-check-\(ClientID.makeSecret())"
        broker = BrokerConnection(settings, queue: queue) { self.happened($0) }
        callService()
        broker?.open()
        queue.later(after: Limits.trial) { self.end() }
    }

    private func callService() {
        guard let socket = setup.clubSocket else {
            isServed = false
            return
        }
        let calls = PitchCalls(path: socket, queue: queue)
        self.calls = calls
        calls.call(ClubMethod.GetFixture(id: "0").call) { outcome in
            // An error is an answer as well.
            if case .success = outcome { self.isServed = true } else { self.isServed = false }
            self.endIfDone()
        }
    }

    private func happened(_ event: BrokerEvent) {
        guard !hasEnded, !isLost else { return }
        switch event {
        case .connected:
            isConnected = true
            let user = setup.broker.user.map { " as \($0)" } ?? ""
            report.add(true, "the broker at \(place) accepts the connection of the club\(user)")
            for filter in topics.filters {
                broker?.subscribe(to: filter, isOwnSent: true, isQueued: false)
            }
            wait()
        case .lost(let reason):
            report.add(false, "no connection to the broker at \(place): \(reason)")
            isLost = true
        case .acknowledged(let id, let reason):
            guard let topic = publications.removeValue(forKey: id) else { break }
            answers[topic] = reason
            // A message that the client may read comes back at once, so the wait is short.
            if publications.isEmpty { queue.later(after: Limits.retained) { self.end() } }
        case .received(let message): receive(message)
        case .subscribed(let reason):
            if reason.isFailure { report.add(false, "the club cannot be read: denied") }
        }
        endIfDone()
    }

    private var place: String { setup.broker.place + (setup.broker.isSecure ? " over TLS" : "") }

    private func receive(_ message: BrokerMessage) {
        switch topics.kind(of: message.topic) {
        case .fixtures, .table:
            if message.isRetained {
                retained[message.topic] = message.payload
                wait()
            } else if !isTrying {
                // An older one, published again, would be that of another place.
                retained[message.topic] = message.payload.isEmpty ? nil : message.payload
            } else if message.payload == retained[message.topic] ?? [] {
                readBack.insert(message.topic)
            }
        case .online(let pitch), .state(let pitch):
            pitches.insert(pitch)
            if message.isRetained { wait() }
        default: break
        }
    }

    /// Tries to publish once nothing has come for a while: all that is retained comes at once.
    private func wait() {
        quiet += 1
        let quiet = quiet
        queue.later(after: Limits.retained) {
            guard self.quiet == quiet, !self.isTrying, !self.hasEnded else { return }
            self.isTrying = true
            for topic in [self.topics.fixtures, self.topics.table] {
                self.publish(topic)
            }
        }
    }

    private func publish(_ topic: String) {
        let payload = retained[topic] ?? []
        guard let id = broker?.publish(payload, to: topic, .atLeastOnce) else { return }
        publications[id] = topic
    }

    private func endIfDone() {
        let isTaken = answers.filter { !$0.value.isFailure }.keys.allSatisfy(readBack.contains)
        let isTried = isLost || isTrying && publications.isEmpty && isTaken
        guard isTried, isServed != nil else { return }
        end()
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        broker?.close()
        if isConnected {
            reportTopic(topics.fixtures, "imported")
            reportTopic(topics.table, "made")
            reportPitches()
        } else if !isLost {
            report.add(false, "the broker at \(place) does not answer")
        }
        let socket = setup.clubSocket ?? "-"
        let isServed = isServed == true
        report.add(isServed, "the club \(isServed ? "answers" : "does not answer") at \(socket)")
        completion(report.isGood, report.lines)
    }

    /// Reports whether a topic of the club can be read and written.
    ///
    /// - Parameter done: What is done to it in one place of the club, where it has to be written.
    private func reportTopic(_ topic: String, _ done: String) {
        let answer = answers[topic]
        let isTaken = answer?.isFailure == false
        if readBack.contains(topic) || retained[topic] != nil {
            report.add(true, "\(topic) can be read")
        } else if isTaken {
            report.add(false, "\(topic) cannot be read: what was published did not come back")
        } else {
            report.note("\(topic) has nothing that could be read")
        }
        if isTaken {
            report.add(true, "\(topic) can be written")
        } else if setup.tableOrder != nil {
            let reason = answer?.text ?? "no answer"
            report.add(false, "\(topic) cannot be written: \(reason)")
        } else {
            report.note("\(topic) cannot be written: it has to be \(done) elsewhere")
        }
    }

    private func reportPitches() {
        if pitches.isEmpty {
            report.note("no pitch was read: none is there, or it is denied")
        } else {
            report.add(true, "pitches that were read: \(pitches.sorted().joined(separator: " "))")
        }
    }
}
