import Testing
import Varlink

@testable import GatherWeb

/// A browser that reads later than the states come.
struct EventListenerTests {
    private static func state(_ number: Int, isOfHistory: Bool = false) -> EventFrame {
        EventFrame(event: "state", ["number": .int(number)], isOfHistory: isOfHistory)
    }

    /// Returns all that a listener has to send.
    private static func read(_ listener: EventListener) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = bytes.withUnsafeMutableBytes { listener.read(into: $0) }
        return Array(bytes.prefix(count))
    }

    /// The numbers of the states that are offered, those of the history negative, and of those that
    /// are sent.
    private static let cases: [(offered: [Int], sent: [Int])] = [
        ([1, 2, 3], [3]), ([-1], [-1]), ([-1, 2], [-1, 2]), ([1, -2, 3, 4], [-2, 4]),
        ([-1, 2, -3], [-3]), ([-1, 2, -3, 4, 5], [-3, 5]), ([-1, -2, 3], [-2, 3]),
    ]

    @Test(
        "only the newest state is sent, and before it that another match has changed",
        arguments: [true, false])
    func history(isOfOnePitch: Bool) {
        let channel = EventChannel(isOfOnePitch: isOfOnePitch) { _ in }
        withExtendedLifetime(channel) {
            let listener = EventListener(channel)
            #expect(Self.read(listener) == EventFrame.retry.bytes)
            for (offered, sent) in Self.cases {
                let frames = [offered, sent].map { numbers in
                    numbers.map { Self.state($0, isOfHistory: $0 < 0) }
                }
                for frame in frames[0] { listener.offer(frame, of: "north") }
                #expect(Self.read(listener) == frames[1].flatMap(\.bytes), "\(offered)")
            }
        }
    }

    @Test("each pitch has its own states, in the order of their changes")
    func pitches() {
        let channel = EventChannel(isOfOnePitch: false) { _ in }
        withExtendedLifetime(channel) {
            let listener = EventListener(channel)
            _ = Self.read(listener)
            let news = Self.state(1, isOfHistory: true)
            let states = (2...5).map { Self.state($0) }
            listener.offer(news, of: "north")
            listener.offer(states[0], of: "south")
            listener.offer(states[1], of: "north")
            listener.offer(states[2], of: "south")
            listener.offer(states[3], of: "north")
            let sent = [news, states[2], states[3]]
            #expect(Self.read(listener) == sent.flatMap(\.bytes))
        }
    }
}
