import GatherAPI
public import LinuxIO
public import Varlink

/// A subscription to the match of one pitch, on a queue.
///
/// It reconnects without limit as long as it is open.
public final class PitchSubscription {
    /// The parts of a message of gatherd.
    public struct Message {
        /// The parameters, without what is only for users who may control the match.
        public let parameters: JSONObject
        /// True if it is the first one since gatherd was lost.
        public let isFirst: Bool

        /// The state of the match; nil before the first match.
        public var gather: JSONObject? { parameters["gather"]?.object }
        /// True if it only says that gatherd is there: clients count by themselves.
        public var isTick: Bool { parameters["reason"]?.string == Reason.tick.rawValue }
        /// True if it says that another match than the present one has changed.
        public var isOfHistory: Bool {
            parameters["reason"]?.string == Reason.historyChanged.rawValue
        }
    }

    /// True if gatherd does not answer, so that the last message may be out of date.
    public private(set) var isLost = true

    private let path: String
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let received: (Message) -> Void
    private let lost: () -> Void
    private var connection: PitchConnection?
    private var isOpen = false
    private var lastRetry: Duration?
    private var lastMessage = Duration.zero
    private var isTicking = false
    /// The number of the connection, or of the wait for the next one.
    ///
    /// A closure that was queued for an earlier one does nothing.
    private var generation = 0

    /// Makes a subscription that is not open.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - received: Called with each message, ticks included.
    ///   - lost: Called when gatherd was there, and does not answer any more.
    public init(
        to path: String, queue: SerialQueue, clock: any MachineClock,
        received: @escaping (Message) -> Void, lost: @escaping () -> Void = {}
    ) {
        self.path = path
        self.queue = queue
        self.clock = clock
        self.received = received
        self.lost = lost
    }

    /// Connects, unless it is open.
    public func open() {
        guard !isOpen else { return }
        isOpen = true
        connect()
    }

    /// Disconnects.
    public func close() {
        isOpen = false
        connection?.close()
        connection = nil
        (isLost, lastRetry) = (true, nil)
        generation += 1
    }

    /// The time at which ``check()`` is worth a call: if nothing comes, gatherd is lost by then.
    ///
    /// It is nil while gatherd sends no ticks.
    public var silenceEnd: Duration? {
        guard connection != nil, isTicking || isLost else { return nil }
        return lastMessage + Limits.silence
    }

    /// Notices a gatherd that has fallen silent.
    ///
    /// With ticks it sends something each second while the clock runs.
    public func check() {
        guard let silenceEnd else { return }
        if clock.now().boottime > silenceEnd { lose() }
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
        let wasThere = !isLost
        isLost = true
        guard isOpen else { return }
        let wait = lastRetry.map { min($0 * 2, Limits.longestRetry) } ?? Limits.firstRetry
        lastRetry = wait
        generation += 1
        let generation = generation
        queue.later(after: wait) { [weak self] in
            guard let self, self.isOpen, self.generation == generation else { return }
            self.connect()
        }
        if wasThere { lost() }
    }

    private func receive(_ reply: Reply) {
        guard reply.error == nil else { return lose() }
        lastMessage = clock.now().boottime
        let parameters = Redaction.state(reply.parameters) ?? reply.parameters
        let message = Message(parameters: parameters, isFirst: isLost)
        isTicking = message.gather.flatMap { try? GatherSnapshot($0) }?.areTicksDue ?? false
        (isLost, lastRetry) = (false, nil)
        received(message)
        if !reply.continues { lose() }
    }
}
