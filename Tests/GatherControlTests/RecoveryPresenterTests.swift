import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct RecoveryPresenterTests {
    /// The notes of a board that shows a gather.
    private static func notes(
        _ gather: GatherSnapshot, after: Duration = .zero
    ) -> [String] {
        var now = Sample.now
        now.boottime += after
        now.wall += after
        var state = WatchState()
        state.update(MatchState(gather: gather), reason: "snapshot")
        let presenter = BoardPresenter(
            state: state, events: [], panel: ControlPanel(isOn: false), path: "", end: nil)
        return presenter.viewModel(at: now).notes.map(\.text)
    }

    private static let rebooted =
        "restarted \(TimeText.timeOfDay(Sample.restartedAt)) after a reboot: "
        + "the countdown goes by the wall clock"

    @Test("a board says nothing of a restart in which nothing was lost")
    func restart() {
        #expect(Self.notes(Sample.recovered(.boottime)) == [])
    }

    @Test("after a reboot it says for a minute which clock was trusted")
    func reboot() {
        let gather = Sample.recovered(.wall, ago: .seconds(1))
        #expect(Self.notes(gather) == [Self.rebooted])
        #expect(Self.notes(gather, after: .milliseconds(58_999)) == [Self.rebooted])
        #expect(Self.notes(gather, after: .seconds(59)) == [])
        var old = gather
        old.recovered?.decidedAtBoottimeMicroseconds = nil
        #expect(Self.notes(old, after: .seconds(400)) == [Self.rebooted])
    }

    @Test("what no clock can tell is said as long as it is so")
    func doubt() {
        var gather = Sample.recovered(.none, ago: .seconds(400))
        gather.timer.doubtful = true
        #expect(Self.notes(gather).count == 3)
        let line = "restarted after a reboot: no clock can tell how long that took"
        #expect(Self.notes(gather).first == line)
        gather.recovered = nil
        #expect(Self.notes(gather).first?.hasPrefix("doubtful: ") == true)
    }

    @Test("a board that is at rest lets go of it when the minute is over")
    func wakes() throws {
        let bench = Bench([
            .replies([Sample.message(Self.paused, "snapshot")]), .replies([Sample.timeline([])]),
        ])
        bench.terminals = .all
        let terminal = try FakeTerminal(rows: 24, columns: 80)
        bench.boardTerminal = terminal
        let end: Duration = .milliseconds(49_750)
        var woken: [Duration] = []
        bench.time.afterWait = { elapsed in
            woken.append(elapsed)
            if elapsed >= end { terminal.type("q") }
        }
        #expect(try bench.run("watch").status == .done)
        #expect(terminal.shown.contains { $0.lines.joined().contains("after a reboot") })
        #expect(!terminal.screen.contains("after a reboot"))
        #expect(woken.contains(end))
    }

    /// A gather whose clock is held, decided on a while ago.
    private static var paused: GatherSnapshot {
        var gather = Sample.recovered(.wall, ago: .milliseconds(10_250))
        gather.timer = Sample.paused()
        return gather
    }
}
