import GatherAPI
import LinuxIO
import Varlink

/// The subscription to the match of one pitch, for all browsers that show it.
///
/// It is open as long as somebody listens, and reconnects without limit.
final class PitchLink {
    /// The name of the pitch.
    let pitch: String
    /// The newest state, as an event; nil before the first.
    private(set) var state: EventFrame?
    /// The same for a browser that comes later, for which nothing has changed.
    var snapshot: EventFrame? {
        if madeSnapshot == nil, let parameters {
            madeSnapshot = frame(parameters, reason: .string(Reason.snapshot.rawValue))
        }
        return madeSnapshot
    }
    /// True if gatherd does not answer, so that the state may be out of date.
    private(set) var isLost = true

    private let path: String
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let changed: (PitchLink, Bool) -> Void
    private var connection: PitchConnection?
    private var isOpen = false
    private var lastRetry: Duration?
    private var lastMessage = Duration.zero
    private var isTicking = false
    private var parameters: JSONObject?
    private var madeSnapshot: EventFrame?
    private var attempt = 0

    /// Makes a link that is not open.
    ///
    /// - Parameter changed: Called when there is another state, with true if it was lost before.
    init(
        pitch: String, path: String, queue: SerialQueue, clock: any MachineClock,
        changed: @escaping (PitchLink, Bool) -> Void
    ) {
        self.pitch = pitch
        self.path = path
        self.queue = queue
        self.clock = clock
        self.changed = changed
    }

    /// Connects, unless it is open.
    func open() {
        guard !isOpen else { return }
        isOpen = true
        connect()
    }

    /// Disconnects.
    func close() {
        isOpen = false
        connection?.close()
        connection = nil
        (isLost, state, lastRetry) = (true, nil, nil)
        (parameters, madeSnapshot) = (nil, nil)
        attempt += 1
    }

    /// Notices a gatherd that has fallen silent.
    ///
    /// With ticks it sends something each second of a running countdown.
    func check() {
        guard connection != nil, isTicking || isLost else { return }
        if clock.now().boottime - lastMessage > Limits.silence { lose() }
    }

    private func connect() {
        lastMessage = clock.now().boottime
        do {
            let connection = try PitchConnection(
                to: path, queue: queue, received: { [weak self] in self?.receive($0) },
                lost: { [weak self] in self?.lose() })
            self.connection = connection
            var call = GatherMethod.Subscribe(ticks: true).call
            call.more = true
            connection.send(call)
        } catch { lose() }
    }

    private func lose() {
        connection?.close()
        connection = nil
        isLost = true
        guard isOpen else { return }
        let wait = lastRetry.map { min($0 * 2, Limits.longestRetry) } ?? Limits.firstRetry
        lastRetry = wait
        attempt += 1
        let attempt = attempt
        queue.later(after: wait) { [weak self] in
            guard let self, self.isOpen, self.attempt == attempt else { return }
            self.connect()
        }
    }

    private func receive(_ reply: Reply) {
        guard reply.error == nil else { return lose() }
        lastMessage = clock.now().boottime
        let parameters = Redaction.state(reply.parameters) ?? reply.parameters
        let gather = parameters["gather"]?.object
        let timer = gather?["timer"]?.object
        isTicking = gather?["phase"]?.string == "open" && timer?["state"]?.string == "running"
        let wasLost = isLost
        let isNews = isLost || state == nil
        (isLost, lastRetry) = (false, nil)
        // A tick says that gatherd is there: browsers count by themselves.
        if parameters["reason"]?.string == Reason.tick.rawValue, !isNews { return }
        (self.parameters, madeSnapshot) = (parameters, nil)
        state = frame(parameters, reason: parameters["reason"])
        changed(self, wasLost)
        if !reply.continues { lose() }
    }

    private func frame(_ parameters: JSONObject, reason: JSONValue?) -> EventFrame {
        var salvaged = parameters["salvaged"]?.object
        // The files of the machine are nobody's business but its own.
        salvaged?["file"] = nil
        return EventFrame(
            event: "state",
            JSONObject([
                .init("pitch", .string(pitch)), .init("gather", parameters["gather"] ?? .null),
                .init("salvaged", salvaged.map(JSONValue.object) ?? .null),
                .init("reason", reason ?? .null),
            ]))
    }
}
