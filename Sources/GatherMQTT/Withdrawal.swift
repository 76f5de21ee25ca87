import LinuxIO

/// Takes back all that the broker retains of a pitch.
final class Withdrawal {
    private let setup: Setup
    private let queue: SerialQueue
    private let completion: (Bool, [String]) -> Void
    private var broker: BrokerConnection?
    private var topics: Set<String> = []
    private var waiting: [Int32: String] = [:]
    private var denied: [String] = []
    private var isConnected = false
    private var isTaking = false
    private var quiet = 0
    private var hasEnded = false

    /// Makes a withdrawal that has not begun, and that keeps itself until its end.
    ///
    /// - Parameter completion: Called once, with true if all was taken back, and lines to print.
    init(
        _ setup: Setup, queue: SerialQueue, completion: @escaping (Bool, [String]) -> Void
    ) {
        (self.setup, self.queue, self.completion) = (setup, queue, completion)
    }

    /// Begins.
    func begin() {
        var settings = setup.broker
        settings.clientID += "-withdraw-\(ClientID.makeSecret())"
        broker = BrokerConnection(settings, queue: queue) { self.happened($0) }
        broker?.open()
        queue.later(after: Limits.trial) { self.end(nil) }
    }

    private func happened(_ event: BrokerEvent) {
        guard !hasEnded else { return }
        switch event {
        case .connected:
            isConnected = true
            // The topics that are always there, whether they can be read or not.
            topics = [setup.topics.online, setup.topics.state, setup.topics.discovery]
            broker?.subscribe(to: setup.topics.all, isOwnSent: true, isQueued: false)
            wait()
        case .lost(let reason): end(reason)
        case .received(let message):
            if message.isRetained, isOurs(message.topic), topics.count < Limits.retainedTopics {
                topics.insert(message.topic)
            }
            wait()
        case .acknowledged(let id, let reason): acknowledged(id, reason)
        case .subscribed: break
        }
    }

    private func isOurs(_ topic: String) -> Bool {
        topic == setup.topics.online || topic == setup.topics.state
            || setup.topics.id(ofResult: topic) != nil
    }

    /// Begins to take back once nothing has come for a while: all that is retained comes at once.
    private func wait() {
        quiet += 1
        let quiet = quiet
        queue.later(after: Limits.retained) {
            if self.quiet == quiet, !self.isTaking { self.take() }
        }
    }

    private func take() {
        isTaking = true
        for topic in topics.sorted() {
            guard let id = broker?.publish([], to: topic, .retained) else { return }
            waiting[id] = topic
        }
    }

    private func acknowledged(_ id: Int32, _ reason: BrokerReason) {
        guard let topic = waiting.removeValue(forKey: id) else { return }
        // That need not be allowed if nothing was described to Home Assistant.
        let isNeedless = topic == setup.topics.discovery && !setup.isForHomeAssistant
        if reason.isFailure, !isNeedless { denied.append(topic) }
        if waiting.isEmpty { end(nil) }
    }

    private func end(_ reason: String?) {
        guard !hasEnded else { return }
        hasEnded = true
        broker?.close()
        let place = "\(setup.broker.host):\(setup.broker.port)"
        if let reason {
            completion(false, ["cannot withdraw from the broker at \(place): \(reason)"])
        } else if !isTaking || !waiting.isEmpty {
            completion(false, ["cannot withdraw from the broker at \(place): it does not answer"])
        } else if !denied.isEmpty {
            completion(false, denied.map { "cannot withdraw \($0): the broker does not take it" })
        } else {
            completion(true, ["withdrawn: the broker retains nothing of \(setup.topics.pitch)"])
        }
    }
}
