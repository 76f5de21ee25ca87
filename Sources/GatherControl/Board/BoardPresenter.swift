import GatherAPI
import LinuxIO

/// Presents a watcher's state and the control panel as a board.
struct BoardPresenter {
    let state: WatchState
    let events: [TimelineEntry]
    let panel: ControlPanel
    /// The socket of the daemon, named when the connection is lost.
    let path: String
    /// The end of the countdown by the wall clock.
    let end: Duration?

    func viewModel(at now: ClockReading) -> BoardViewModel {
        let clock = state.clock(at: now)
        var board = BoardViewModel()
        board.mode = clock.mode
        let headline = clock.course?.headline ?? clock.mode.texts.headline
        board.state = isUnknown ? tr("NOTHING KNOWN YET") : headline
        board.detailedState = detailed(board.state, clock.mode, at: now)
        board.doubt = doubt(clock.mode)
        board.digits = clock.course?.regularDigits ?? clock.digits
        board.added = clock.course?.besideDigits ?? ""
        if let kickOff = clock.kickOff { Self.show(kickOff, on: &board) }
        board.flags = flags
        board.notes = stale(clock.mode) + notes(at: now)
        board.messages = messages
        board.hint = hint(clock.mode)
        board.isHelping = panel.isHelping
        board.screen = panel.screenContents(state.gather)
        if let screen = board.screen { board.hint = screen.hint }
        guard let gather = state.gather else { return board }
        if let kicks = gather.kicks, gather.phase == .open {
            (board.isInKicks, board.digits) = (true, kicks.score)
        }
        if !board.isAwaitingKickOff, !board.isInKicks { board.gone = gone(gather.timer, clock) }
        board.sides = Side.allCases.map { side($0, gather) }
        board.events = standing.reversed().map { entry in
            "\(entry.playedText)  \(entry.score)  \(text(entry))"
        }
        return board
    }

    /// Returns the view model of a board for people who look at the match.
    ///
    /// It has only what they understand; that the clock may be wrong is always said.
    func publicViewModel(next: DefaultsFields?, at now: ClockReading) -> BoardViewModel {
        var board = viewModel(at: now)
        board.isPublic = true
        (board.hint, board.notes, board.messages, board.events) = ("", [], [], [])
        board.flags = flags.filter { $0.style == .warning }
        switch board.mode {
        case .ready where state.gather?.kickOff != nil: break
        case .ready where state.gather?.hasBegun == false: board.word = tr("NOT STARTED")
        case .ready, .running: board.word = state.clock(at: now).course.map(\.headline) ?? ""
        case .timeUp where board.isInKicks: break
        case .timeUp where state.gather?.course?.stage == .over: board.word = board.state
        case .timeUp: board.digits = tr("TIME UP")
        case .ended:
            board.digits = board.state
            if state.gather?.kicks?.winner != nil {
                board.word = KicksPresenter.status(state.gather) ?? ""
            }
        case .discarded: (board.word, board.digits) = (tr("NO RESULT"), "--:--")
        case .kicks: break
        case .none, .paused, .addedTime, .inBreak: board.word = board.state
        case .lastMinute: break
        }
        if let timeOut = StoppagePresenter.underway(state.gather, at: now) { board.word = timeOut }
        // The label of the kick-off's digits, and the last minute.
        let isNamed =
            board.mode == .lastMinute || board.mode == .ready && state.gather?.kickOff != nil
        if !isNamed, !board.isInKicks { board.state = "" }
        board.detailedState = board.state
        if board.isAwaitingKickOff, let kickOff = state.clock(at: now).kickOff {
            board.detailedState = tr("%1$@, match of %2$@", board.state, kickOff.length)
        }
        if state.gather?.phase != .open, let next {
            let time = TimeText.clock(next.time ?? DefaultsFields.builtInTime)
            let text = tr("next match: %1$@", next.format ?? time)
            board.detailedState = [board.state, text].filter { !$0.isEmpty }.joined(separator: ", ")
        }
        let report = MatchReport(events)
        for (index, team) in Side.allCases.enumerated() where index < board.sides.count {
            board.sides[index].scorers = ReportViewModel.scorers(of: team, report)
            let penalties = state.gather?.penaltiesLeft(at: now) ?? []
            board.sides[index].penalties = penalties.filter { $0.penalty.team == team }.map {
                [TimeText.clock($0.left), $0.penalty.player?.shownName].compactMap(\.self)
                    .joined(separator: " ")
            }
        }
        return board
    }

    /// Shows the kick-off in place of the clock, which follows it in small.
    private static func show(_ kickOff: KickOffViewModel, on board: inout BoardViewModel) {
        (board.state, board.detailedState) = (kickOff.label, kickOff.label)
        guard !kickOff.isDue else { return }
        board.isAwaitingKickOff = true
        board.digits = kickOff.digits
        board.detailedState = tr(
            "%1$@, %2$@, match of %3$@", kickOff.label, kickOff.time, kickOff.length)
    }

    private var isUnknown: Bool { state.gather == nil && !state.isKnown }

    /// Returns the state with its detail, or without one if there is none.
    private func detailed(
        _ headline: String, _ mode: ClockViewModel.Mode, at now: ClockReading
    ) -> String {
        let detailed: String? =
            switch mode {
            case _ where state.gather?.course != nil && mode != .ended: nil
            case .running, .lastMinute:
                end.map { tr("%1$@ until %2$@", headline, TimeText.coming($0, at: now)) }
            case .timeUp:
                state.gather?.timer.timeUpAt.map {
                    tr("%1$@ since %2$@", headline, TimeText.moment($0, at: now))
                }
            case .ended: state.gather.map { "\(headline), \($0.resultText)" }
            case .ready, .paused, .addedTime, .inBreak, .kicks, .none, .discarded: nil
            }
        return detailed ?? headline
    }

    private func doubt(_ mode: ClockViewModel.Mode) -> String {
        switch mode {
        case .ready, .running, .lastMinute, .paused, .addedTime, .inBreak:
            state.gather?.timer.doubtful == true ? tr("DOUBTFUL") : ""
        case .timeUp, .kicks, .ended, .discarded, .none: ""
        }
    }

    private var flags: [BoardViewModel.Line] {
        (state.isStale ? [BoardViewModel.Line(text: tr("STALE"), style: .warning)] : [])
            + (panel.isOn ? [BoardViewModel.Line(text: tr("CONTROL"), style: .strong)] : [])
    }

    private func stale(_ mode: ClockViewModel.Mode) -> [BoardViewModel.Line] {
        guard state.isStale else { return [] }
        let text =
            switch mode {
            case .running, .lastMinute, .addedTime, .inBreak:
                tr("STALE: lost gatherd at %1$@; the clock goes on", path.shown)
            default: tr("STALE: lost gatherd at %1$@", path.shown)
            }
        return [BoardViewModel.Line(text: text, style: .warning)]
    }

    private func notes(at now: ClockReading) -> [BoardViewModel.Line] {
        let recovery = RecoveryPresenter.boardLine(state.gather?.recovered, at: now)
        let ofGather = state.gather.map { MatchCardViewModel.notes($0, recovery, at: now) } ?? []
        return (ofGather + MatchCardViewModel.salvage(state.match.salvaged)).map {
            BoardViewModel.Line(text: $0, style: .plain)
        }
    }

    private func gone(_ timer: TimerSnapshot, _ clock: ClockViewModel) -> BoardViewModel.Share {
        if let course = clock.course, let length = state.gather?.course?.period.seconds {
            let elapsed = max(min(Int(course.elapsed.components.seconds), length), 0)
            return BoardViewModel.Share(part: elapsed, whole: max(length, 1))
        }
        let left = clock.seconds ?? 0
        let whole = max(timer.initial.wholeSeconds, left, 1)
        return BoardViewModel.Share(part: whole - left, whole: whole)
    }

    /// Returns the view of a side; while a scorer is asked for, its players are those of the
    /// question.
    private func side(_ side: Side, _ gather: GatherSnapshot) -> BoardViewModel.Side {
        let team = gather.team(side)
        var players = team.players
        if case .scorer(let pick) = panel.question { players = pick.gather.team(side).players }
        let marks = CardPresenter.marks(gather)
        let cards = players.enumerated().compactMap { index, player in
            marks[player.id].map { (index, $0) }
        }
        return BoardViewModel.Side(
            name: team.name, score: "\(team.score)", color: team.color,
            players: players.map { player in
                "\(player.id) \(player.nameAndShirt) \(PositionText.acronym(player.position))"
            }, cards: Dictionary(uniqueKeysWithValues: cards),
            bookings: CardPresenter.bookings(gather, side),
            kicks: gather.kicks.map { KicksPresenter.marks($0, side) } ?? [])
    }

    /// The events that stand: those that were undone are left out, and so are the undo entries
    /// themselves, and the amendments, which are shown with their goals and cards.
    private var standing: [TimelineEntry] {
        let hidden = ["undone", "redone", "goalAmended", "cardAmended"]
        return events.filter { $0.undoneBy == nil && !hidden.contains($0.kind) }
    }

    /// Returns the text of an event; that of an amended goal or card is of what is known now.
    private func text(_ entry: TimelineEntry) -> String {
        let isAmended = events.contains { $0.amends == entry.number && $0.undoneBy == nil }
        guard isAmended else { return entry.shownText }
        if let card = entry.card, let side = entry.playerTeam {
            let team = state.gather.name(of: side)
            return CardPresenter.text(card, name: entry.shownPlayer, team: team)
        }
        guard let team = entry.team else { return entry.shownText }
        guard let scorer = entry.shownScorer else {
            return tr("goal for %1$@", state.gather.name(of: team))
        }
        return GoalText.of(team, state.gather, by: scorer, isOwn: entry.ownGoal == true)
    }

    private var messages: [BoardViewModel.Line] {
        let notices = panel.notices.map { notice in
            BoardViewModel.Line(text: notice.text, style: Self.style(notice.kind))
        }
        guard let question = panel.question else { return notices }
        let forms = question.forms(state.gather)
        let line = BoardViewModel.Line(
            text: forms[0], style: .question, typed: Self.typed(question),
            shorter: Array(forms.dropFirst()))
        return notices + [line]
    }

    /// Returns what was typed so far, with the cursor sign that the question ends in.
    private static func typed(_ question: BoardQuestion) -> String {
        switch question {
        case .scorer(let pick): "\(pick.typed)_"
        case .time(let typed, _, _), .added(let typed, _, _): "\(typed)_"
        case .again, .close, .rematch, .another, .undo, .draw, .extend: ""
        }
    }

    private static func style(_ kind: BoardNotice.Kind) -> BoardStyle {
        switch kind {
        case .pending: .strong
        case .done: .done
        case .refused, .ignored: .refused
        }
    }

    private func hint(_ mode: ClockViewModel.Mode) -> String {
        guard panel.isOn else { return tr("c control  ? keys  q quit") }
        return switch mode {
        case .kicks: tr("a b in  A B out  ? keys  q quit  u undo  r redo  e end")
        case .timeUp where state.gather?.kicks != nil:
            tr("e end  ? keys  q quit  u undo  r redo")
        case .timeUp where state.gather?.course?.offersKicks == true:
            tr("n extra time or kicks  e end  ? keys  q quit  u undo  r redo")
        case .timeUp where state.gather?.course?.stage == .over:
            tr("e end  ? keys  q quit  u undo  r redo")
        case _ where state.gather?.course != nil && state.gather?.phase == .open:
            tr("n whistle  ? keys  q quit  space start/pause  a b goal  A B back  u undo  r redo")
        case .timeUp: tr("m 2 min more  e end  ? keys  q quit  a b goal  A B back  u undo  r redo")
        case .ended, .discarded: tr("space rematch  ? keys  q quit  u undo  r redo")
        case .ready, .running, .lastMinute, .paused, .addedTime, .inBreak, .none:
            tr("? keys  q quit  space start/pause  a b goal  A B back  u undo  r redo  + - 10 s")
        }
    }
}
