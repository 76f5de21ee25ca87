import GatherClient
import LinuxIO

/// Carries out the commands that clients of the broker publish for a pitch.
///
/// It keeps nothing: a command that comes while it is away is lost, and who sent it gets no answer.
final class CommandService: Role {
    private let topics: Topics
    private let calls: PitchCalls
    private let clock: any MachineClock
    private let log: ServiceLog
    private var broker: BrokerConnection?
    private var standing: BrokerStanding
    private var denied: BrokerReason?

    /// Makes a service that has not begun.
    ///
    /// - Parameter gatherd: The path of gatherd's socket.
    init(
        _ topics: Topics, _ settings: BrokerSettings, gatherd: String, queue: SerialQueue,
        clock: any MachineClock, log: ServiceLog
    ) {
        self.topics = topics
        self.clock = clock
        self.log = log
        standing = BrokerStanding(at: settings.place)
        calls = PitchCalls(path: gatherd, queue: queue)
        var settings = settings
        settings.clientID += "-command-\(ClientID.makeSecret())"
        settings.longestPacket = Limits.pitchPacket
        broker = BrokerConnection(settings, queue: queue) { [weak self] in self?.happened($0) }
    }

    func begin() { broker?.open() }

    func end() { broker?.close() }

    var status: String {
        guard standing.isConnected else { return standing.status }
        if let denied { return "\(topics.command) cannot be read: \(denied.text)" }
        return "takes commands for the pitch \(topics.pitch) at \(standing.place)"
    }

    private func happened(_ event: BrokerEvent) {
        switch event {
        case .connected:
            standing.connect()
            denied = nil
            broker?.subscribe(to: topics.command, keepsRetained: true)
        case .lost(let reason): standing.lose(reason, log)
        case .subscribed(let reason):
            denied = reason.isFailure ? reason : nil
            log.write(reason.isFailure ? .warning : .info, status)
        case .received(let message):
            if message.topic == topics.command { receive(message) }
        case .acknowledged(_, let reason):
            if reason.isFailure {
                log.write(.warning, "\(topics.reply) cannot be written: \(reason.text)")
            }
        }
    }

    private func receive(_ message: BrokerMessage) {
        let now = clock.now().wall.wholeMilliseconds
        do throws(ReceivedCommand.Refusal) {
            let received = try ReceivedCommand(message, at: now)
            let id = received.command.requestID
            calls.call(received.command.call) { [weak self] outcome in
                self?.answer(ReceivedCommand.answer(to: id, outcome))
            }
        } catch {
            answer(ReceivedCommand.answer(to: error))
        }
    }

    private func answer(_ payload: [UInt8]) {
        // Whoever sends more than can be answered gets no answer, as with one that was lost.
        guard let broker, broker.underWay < Limits.answersUnderWay else { return }
        broker.publish(payload, to: topics.reply, .atLeastOnce)
    }
}
