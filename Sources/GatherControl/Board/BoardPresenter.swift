import GatherAPI
import LinuxIO

/// Presents what a watcher knows and what the keys have come to as a board.
struct BoardPresenter {
    /// What is known of the match.
    let state: WatchState
    /// What happened in it, oldest first.
    let events: [TimelineEntry]
    /// The keys.
    let panel: ControlPanel
    /// The socket of the daemon, to be named when it is lost.
    let path: String
    /// When the clock comes to its end, by the wall clock.
    let end: Duration?

    /// The board at a moment.
    func viewModel(at now: ClockReading) -> BoardViewModel {
        var board = BoardViewModel()
        board.mood = BoardMood(state.gather, at: now)
        board.state = isUnknown ? "NOTHING KNOWN YET" : board.mood.words
        board.detail = detail(board.mood, at: now)
        board.doubt = doubt(board.mood)
        board.flags = flags
        board.notes = stale(board.mood) + notes(at: now)
        board.messages = messages
        board.hint = hint
        board.isHelping = panel.isHelping
        guard let gather = state.gather else { return board }
        board.digits = TimeWords.clock(gather.timer.remaining(at: now))
        board.gone = gone(gather, at: now)
        board.sides = [Side.teamA, .teamB].map { side($0, gather) }
        board.events = standing.reversed().map { entry in
            "\(TimeWords.gone(milliseconds: entry.goneMilliseconds))  \(entry.score)  \(entry.text)"
        }
        return board
    }

    private var isUnknown: Bool { state.gather == nil && !state.hasHeard }

    private func detail(_ mood: BoardMood, at now: ClockReading) -> String {
        switch mood {
        case .running, .lastMinute: end.map { " until \(TimeWords.coming($0, at: now))" } ?? ""
        case .timeUp:
            state.gather?.timer.timeUpAt.map { " since \(TimeWords.moment($0, at: now))" } ?? ""
        case .ended: state.gather.map { ", \($0.resultWords)" } ?? ""
        case .ready, .paused, .none, .discarded: ""
        }
    }

    private func doubt(_ mood: BoardMood) -> String {
        switch mood {
        case .ready, .running, .lastMinute, .paused:
            state.gather?.timer.doubtful == true ? ", DOUBTFUL" : ""
        case .timeUp, .ended, .discarded, .none: ""
        }
    }

    private var flags: [BoardViewModel.Line] {
        (state.isStale ? [BoardViewModel.Line(text: "STALE", style: .warning)] : [])
            + (panel.isOn ? [BoardViewModel.Line(text: "CONTROL", style: .strong)] : [])
    }

    private func stale(_ mood: BoardMood) -> [BoardViewModel.Line] {
        guard state.isStale else { return [] }
        let counts = mood == .running || mood == .lastMinute ? "; counting on" : ""
        let text = "STALE: lost gatherd at \(path.shown)\(counts)"
        return [BoardViewModel.Line(text: text, style: .warning)]
    }

    private func notes(at now: ClockReading) -> [BoardViewModel.Line] {
        let recovery = RecoveryPresenter.boardLine(state.gather?.recovered, at: now)
        let ofGather = state.gather.map { MatchCardViewModel.notes($0, recovery, at: now) } ?? []
        return (ofGather + MatchCardViewModel.salvage(state.match.salvaged)).map {
            BoardViewModel.Line(text: $0, style: .plain)
        }
    }

    private func gone(
        _ gather: GatherSnapshot, at now: ClockReading
    ) -> BoardViewModel.Share {
        let chosen = gather.timer.initial
        let left = TimeWords.wholeSeconds(gather.timer.remaining(at: now))
        let whole = max(chosen.wholeSeconds, left, 1)
        return BoardViewModel.Share(part: whole - left, whole: whole)
    }

    /// One side; its players have the numbers that a question about them has.
    private func side(_ side: Side, _ gather: GatherSnapshot) -> BoardViewModel.Side {
        let team = gather.team(side)
        var players = team.players
        if case .scorer(let pick) = panel.question { players = pick.gather.team(side).players }
        return BoardViewModel.Side(
            name: team.name, score: "\(team.score)",
            players: players.enumerated().map { index, player in
                "\(index + 1) \(player.name) \(PositionWords.acronym(player.position))"
            })
    }

    /// What was taken back is not shown, nor that it was.
    private var standing: [TimelineEntry] {
        events.filter { $0.undoneBy == nil && $0.kind != "undone" && $0.kind != "redone" }
    }

    private var messages: [BoardViewModel.Line] {
        let said = panel.notices.map { notice in
            BoardViewModel.Line(text: notice.text, style: Self.style(notice.kind))
        }
        guard let question = panel.question else { return said }
        let forms = question.forms(state.gather)
        let line = BoardViewModel.Line(
            text: forms[0], style: .question, typed: Self.typed(question),
            shorter: Array(forms.dropFirst()))
        return said + [line]
    }

    /// What was typed so far, with the sign for where it goes on, as the question ends.
    private static func typed(_ question: BoardQuestion) -> String {
        switch question {
        case .scorer(let pick): "\(pick.typed)_"
        case .time(let typed, _, _): "\(typed)_"
        case .again, .close, .another, .undo: ""
        }
    }

    private static func style(_ kind: BoardNotice.Kind) -> BoardStyle {
        switch kind {
        case .pending: .strong
        case .done: .done
        case .refused: .refused
        }
    }

    private var hint: String {
        panel.isOn
            ? "? keys  q quit  space start/pause  a b goal  A B back  u undo  r redo  + - 10 s"
            : "c control  ? keys  q quit"
    }
}
