import LinuxIO

/// The topics of the messages that a broker retains of a pitch or of a club.
struct Retained {
    /// The topics that are always there, whether they can be read or not.
    let always: Set<String>
    /// The filter of others; nil if there are none.
    let filter: String?
    /// Returns true for a topic of these others.
    let isOurs: (String) -> Bool
    /// A topic whose refusal does not matter, since nothing was published there; nil for none.
    let needless: String?
    /// The pitch or the topics, in words.
    let owner: String

    /// Makes those of the pitch.
    init(ofPitch setup: Setup) {
        let topics = setup.topics
        always = [topics.online, topics.state, topics.discovery]
        filter = topics.all
        isOurs = { topic in
            topic == topics.online || topic == topics.state || topics.id(ofResult: topic) != nil
        }
        needless = setup.isForHomeAssistant ? nil : topics.discovery
        owner = topics.pitch
    }

    /// Makes those of the club, without those of its pitches.
    init(ofClub setup: Setup) {
        let topics = ClubTopics(prefix: setup.topics.prefix)
        always = [topics.fixtures, topics.table]
        (filter, isOurs, needless) = (nil, { _ in false }, nil)
        owner = "\(topics.fixtures) and \(topics.table)"
    }
}

/// Takes back all that the broker retains of a pitch or of a club.
final class Withdrawal {
    private let settings: BrokerSettings
    private let retained: Retained
    private let queue: SerialQueue
    private let completion: (Bool, [String]) -> Void
    private var broker: BrokerConnection?
    private var topics: Set<String> = []
    private var waiting: [Int32: String] = [:]
    private var denied: [String] = []
    private var isTaking = false
    private var quiet = 0
    private var hasEnded = false

    /// Makes a withdrawal that has not begun, and that keeps itself until its end.
    ///
    /// - Parameter completion: Called once, with true if all was taken back, and lines to print.
    init(
        _ settings: BrokerSettings, _ retained: Retained, queue: SerialQueue,
        completion: @escaping (Bool, [String]) -> Void
    ) {
        (self.settings, self.retained) = (settings, retained)
        (self.queue, self.completion) = (queue, completion)
    }

    /// Begins.
    func begin() {
        var settings = settings
        settings.clientID += "-withdraw-\(ClientID.makeSecret())"
        broker = BrokerConnection(settings, queue: queue) { self.happened($0) }
        broker?.open()
        queue.later(after: Limits.trial) { self.end(nil) }
    }

    private func happened(_ event: BrokerEvent) {
        guard !hasEnded else { return }
        switch event {
        case .connected:
            topics = retained.always
            guard let filter = retained.filter else { return take() }
            broker?.subscribe(to: filter, isOwnSent: true, isQueued: false)
            wait()
        case .lost(let reason): end(reason)
        case .received(let message):
            guard message.isRetained else { break }
            if retained.isOurs(message.topic), topics.count < Limits.retainedTopics {
                topics.insert(message.topic)
            }
            wait()
        case .acknowledged(let id, let reason): acknowledged(id, reason)
        case .subscribed: break
        }
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
        if reason.isFailure, topic != retained.needless { denied.append(topic) }
        if waiting.isEmpty { end(nil) }
    }

    private func end(_ reason: String?) {
        guard !hasEnded else { return }
        hasEnded = true
        broker?.close()
        let place = settings.place
        if let reason {
            completion(false, ["cannot withdraw from the broker at \(place): \(reason)"])
        } else if !isTaking || !waiting.isEmpty {
            completion(false, ["cannot withdraw from the broker at \(place): it does not answer"])
        } else if !denied.isEmpty {
            completion(false, denied.map { "cannot withdraw \($0): the broker does not take it" })
        } else {
            completion(true, ["withdrawn: the broker retains nothing of \(retained.owner)"])
        }
    }
}
