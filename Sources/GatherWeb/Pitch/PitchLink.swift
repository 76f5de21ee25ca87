import GatherClient
import LinuxIO
import Varlink

/// The subscription to the match of one pitch, for all browsers that show it.
///
/// It is open as long as somebody listens.
final class PitchLink {
    /// The name of the pitch.
    let pitch: String
    /// The newest state, as an event; nil before the first.
    private(set) var state: EventFrame?

    private let changed: (PitchLink) -> Void
    private var subscription: PitchSubscription?

    /// Makes a link that is not open.
    ///
    /// - Parameter changed: Called when there is another state.
    init(
        pitch: String, path: String, queue: SerialQueue, clock: any MachineClock,
        changed: @escaping (PitchLink) -> Void
    ) {
        self.pitch = pitch
        self.changed = changed
        subscription = PitchSubscription(to: path, queue: queue, clock: clock) { [weak self] in
            self?.receive($0)
        }
    }

    /// True if gatherd does not answer, so that the state may be out of date.
    var isLost: Bool { subscription?.isLost ?? true }

    /// Connects, unless it is open.
    func open() { subscription?.open() }

    /// Disconnects.
    func close() {
        subscription?.close()
        state = nil
    }

    /// Notices a gatherd that has fallen silent.
    func check() { subscription?.check() }

    private func receive(_ message: PitchSubscription.Message) {
        // Browsers count by themselves.
        if message.isTick, !message.isFirst, state != nil { return }
        let parameters = message.parameters
        state = EventFrame(
            event: "state",
            JSONObject([
                .init("pitch", .string(pitch)), .init("gather", parameters["gather"] ?? .null),
                .init("salvaged", parameters["salvaged"] ?? .null),
                .init("reason", parameters["reason"] ?? .null),
            ]))
        changed(self)
    }
}
