import GatherAPI
import GatherClient
import LinuxIO
import Varlink

/// Tries what works: the broker, what it allows, and gatherd; and says so in words.
///
/// It publishes on a topic of its own, and reads that back: a broker may accept what it gives to
/// nobody. Nothing is retained. It asks gatherd for the match that the broker retains: another
/// machine may have published it under the same name.
final class Check {
    private let setup: Setup
    private let queue: SerialQueue
    private let completion: (Bool, [String]) -> Void
    private let probe: [UInt8]
    private var broker: BrokerConnection?
    private var calls: PitchCalls?
    private var report = CheckReport()
    private var isConnected = false
    private var isLost = false
    private var isReadBack = false
    private var hasSubscribed = false
    private var comparisons = 0
    private var isUnknown = false
    private var publications: [Int32: String] = [:]
    private var hasGatherd = false
    private var hasEnded = false

    /// Makes a check that has not begun, and that keeps itself until its end.
    ///
    /// - Parameter completion: Called once, with true if all works, and the lines to print.
    init(_ setup: Setup, queue: SerialQueue, completion: @escaping (Bool, [String]) -> Void) {
        (self.setup, self.queue, self.completion) = (setup, queue, completion)
        probe = Array("probe \(UInt64.random(in: .min ... .max))".utf8)
    }

    /// Begins.
    func begin() {
        var settings = setup.broker
        settings.clientID += "-check-\(ClientID.makeSecret())"
        broker = BrokerConnection(settings, queue: queue) { self.happened($0) }
        let calls = PitchCalls(path: setup.gatherd, queue: queue)
        self.calls = calls
        calls.call(GatherMethod.Get().call) { outcome in
            switch outcome {
            case .success: self.report.add(true, "gatherd answers at \(self.setup.gatherd)")
            case .failure:
                self.report.add(false, "gatherd does not answer at \(self.setup.gatherd)")
            }
            self.hasGatherd = true
            self.endIfDone()
        }
        broker?.open()
        queue.later(after: Limits.trial) { self.end() }
    }

    private var place: String { setup.broker.place + (setup.broker.isSecure ? " over TLS" : "") }

    private func happened(_ event: BrokerEvent) {
        guard !hasEnded, !isLost else { return }
        switch event {
        case .connected: connected()
        case .lost(let reason):
            report.add(false, "no connection to the broker at \(place): \(reason)")
            isLost = true
        case .acknowledged(let id, let reason): acknowledged(id, reason)
        case .received(let message):
            if message.topic == setup.topics.check, message.payload == probe { isReadBack = true }
            if message.topic == setup.topics.state { compare(message.payload) }
        case .subscribed(let reason):
            // The state comes after the topic of the check.
            if !exchange(&hasSubscribed, with: true), reason.isFailure {
                report.add(false, "\(setup.topics.check) cannot be read: denied")
            }
        }
        endIfDone()
    }

    private func connected() {
        isConnected = true
        let user = setup.broker.user.map { " as \($0)" } ?? ""
        report.add(true, "the broker at \(place) accepts the connection\(user)")
        broker?.subscribe(to: setup.topics.check, isOwnSent: true)
        // Retained messages come before the one that is published next.
        broker?.subscribe(to: setup.topics.state, isQueued: false)
        publish(probe, to: setup.topics.check)
        if setup.isForHomeAssistant {
            publish(
                Discovery(topics: setup.topics, hasButtons: setup.hasButtons).payload,
                to: setup.topics.discovery)
        }
    }

    /// Finds out whether the match of a state is one of gatherd.
    private func compare(_ state: [UInt8]) {
        guard let id = PitchBook.object(state)?["gather"]?.object?["id"]?.string,
            BrokerName.isWellFormed(id)
        else { return }
        comparisons += 1
        calls?.call(HistoryMethod.Show(id: id, limit: 1).call) { outcome in
            if case .success(let reply) = outcome,
                reply.error == HistoryError.noSuchGather.reply.error
            {
                self.isUnknown = true
            }
            self.comparisons -= 1
            self.endIfDone()
        }
    }

    private func publish(_ payload: [UInt8], to topic: String) {
        guard let id = broker?.publish(payload, to: topic, .atLeastOnce) else { return }
        publications[id] = topic
    }

    private func acknowledged(_ id: Int32, _ reason: BrokerReason) {
        guard let topic = publications.removeValue(forKey: id) else { return }
        if reason == .notAuthorized {
            report.add(false, "\(topic) cannot be written: the broker does not authorize it")
        } else if reason.isFailure {
            report.add(false, "\(topic) cannot be written: \(reason.text)")
        } else {
            report.add(true, "\(topic) can be written")
        }
    }

    private func endIfDone() {
        let isTried =
            isLost || isConnected && publications.isEmpty && (isReadBack || !report.isGood)
        guard isTried, hasGatherd, comparisons == 0 else { return }
        end()
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if isReadBack {
            report.add(true, "what was published on \(setup.topics.check) was read back")
        } else if isConnected {
            report.add(false, "what was published on \(setup.topics.check) did not come back")
        }
        if isUnknown {
            report.add(
                false,
                "\(setup.topics.state) has a match that gatherd does not have: "
                    + "another machine may have the same name")
        }
        if !isConnected, !isLost {
            report.add(false, "the broker at \(place) does not answer")
        }
        if !hasGatherd { report.add(false, "gatherd does not answer at \(setup.gatherd)") }
        broker?.close()
        completion(report.isGood, report.lines)
    }
}
