import LinuxIO

/// All streams of events, with a beat each second as long as somebody listens.
final class EventHub {
    private let directory: PitchDirectory
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let run: () -> Void
    private var links: [String: PitchLink] = [:]
    private var channels: [String: EventChannel] = [:]
    private var alarm: (any Alarm)?
    private var nextBeat: Duration?
    private var nextSearch = Duration.zero

    /// The name of the stream of all pitches.
    static let all = "*"

    /// Makes a hub that nobody listens to.
    ///
    /// - Parameter run: Sends what was woken.
    init(
        _ directory: PitchDirectory, queue: SerialQueue, clock: any MachineClock,
        run: @escaping () -> Void
    ) {
        self.directory = directory
        self.queue = queue
        self.clock = clock
        self.run = run
        alarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.beat() })
    }

    /// The number of browsers that listen.
    var listeners: Int { channels.values.reduce(0) { $0 + $1.count } }

    /// Returns what a browser listens to: a pitch, the usual one if it is nil, or all.
    ///
    /// - Returns: A new listener; nil if there is no such pitch.
    func listener(of pitch: String?) -> EventListener? {
        let name = pitch ?? directory.usual
        if name != Self.all, directory.path(of: name) == nil { return nil }
        let channel = channels[name] ?? makeChannel(name)
        startBeats()
        return EventListener(channel)
    }

    private func makeChannel(_ name: String) -> EventChannel {
        let channel = EventChannel(isOfOnePitch: name != Self.all) { [weak self] _ in
            self?.close(name)
        }
        channels[name] = channel
        if name == Self.all { search(channel) } else { open(name, for: channel) }
        return channel
    }

    /// Adds the pitches that have come.
    private func search(_ channel: EventChannel) {
        for name in directory.names() { open(name, for: channel) }
        nextSearch = clock.now().boottime + Limits.pitchSearch
    }

    private func open(_ name: String, for channel: EventChannel) {
        guard let path = directory.path(of: name) else { return }
        let link =
            links[name]
            ?? PitchLink(pitch: name, path: path, queue: queue, clock: clock) { [weak self] in
                self?.send($0, isBack: $1)
            }
        links[name] = link
        channel.add(link)
        link.open()
    }

    private func send(_ link: PitchLink, isBack: Bool) {
        for channel in channels.values where channel.links.contains(where: { $0 === link }) {
            channel.send(link)
            // A pitch that was lost until now is live at once, and not at the next beat.
            if isBack { channel.sendBeat() }
        }
        run()
    }

    /// Closes a channel in a later turn, unless somebody listens again.
    private func close(_ name: String) {
        queue.later { [weak self] in
            guard let self, self.channels[name]?.count == 0 else { return }
            self.channels[name] = nil
            let kept = self.channels.values.flatMap(\.links)
            for (pitch, link) in self.links where !kept.contains(where: { $0 === link }) {
                link.close()
                self.links[pitch] = nil
            }
        }
    }

    private func startBeats() {
        guard nextBeat == nil else { return }
        setAlarm(clock.now().boottime + .seconds(1))
    }

    private func setAlarm(_ next: Duration?) {
        nextBeat = next
        if let next { alarm?.set(at: next) } else { alarm?.clear() }
    }

    private func beat() {
        guard let due = nextBeat else { return }
        guard !channels.isEmpty else { return setAlarm(nil) }
        let now = clock.now().boottime
        for link in links.values { link.check() }
        if let channel = channels[Self.all], nextSearch <= now { search(channel) }
        for (name, channel) in channels {
            // A channel is still empty if the browser that it was made for left at once.
            if channel.count == 0 { close(name) } else { channel.sendBeat() }
        }
        run()
        // After a suspend the beats that were missed are not made up for.
        let late = now - due
        setAlarm(late < .seconds(1) ? due + .seconds(1) : now + .seconds(1))
    }
}
