import GatherAPI
import GatherClient
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
            madeSnapshot = frame(parameters, reason: Reason.snapshot.rawValue)
        }
        return madeSnapshot
    }

    private let changed: (PitchLink, Bool) -> Void
    private var subscription: PitchSubscription?
    private var parameters: JSONObject?
    private var madeSnapshot: EventFrame?

    /// Makes a link that is not open.
    ///
    /// - Parameter changed: Called when there is another state, with true if it was lost before.
    init(
        pitch: String, path: String, queue: SerialQueue, clock: any MachineClock,
        changed: @escaping (PitchLink, Bool) -> Void
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
        (state, parameters, madeSnapshot) = (nil, nil, nil)
    }

    /// Notices a gatherd that has fallen silent.
    func check() { subscription?.check() }

    private func receive(_ message: PitchSubscription.Message) {
        // Browsers count by themselves.
        if message.isTick, !message.isFirst, state != nil { return }
        (parameters, madeSnapshot) = (message.parameters, nil)
        // While gatherd was lost, other matches may have changed, which no event says.
        let isBack = message.isFirst && state != nil
        let reason = isBack ? Reason.historyChanged.rawValue : message.parameters["reason"]?.string
        state = frame(message.parameters, reason: reason)
        changed(self, message.isFirst)
    }

    private func frame(_ parameters: JSONObject, reason: String?) -> EventFrame {
        var salvaged = parameters["salvaged"]?.object
        // The files of the machine are nobody's business but its own.
        salvaged?["file"] = nil
        return EventFrame(
            event: "state",
            JSONObject([
                .init("pitch", .string(pitch)), .init("gather", parameters["gather"] ?? .null),
                .init("salvaged", salvaged.map(JSONValue.object) ?? .null),
                .init("reason", JSONValue(reason)),
            ]), isOfHistory: reason == Reason.historyChanged.rawValue)
    }
}
