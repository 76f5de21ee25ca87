import GatherAPI
import LinuxIO
import Varlink

/// `watch` on a terminal: a board that counts by itself, and from which the match can be
/// controlled.
struct BoardCommand {
    private let context: Context
    private let terminal: any BoardTerminal
    private let signs: BoardSigns
    private let isPublic: Bool
    private let makeRequestID: () -> String
    private let watch: Subscription
    private let commands: CallLane
    private let questions: CallLane
    private var board: Board
    private let bell: Bell?
    private let player: SoundPlayer?
    private var unshown: [String] = []
    private var keyReader = KeyReader()
    private var drawn: BoardGrid?
    private var isDrawingDue = false
    private var sent: [Int: Request] = [:]
    private var end: End?
    private var endedAt = Duration.zero
    /// The notices on the screen, and since when each was there.
    private var seen: [BoardNotice: Duration] = [:]
    private var isTerminalGone = false

    private static let (eventsID, squadID, defaultsID) = (0, 1, 2)

    /// The time within which a user who presses a key may not have read what has come up.
    private static let glance = Duration.seconds(1)

    /// A change that was requested, and the call that carries it.
    private struct Request {
        let change: Change
        let id: String
        var call: Call
    }

    private enum End {
        case key
        case signal(Int32)
        case failure(Failure)
    }

    /// Makes a board on a terminal.
    ///
    /// - Parameters:
    ///   - isControl: True if keys change the match from the start.
    ///   - isPublic: True if the board is for people who look at the match, and has no keys.
    ///   - isGuarded: True if a goal, a card, a foul or more time of another board is not counted
    ///     again.
    ///   - bell: The bell that rings when time is up.
    ///   - player: The player of the sounds.
    ///   - watch: An open subscription.
    ///   - connect: Makes a connection, or fails at once.
    init(
        context: Context, terminal: any BoardTerminal, signs: BoardSigns, isControl: Bool,
        isPublic: Bool = false, isGuarded: Bool = false, bell: Bell? = nil,
        player: SoundPlayer? = nil, watch: Subscription,
        makeRequestID: @escaping () -> String,
        connect: @escaping () throws(SystemError) -> Descriptor
    ) {
        self.context = context
        self.terminal = terminal
        self.signs = signs
        self.bell = bell
        self.player = player
        self.makeRequestID = makeRequestID
        self.watch = watch
        commands = CallLane(policy: .ofCommand, connect: connect)
        questions = CallLane(policy: .ofCommand, connect: connect)
        self.isPublic = isPublic
        board = Board(
            panel: ControlPanel(isOn: isControl, isGuarded: isGuarded), path: context.socket.path,
            isPublic: isPublic)
    }

    /// Runs until the user leaves the board or its terminal is lost; in either case, sends what was
    /// pressed before and waits for the answer.
    mutating func run() throws(Failure) {
        defer { terminal.close() }
        while end == nil || commands.isBusy {
            draw()
            if end == nil { recordNotices() }
            do { try handleEvents() } catch { leave(.failure(error)) }
            handleTime()
        }
        try? reportFailures()
        switch end {
        case .signal(let signal): terminal.end(by: signal)
        case .failure(let failure): throw failure
        case .key, nil: break
        }
    }

    /// Leaves the board, once.
    private mutating func leave(_ end: End) {
        guard self.end == nil else { return }
        self.end = end
        endedAt = context.time.ownBoottime
        board.panel.leave(board.state.gather, at: endedAt)
    }

    private mutating func recordNotices() {
        let now = context.time.ownBoottime
        let shown = board.panel.notices.map { ($0, seen[$0] ?? now) }
        seen = Dictionary(shown) { first, _ in first }
    }

    /// Reports to the shell what failed, such as a goal, where the user can't have read it on the
    /// screen before the end.
    private func reportFailures() throws(Failure) {
        let failures = board.panel.notices.filter {
            $0.kind == .refused && seen[$0].map { since in endedAt < since + Self.glance } ?? true
        }
        let texts = unshown + failures.map(\.text)
        guard !texts.isEmpty else { return }
        terminal.close()
        for text in texts { try context.note("gatherctl: \(text)") }
    }

    // MARK: - Waiting

    /// Waits for the first event; a key applies to the match as it is known at that moment.
    private mutating func handleEvents() throws(Failure) {
        let now = context.time.now()
        let output = context.streams.output.descriptor
        let own = [commands.due, questions.due, board.panel.nextChange, keyReader.due]
        let turn = try watch.wait(
            for: [
                terminal.signals, commands.socket, questions.socket,
                takesKeys ? terminal.keys : nil,
            ] + (player?.descriptors ?? []),
            orLossOf: isTerminalGone ? nil : output, orRoomIn: isDrawingDue ? output : nil,
            alarms: own.map { $0.map { $0 + context.time.lead } } + [
                player?.alarm,
                RecoveryPresenter.boardEnd(board.state.gather?.recovered, at: now),
            ], countsSeconds: true)
        for (event, state) in turn.updates {
            if case .message = event, state.reason == Reason.undone.rawValue, !isUndoing,
                board.isNews(state)
            {
                board.panel.undoneElsewhereAt = context.time.ownBoottime
            }
            if case .message = event, sent.isEmpty, board.isNews(state), board.turnsClock(state) {
                board.panel.clockTurnedElsewhereAt = context.time.ownBoottime
            }
            if case .message = event, sent.isEmpty, board.isNews(state) {
                let now = context.time.ownBoottime
                for key in board.takenAway(state) { board.panel.slips.record(key, at: now) }
            }
            if let question = board.update(state) {
                _ = questions.send(question, id: Self.eventsID, at: context.time.ownBoottime)
            }
            if board.wantsDefaults { requestDefaults() }
        }
        if turn.isOutputLost { loseTerminal() }
        for place in turn.ready {
            let now = context.time.ownBoottime
            switch place {
            case 0: takeSignals()
            case 1: settle(commands.receive(at: now))
            case 2: handle(questions.receive(at: now))
            case 3: takeKeys()
            default: break
            }
        }
        try play(turn.events)
    }

    /// True if this board has asked for an undo that is not answered yet.
    private var isUndoing: Bool {
        sent.values.contains { $0.change.asks(for: GatherMethod.Undo.self) }
    }

    /// Rings the bell and plays the sounds of the events.
    private mutating func play(_ events: [MatchEvent]) throws(Failure) {
        for problem in player?.handle(events) ?? [] {
            // A public board has no notices.
            guard !isPublic else {
                unshown.append(problem)
                continue
            }
            board.panel.notify(
                problem, .refused, for: .seconds(20), at: context.time.ownBoottime)
        }
        try bell?.ring(events)
    }

    private mutating func takeSignals() {
        // Another program may have written on the terminal while this process was stopped.
        drawn = nil
        guard let signal = terminal.takeSignals() else { return }
        // A second signal means that its sender does not want to wait for an answer.
        if case .signal = end { terminal.end(by: signal) }
        leave(.signal(signal))
    }

    private mutating func loseTerminal() {
        isTerminalGone = true
        leave(.failure(.outputClosed))
    }

    private mutating func handleTime() {
        let now = context.time.ownBoottime
        settle(commands.checkDeadlines(at: now))
        handle(questions.checkDeadlines(at: now))
        press(keyReader.keysDue(at: now), at: now)
        board.panel.removeExpired(board.state.gather, at: now)
    }

    // MARK: - The daemon

    private mutating func handle(_ answers: [(id: Int, answer: CallLane.Answer)]) {
        for (id, answer) in answers {
            var reply: Reply?
            if case .reply(let answered) = answer { reply = answered }
            if id == Self.squadID {
                board.update(squad: reply)
            } else if let reply, id == Self.defaultsID {
                board.update(defaults: reply)
            } else if let reply {
                if let question = board.update(reply) {
                    let now = context.time.ownBoottime
                    _ = questions.send(question, id: Self.eventsID, at: now)
                }
            } else {
                // They are read again after the next change; until then these are the known ones.
                board.panel.areGoalsKnown = true
            }
        }
    }

    private mutating func settle(_ answers: [(id: Int, answer: CallLane.Answer)]) {
        for (id, answer) in answers {
            guard let request = sent.removeValue(forKey: id) else { continue }
            var answer = answer
            if case .reply(let reply) = answer,
                let known = Change.known(of: request.call, after: reply)
            {
                let refusal =
                    Change.dropsMatch(known, of: request.call)
                    ? Change.refusal(of: request.call, in: board.state.gather) : nil
                guard let refusal else {
                    send(request.change, known, requestID: request.id, id)
                    continue
                }
                answer = .reply(refusal)
            }
            let now = context.time.now()
            let verdict: CallVerdict
            var squadChange: SquadChangeFields?
            var goal: AwaitedScorers.Goal?
            switch answer {
            case .none: verdict = .unconfirmed
            case .unsent: verdict = .unsent(context.host?.failure?.shown)
            case .reply(let reply):
                let presenter = RefusalPresenter(
                    request.change, requestID: request.id, gather: board.state.gather,
                    next: .keys, at: now)
                if reply.error == nil {
                    goal = AwaitedScorers.Goal(reply.parameters)
                    board.update(answer: reply)
                }
                verdict = self.verdict(
                    request.change, presenter, reply, isChange: goal?.isChange ?? true, at: now)
                if VarlinkError(reply) == .permissionDenied { board.panel.isOn = false }
                if case .squadChangedLast(let change) = GatherError(reply) { squadChange = change }
            }
            let settledAt = context.time.ownBoottime
            perform(
                board.panel.settle(id, verdict, goal: goal, board.state.gather, at: settledAt))
            if let squadChange {
                board.panel.settle(undo: squadChange, board.state.gather, at: settledAt)
            }
        }
    }

    private func verdict(
        _ change: Change, _ presenter: RefusalPresenter, _ reply: Reply, isChange: Bool,
        at now: ClockReading
    ) -> CallVerdict {
        guard reply.error == nil else { return .refused(presenter.text(reply)) }
        let isLocal = context.host == nil
        guard
            let text = try? change.text(reply.parameters, isLocal: isLocal, next: .keys, at: now)
        else { return .unconfirmed }
        if (try? change.isOutdated(reply.parameters)) == true { return .doneBefore }
        // A draw may have opened a match as well, which the board shows by itself.
        let lines = text.split(separator: "\n").map(String.init)
        let first = lines.first { $0 != Change.openedByMove } ?? text
        let isScore = change.asks(for: GatherMethod.AddToScore.self)
        guard isScore else { return .done(first) }
        return isChange ? .counted(first) : .unchanged(first)
    }

    // MARK: - Keys

    /// True if keys are read: those that are typed ahead of the first state are for that state.
    private var takesKeys: Bool {
        !isTerminalGone && (board.state.isKnown || board.state.isStale)
    }

    private mutating func takeKeys() {
        // As many bytes as a terminal buffers for its reader.
        var buffer = [UInt8](repeating: 0, count: 4_096)
        guard let keys = terminal.keys, let count = try? keys.read(into: &buffer), count > 0 else {
            return loseTerminal()
        }
        let now = context.time.ownBoottime
        press(keyReader.keys(buffer[..<count], at: now), at: now)
    }

    /// Handles keys that arrived in one read, all with the same time.
    private mutating func press(_ keys: [BoardKey], at now: Duration) {
        board.panel.lead = context.time.lead
        // Keys after the one that leaves belong to the next program on the terminal.
        for key in keys where end == nil && (!isPublic || key == .redraw) {
            perform(board.panel.press(key, board.state.gather, at: now))
            // The effect of a key is drawn before the next key is handled.
            draw()
        }
    }

    private mutating func perform(_ actions: [ControlPanel.Action]) {
        for action in actions {
            switch action {
            case .quit: leave(.key)
            case .redraw: drawn = nil
            case .listSquad:
                let call = PlayersMethod.List().call
                _ = questions.send(call, id: Self.squadID, at: context.time.ownBoottime)
                requestDefaults()
            case .change(let change, let id):
                let requestID = makeRequestID()
                send(change, change.call(requestID: requestID), requestID: requestID, id)
            }
        }
    }

    private mutating func requestDefaults() {
        let call = GatherMethod.GetDefaults().call
        _ = questions.send(call, id: Self.defaultsID, at: context.time.ownBoottime)
    }

    private mutating func send(_ change: Change, _ call: Call, requestID: String, _ id: Int) {
        sent[id] = Request(change: change, id: requestID, call: call)
        let hasRoom = commands.send(call, id: id, at: context.time.ownBoottime)
        if !hasRoom { settle([(id, .unsent)]) }
    }

    /// Draws what has changed; if the terminal cannot take it yet, the next wait also waits for
    /// room, so that nothing else is delayed.
    private mutating func draw() {
        isDrawingDue = false
        // The present state is on its way: nothing is drawn before it is known.
        guard board.state.isKnown || board.state.isStale, !isTerminalGone else { return }
        let size = terminal.size
        var model = board.viewModel(at: context.time.now())
        model.aim(context.options.aimed)
        let layout = BoardLayout(board: model, signs: signs)
        let grid = layout.grid(rows: size.rows, columns: size.columns)
        guard grid != drawn else { return }
        isDrawingDue = !terminal.hasRoom
        if isDrawingDue { return }
        drawn = terminal.show(grid, all: drawn == nil) ? grid : nil
        isDrawingDue = drawn == nil
    }
}
