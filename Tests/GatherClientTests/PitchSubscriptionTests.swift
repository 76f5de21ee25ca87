import Dispatch
import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherClient

/// The silence that a subscription waits for.
struct PitchSubscriptionTests {
    /// Returns a match in its first half, with the clock at 45:00 or after it.
    private static func gather(
        _ state: TimerSnapshot.State, phase: GatherSnapshot.Phase = .open, zero: Int?
    ) -> GatherSnapshot {
        let (teamA, teamB) = (
            TeamSnapshot(name: "Reds", score: 0, players: []),
            TeamSnapshot(name: "Blues", score: 0, players: [])
        )
        let half = PeriodFields(
            id: "first half", kind: .play, seconds: 2_700, shows: .up, fromSeconds: 0,
            atZero: .run, begins: .byHand)
        return GatherSnapshot(
            id: "0d4e9c1c-6d5e-4a5a-9f3b-2f6f0f6f5b11", revision: 2, phase: phase,
            timer: TimerSnapshot(
                state: state, initial: TimeFields(minutes: 45, seconds: 0),
                remaining: TimeFields(minutes: 0, seconds: 0), remainingMilliseconds: 0,
                takenAtBoottimeMicroseconds: 9_000_000_000),
            teamA: teamA, teamB: teamB, bench: [], openedAt: "2026-06-13T15:42:10Z",
            score: "0-0", winnerTeam: "None",
            course: CourseFields(
                format: "halves", index: 0, stage: .underway, period: half,
                elapsedMilliseconds: 2_700_000, zeroAtBoottimeMicroseconds: zero))
    }

    /// Returns true if a gatherd is lost that tells this state and nothing more.
    private func isSilenceALoss(after gather: GatherSnapshot?) throws -> Bool {
        let path = "/tmp/gatherd-subscription-\(UInt64.random(in: 0...UInt64.max)).sock"
        let listener = try UnixSocket.listen(at: path)
        defer { try? Files.remove(path) }
        let (queue, isReceived) = (SerialQueue(label: "subscription"), DispatchSemaphore(value: 0))
        // The queue is what the subscription belongs to.
        nonisolated(unsafe) let subscription = PitchSubscription(
            to: path, queue: queue, clock: try SystemClock(),
            received: { _ in isReceived.signal() })
        queue.dispatch.sync { subscription.open() }
        defer { queue.dispatch.sync { subscription.close() } }
        try #require(try listener.waitUntilReadable(timeout: .seconds(10)))
        let peer = try #require(try UnixSocket.accept(from: listener))
        let parameters: JSONObject = ["gather": gather?.json ?? .null, "reason": "snapshot"]
        let reply = Reply(parameters, continues: true)
        _ = try peer.write(reply.message[...])
        try #require(isReceived.wait(timeout: .now() + 10) == .success)
        return withExtendedLifetime(peer) {
            queue.dispatch.sync { subscription.silenceEnd != nil }
        }
    }

    @Test func aGatherdThatHangsIsMissedAsLongAsTheClockRuns() throws {
        let zero = 6_300_000_000
        #expect(try isSilenceALoss(after: Self.gather(.running, zero: zero)))
        // In added time the timer has stopped, and the clock goes on.
        #expect(try isSilenceALoss(after: Self.gather(.stopped, zero: zero)))
        #expect(try !isSilenceALoss(after: Self.gather(.stopped, zero: nil)))
        #expect(try !isSilenceALoss(after: Self.gather(.paused, zero: nil)))
        #expect(try !isSilenceALoss(after: Self.gather(.stopped, phase: .ended, zero: nil)))
        #expect(try !isSilenceALoss(after: nil))
    }
}
