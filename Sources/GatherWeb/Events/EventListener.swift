/// A browser that listens to a stream of events.
///
/// A newer state replaces one of the same pitch that was not sent yet, and so does a beat. One that
/// says that another match has changed is replaced by another such state alone.
final class EventListener {
    /// The place in the stream's list.
    var place = 0

    private unowned let channel: EventChannel
    private var stream: HTTPStream?
    private var current: EventFrame? = .retry
    private var offset = 0
    private var beat: EventFrame?
    private var state: EventFrame?
    /// The state before it that says that another match has changed.
    private var history: EventFrame?
    /// The states of further pitches, in the order of their changes.
    private var states: [(pitch: String, frame: EventFrame)]?

    init(_ channel: EventChannel) { self.channel = channel }

    /// Offers a state of a pitch.
    func offer(_ frame: EventFrame, of pitch: String) {
        if channel.isOfOnePitch {
            if frame.isOfHistory {
                history = nil
            } else if let state, state.isOfHistory {
                history = state
            }
            state = frame
        } else {
            let kept = (states ?? []).filter {
                $0.pitch != pitch || $0.frame.isOfHistory && !frame.isOfHistory
            }
            states = kept + [(pitch, frame)]
        }
        stream?.wake()
    }

    /// Offers a beat.
    func offer(beat frame: EventFrame) {
        beat = frame
        stream?.wake()
    }

    /// Begins; called once, before the first byte is read.
    func begin(_ stream: HTTPStream) {
        self.stream = stream
        channel.add(self)
    }

    /// Ends; called once, when the client or the server has ended the stream.
    func end() {
        stream = nil
        channel.remove(self)
    }

    /// Fills a buffer with the next bytes.
    ///
    /// - Returns: Their number; 0 if there are none until the stream is woken.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, let frame = current ?? next() {
            current = frame
            let count = min(frame.bytes.count - offset, buffer.count - filled)
            frame.bytes.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
            }
            filled += count
            offset += count
            if offset == frame.bytes.count { (current, offset) = (nil, 0) }
        }
        return filled
    }

    private func next() -> EventFrame? {
        if let frame = history.take() ?? state.take() { return frame }
        if let first = states?.first {
            states?.removeFirst()
            return first.frame
        }
        return beat.take()
    }
}
