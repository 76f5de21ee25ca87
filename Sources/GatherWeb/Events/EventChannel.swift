import Varlink

/// The browsers that listen to the same pitch, or to all of them, and what they get.
final class EventChannel {
    /// True if all of its states are of one pitch.
    let isOfOnePitch: Bool
    /// The links whose states it has.
    private(set) var links: [PitchLink] = []

    private var listeners: ContiguousArray<EventListener> = []
    private var lost: [String]?
    private var beat: EventFrame?
    private let emptied: (EventChannel) -> Void

    /// Makes a channel without listeners.
    ///
    /// - Parameter emptied: Called when the last of them has left.
    init(isOfOnePitch: Bool, emptied: @escaping (EventChannel) -> Void) {
        self.isOfOnePitch = isOfOnePitch
        self.emptied = emptied
    }

    /// The number of those who listen.
    var count: Int { listeners.count }

    /// Adds a link, whose states the listeners get from now on.
    func add(_ link: PitchLink) {
        guard !links.contains(where: { $0 === link }) else { return }
        links.append(link)
    }

    /// Adds a listener, which gets the states that are known.
    func add(_ listener: EventListener) {
        listener.place = listeners.count
        listeners.append(listener)
        for link in links {
            if let snapshot = link.snapshot { listener.offer(snapshot, of: link.pitch) }
        }
        // A link that is being connected to is still marked as lost, so the first listener does not
        // get a beat yet.
        if !links.contains(where: \.isLost) { listener.offer(beat: frame()) }
    }

    /// Removes a listener.
    func remove(_ listener: EventListener) {
        let last = listeners.removeLast()
        if last !== listener {
            listeners[listener.place] = last
            last.place = listener.place
        }
        if listeners.isEmpty { emptied(self) }
    }

    /// Sends the new state of a link.
    func send(_ link: PitchLink) {
        guard let state = link.state else { return }
        for listener in listeners { listener.offer(state, of: link.pitch) }
    }

    /// Sends a beat.
    func sendBeat() {
        let frame = frame()
        for listener in listeners { listener.offer(beat: frame) }
    }

    private func frame() -> EventFrame {
        let lost = links.filter(\.isLost).map(\.pitch)
        if let beat, lost == self.lost { return beat }
        let made = EventFrame(event: "beat", ["lost": lost.json])
        (beat, self.lost) = (made, lost)
        return made
    }
}
