import GatherAPI
import LinuxIO
import Varlink

/// A subscription to the match that reconnects whenever it is lost, without limit, with the last
/// known state and the course of the clock.
final class Subscription {
    enum Event {
        case message(Reply)
        case loss
        case second
    }

    struct Turn {
        /// The events to show, in order, each with the state at that time.
        var updates: [(event: Event, state: WatchState)] = []
        /// The detected events of the match, of the requested kinds.
        var events: [MatchEvent] = []
        /// The indices of the sources that are ready.
        var ready: [Int] = []
        /// True if the output is no longer read.
        var isOutputLost = false
    }

    private(set) var state = WatchState()
    private let context: Context
    private let failure: String
    private let ticks: Bool
    private let policy = RetryPolicy.ofWatcher
    private let connect: (String) throws(SystemError) -> Descriptor
    private var connection: ClientConnection?
    /// The time until the next try to connect; nil while there is a connection.
    private var retryIn: Duration? = .zero
    private var lastRetry: Duration?
    /// The time waited since the last message; a suspend of the machine does not count.
    private var silence = Duration.zero
    private var detector: MatchEventDetector
    private var shownDigits: [String] = []

    /// Makes a subscription that is not connected yet.
    ///
    /// - Parameters:
    ///   - failure: The text of an error, with a place for the cause.
    ///   - ticks: True if the daemon sends a message every second of a running countdown.
    ///   - kinds: The kinds of events to detect.
    ///   - connect: Makes a connection to the daemon's socket; nil for the usual connector.
    init(
        _ context: Context, failure: String, ticks: Bool, detecting kinds: [MatchEvent.Kind] = [],
        connect: ((String) throws(SystemError) -> Descriptor)? = nil
    ) {
        self.context = context
        self.failure = failure
        self.ticks = ticks
        self.connect = connect ?? context.connector
        detector = MatchEventDetector(kinds)
    }

    var call: Call {
        var call = GatherMethod.Subscribe(ticks: ticks).call
        call.more = true
        return call
    }

    /// Connects for the first time.
    ///
    /// - Throws: A ``Failure`` at once if the daemon cannot be reached.
    func open() throws(Failure) {
        do { try subscribe() } catch { throw context.unreachable(error) }
    }

    /// Waits for the daemon, for other sources, and for the time; reconnects when that is due.
    ///
    /// - Parameters:
    ///   - sources: Further descriptors to wait for until they are readable.
    ///   - output: The descriptor whose reader may go away.
    ///   - full: The descriptor that is waited for until it can be written to.
    ///   - timeout: The longest wait, while the machine is awake.
    ///   - alarms: The times to wake at, by the boot time of the daemon's machine.
    ///   - countsSeconds: True to wake whenever the digits change by themselves.
    /// - Throws: A ``Failure`` if the daemon refuses the subscription.
    func wait(
        for sources: [Descriptor?] = [], orLossOf output: Descriptor? = nil,
        orRoomIn full: Descriptor? = nil, timeout: Duration? = nil, alarms: [Duration?] = [],
        countsSeconds: Bool = false
    ) throws(Failure) -> Turn {
        let start = context.time.now()
        let second = countsSeconds ? state.untilNextDigits(at: start) : nil
        let alarm = (alarms + [detector.alarm, second.map { start.boottime + $0 }])
            .compactMap(\.self).min()
        let timeout = [timeout, retryIn, silenceLeft].compactMap(\.self).min()
        let open = sources.indices.filter { sources[$0] != nil }
        let own = [connection?.socket].compactMap(\.self)
        let ready = context.time.wait(
            for: own + sources.compactMap(\.self), orLossOf: output, orRoomIn: full,
            timeout: timeout, alarm: alarm)
        let ends = [context.time.now().boottime, alarm, timeout.map { start.boottime + $0 }]
        let elapsed = max((ends.compactMap(\.self).min() ?? .zero) - start.boottime, .zero)
        silence += elapsed
        retryIn = retryIn.map { max($0 - elapsed, .zero) }

        var turn = Turn()
        turn.ready = ready.map { $0 - own.count }.filter(open.indices.contains).map { open[$0] }
        turn.isOutputLost = output != nil && ready.contains(own.count + open.count)
        if !own.isEmpty, ready.contains(0) { try receive(&turn) }
        if turn.updates.isEmpty { handleTimeouts(&turn) }
        let now = context.time.now()
        turn.events += detector.due(at: now)
        if countsSeconds, state.countedDigits(at: now) != shownDigits {
            append(.second, to: &turn)
        }
        return turn
    }

    /// Handles a message of the daemon.
    func receive(_ message: Reply, _ turn: inout Turn) throws(Failure) {
        let (match, reason) = try context.update(message, failure: failure)
        context.time.synchronize(with: match)
        state.update(match, reason: reason)
        (silence, lastRetry) = (.zero, nil)
        turn.events += detector.update(match.gather, reason: reason, at: context.time.now())
        append(.message(message), to: &turn)
        if !message.continues { lose(&turn) }
    }

    /// Drops the connection, and schedules the next try.
    func lose(_ turn: inout Turn) {
        connection = nil
        retryIn = policy.wait(after: lastRetry)
        lastRetry = retryIn
        if state.isStale { return }
        state.lose()
        append(.loss, to: &turn)
    }

    private func append(_ event: Event, to turn: inout Turn) {
        shownDigits = state.countedDigits(at: context.time.now())
        turn.updates.append((event, state))
    }

    private func receive(_ turn: inout Turn) throws(Failure) {
        guard let connection else { return }
        var messages: [Reply] = []
        do {
            try connection.receive()
            while let message = try connection.nextReply() { messages.append(message) }
        } catch { return lose(&turn) }
        for message in messages {
            do { try receive(message, &turn) } catch {
                lose(&turn)
                throw error
            }
        }
    }

    private func handleTimeouts(_ turn: inout Turn) {
        if retryIn == .zero {
            do { try subscribe() } catch { lose(&turn) }
        } else if silenceLeft == .zero {
            lose(&turn)
        }
    }

    private func subscribe() throws(SystemError) {
        let connection = ClientConnection(try connect(context.socket.path))
        silence = .zero
        do { try connection.send(call.message, timeout: policy.answer) } catch {
            retryIn = policy.wait(after: lastRetry)
            lastRetry = retryIn
            return
        }
        self.connection = connection
        retryIn = nil
    }

    /// The time for which the daemon may still be silent before the connection counts as lost; nil
    /// for no limit.
    private var silenceLeft: Duration? {
        guard connection != nil else { return nil }
        let areTicksDue = ticks && state.gather?.areTicksDue == true
        let isDue = state.isStale || !state.isKnown || areTicksDue
        return isDue ? max(policy.answer - silence, .zero) : nil
    }
}
