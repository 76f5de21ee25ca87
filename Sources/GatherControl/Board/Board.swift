import GatherAPI
import LinuxIO
import Varlink

/// The state behind the board: the match, its events, and the control panel.
struct Board {
    private(set) var state = WatchState()
    var panel: ControlPanel
    private let path: String
    private let isPublic: Bool
    private var defaults: DefaultsFields?
    private var events: [TimelineEntry] = [] {
        didSet { panel.goals = events.reversed().filter(\.isSingleGoal) }
    }
    private var shown: (id: String, revision: Int)?
    /// The match and its revision in the last answer to a change.
    private var answered: (id: String, revision: Int)?
    private var end: (boottime: Int, wall: Duration)?
    /// True to request the texts of the events in a form that can be translated, which an older
    /// gatherd does not have.
    private var wantsTranslatable: Bool

    /// The largest number of events that a board has room for, even if most of them were undone; a
    /// public one has the scorers of the whole match.
    private var mostEvents: Int { isPublic ? InterfaceLimits.timelinePage : 60 }

    /// Makes a board that has received nothing yet.
    ///
    /// - Parameters:
    ///   - path: The socket of the daemon.
    ///   - isPublic: True if the board is for people who look at the match.
    init(panel: ControlPanel, path: String, isPublic: Bool = false) {
        self.panel = panel
        self.panel.isMatchKnown = false
        self.path = path
        self.isPublic = isPublic
        // A public board has the names of the scorers, and no texts.
        wantsTranslatable = Catalogue.isThere && !isPublic
    }

    /// True if the board shows the length of the next match.
    var wantsDefaults: Bool { isPublic && state.isKnown && state.gather?.phase != .open }

    /// Returns true for a state that is newer than all answers: over ssh, they can come first.
    func isNews(_ state: WatchState) -> Bool {
        guard let answered, let gather = state.gather, answered.id == gather.id else { return true }
        return gather.revision > answered.revision
    }

    /// Returns true for a state in which a command has started or stopped the clock.
    func turnsClock(_ state: WatchState) -> Bool {
        guard self.state.isKnown, let after = state.gather, after.phase == .open else {
            return false
        }
        let before = self.state.gather.flatMap { $0.id == after.id ? $0 : nil }
        let couldPause = before?.phase == .open && before?.canPause == true
        // A clock whose time is up stops without a command, in the same revision.
        return before?.revision != after.revision && couldPause != after.canPause
    }

    /// Returns the keys for what a command has done that took goals away.
    func takenAway(_ state: WatchState) -> [GoalKey] {
        guard let before = self.state.gather, let after = state.gather, before.id == after.id,
            before.revision != after.revision
        else { return [] }
        let keys: [Character] = ["A", "B"]
        return keys.compactMap { GoalKey($0) }.filter {
            after.team($0.side).score < before.team($0.side).score
        }
    }

    /// Updates the board with the watcher's present state.
    ///
    /// - Returns: The call that fetches the events, if the match has changed since the last one.
    mutating func update(_ state: WatchState) -> Call? {
        let before = self.state.gather
        self.state = state
        panel.isMatchKnown = state.isKnown
        if before?.revision != state.gather?.revision || before?.id != state.gather?.id {
            panel.isKickedOff = before?.kickOff?.automatic == true && before?.id == state.gather?.id
        }
        guard let gather = state.gather else {
            (events, shown) = ([], nil)
            panel.areGoalsKnown = true
            panel.newestCommand = nil
            return nil
        }
        if let shown, shown == (gather.id, gather.revision) { return nil }
        if shown?.id != gather.id { events = [] }
        shown = (gather.id, gather.revision)
        panel.areGoalsKnown = false
        panel.newestCommand = nil
        return request(gather)
    }

    /// Returns the call that fetches the events of a match.
    private func request(_ gather: GatherSnapshot) -> Call {
        let most = mostEvents
        let first = max(gather.revision, most) - most
        return HistoryMethod.Show(
            id: gather.id, after: first > 0 ? first : nil, limit: most,
            translatable: wantsTranslatable ? true : nil
        ).call
    }

    /// Updates the events from a reply; a reply that cannot be decoded is ignored.
    ///
    /// - Returns: The call that fetches the events from an older gatherd.
    mutating func update(_ reply: Reply) -> Call? {
        if wantsTranslatable, VarlinkError(reply) == .invalidParameter("translatable") {
            wantsTranslatable = false
            return state.gather.map(request)
        }
        guard reply.error == nil, let shown = try? HistoryMethod.Show.Reply(reply.parameters),
            shown.gather.id == state.gather?.id
        else { return nil }
        events = shown.entries.suffix(mostEvents)
        // The reply to an earlier call does not have the newest event.
        panel.areGoalsKnown = events.last?.number ?? 0 >= state.gather?.revision ?? 0
        panel.newestCommand = panel.areGoalsKnown ? events.last(where: \.isInEffect)?.number : nil
        return nil
    }

    /// Updates the board from the answer to a change, which can come before the watcher's state.
    mutating func update(answer: Reply) {
        var reader = ParameterReader(answer.parameters)
        let gather: GatherSnapshot? = (try? reader.optional("gather")) ?? nil
        guard let gather else { return }
        answered = (gather.id, gather.revision)
        let isShown = gather.id == shown?.id && gather.revision <= shown?.revision ?? 0
        if !isShown { panel.newestCommand = nil }
    }

    /// Updates the usual values of the pitch from a reply; an older daemon has none.
    mutating func update(defaults reply: Reply) {
        guard reply.error == nil else { return }
        defaults = try? GatherMethod.GetDefaults.Reply(reply.parameters).defaults
        panel.tick(usual: defaults?.players ?? [], state.gather)
    }

    /// Updates the squad from a reply; nil if there was none.
    mutating func update(squad reply: Reply?) {
        guard let reply, reply.error == nil else { return }
        panel.squad = try? PlayersMethod.List.Reply(reply.parameters).players
    }

    /// Returns the view model for a moment.
    mutating func viewModel(at now: ClockReading) -> BoardViewModel {
        updateEnd(at: now)
        let presenter = BoardPresenter(
            state: state, events: events, panel: panel, path: path, end: end?.wall)
        guard isPublic else { return presenter.viewModel(at: now) }
        return presenter.publicViewModel(next: defaults, at: now)
    }

    /// Keeps the end by the wall clock unchanged, unless a clock was set: the computed value
    /// differs by about a microsecond each time.
    private mutating func updateEnd(at now: ClockReading) {
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

extension TimelineEntry {
    /// True if the event is of a command that is in effect, which can be undone.
    fileprivate var isInEffect: Bool {
        undoneBy == nil && !["undone", "redone"].contains(kind)
            && !RecordedCommands.clockKinds.contains(kind)
    }

    /// True if the event counted a single goal, which still counts, so that it can be amended.
    fileprivate var isSingleGoal: Bool {
        kind == "scoreChanged" && undoneBy == nil && team != nil && goals == 1
            && correction != true && lowered != true
    }
}
