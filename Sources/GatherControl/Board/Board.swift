import GatherAPI
import LinuxIO
import Varlink

/// What a board knows: the match, what happened in it, and the keys.
struct Board {
    private(set) var state = WatchState()
    var panel: ControlPanel
    private let path: String
    private var events: [TimelineEntry] = []
    private var shown: (id: String, revision: Int)?
    private var end: (boottime: Int, wall: Duration)?

    /// As many events as the largest board has room for, most of them taken back.
    private static let mostEvents = 60

    /// Makes a board that has heard nothing yet.
    ///
    /// - Parameter path: The socket of the daemon.
    init(panel: ControlPanel, path: String) {
        self.panel = panel
        self.path = path
    }

    /// Takes in what is known by now.
    ///
    /// - Returns: The call that asks for what happened, if something has.
    mutating func hear(_ state: WatchState) -> Call? {
        self.state = state
        guard let gather = state.gather else {
            (events, shown) = ([], nil)
            return nil
        }
        if let shown, shown == (gather.id, gather.revision) { return nil }
        if shown?.id != gather.id { events = [] }
        shown = (gather.id, gather.revision)
        let first = max(gather.revision, Self.mostEvents) - Self.mostEvents
        var parameters: JSONObject = ["id": .string(gather.id), "limit": .int(Self.mostEvents)]
        if first > 0 { parameters["after"] = .int(first) }
        return Call(HistoryMethod.show.fullName, parameters)
    }

    /// Takes in what happened; an answer that makes no sense is none.
    mutating func hear(_ reply: Reply) {
        guard reply.error == nil, let shown = try? HistoryMethod.Show.Reply(reply.parameters),
            shown.gather.id == state.gather?.id
        else { return }
        events = shown.entries.suffix(Self.mostEvents)
    }

    /// What is to be shown at a moment.
    mutating func viewModel(at now: ClockReading) -> BoardViewModel {
        noteEnd(at: now)
        return BoardPresenter(
            state: state, events: events, panel: panel, path: path, end: end?.wall
        ).viewModel(at: now)
    }

    /// Keeps the end by the wall clock as it is, unless one of the clocks is set: it comes out a
    /// microsecond different each time.
    private mutating func noteEnd(at now: ClockReading) {
        guard let deadline = state.gather?.timer.endsAtBoottimeMicroseconds,
            let wall = state.clock(at: now).endsAt
        else {
            end = nil
            return
        }
        if let end, end.boottime == deadline, abs((wall - end.wall) / .seconds(1)) < 1 { return }
        end = (deadline, wall)
    }
}
