import GatherAPI

/// `watch` without a board: shows the match and every change, until the output is no longer read.
struct WatchCommand {
    private let context: Context
    private let once: Bool
    private let watch: Subscription
    private let bell: Bell?
    private let player: SoundPlayer?
    private var view: any WatchView
    private var events: [TimelineEntry] = []
    /// True to request the texts of the events in a form that can be translated.
    ///
    /// It is false once an older gatherd has refused that.
    private var isTranslatable = Catalogue.isThere
    private var eventsOf: (id: String, revision: Int)?

    init(context: Context, watch options: WatchOptions, player: SoundPlayer?) throws(Failure) {
        self.context = context
        once = options.once
        bell = options.bell ? try Bell(context.streams) : nil
        self.player = player
        let countsItself = options.directory != nil || options.format != nil
        watch = Subscription(
            context, failure: Watch.verb.failure, ticks: options.ticks || countsItself,
            detecting: Watch.awaited)
        let output = context.streams.output
        if let format = options.format {
            view = FormatView(output: output, format: format)
        } else if let directory = options.directory {
            view = try FileView(
                in: directory, errors: context.streams.errors, isLasting: !options.once,
                isVerbose: !context.options.quiet)
        } else if context.options.json == .off {
            view = LineView(output: output, ticks: options.ticks)
        } else {
            view = JSONView(
                output: output, isPretty: context.options.json == .pretty,
                errors: context.streams.errors, path: context.socket.path)
        }
    }

    /// Runs until the first try, the output or the daemon fails; with `once`, shows the match once,
    /// and waits for the answer as long as any command does.
    mutating func run() throws(Failure) {
        if once {
            var turn = Subscription.Turn()
            try watch.receive(context.answer(watch.call, failure: Watch.verb.failure), &turn)
            // Messages that the subscription still sends are no answers to the calls that follow.
            context.session.disconnect()
            return try show(turn.updates[0])
        }
        try watch.open()
        while true {
            let turn = try watch.wait(
                for: player?.descriptors ?? [],
                orLossOf: view.isOutput ? context.streams.output.descriptor : nil,
                timeout: view.retryDelay, alarms: [player?.alarm],
                countsSeconds: view.wantsSeconds(watch.state))
            if turn.isOutputLost { throw .outputClosed }
            try play(turn.events)
            for update in turn.updates { try show(update) }
            if turn.updates.isEmpty, view.retryDelay != nil { try show((.second, watch.state)) }
        }
    }

    /// Rings the bell and plays the sounds of the events.
    private func play(_ events: [MatchEvent]) throws(Failure) {
        for problem in player?.handle(events) ?? [] {
            context.streams.errors.offer("gatherctl: \(problem)\n")
        }
        try bell?.ring(events)
    }

    private mutating func show(
        _ update: (event: Subscription.Event, state: WatchState)
    ) throws(Failure) {
        var state = update.state
        updateEvents(state)
        state.events = events
        try view.show(update.event, state, at: context.time.now())
    }

    /// Fetches the events where the match has changed; an undo changes earlier ones.
    ///
    /// A failure is followed by another try at the next message; the subscription finds out if the
    /// daemon is lost.
    private mutating func updateEvents(_ state: WatchState) {
        guard let gather = state.gather, view.needsEvents(of: gather) else {
            (events, eventsOf) = ([], nil)
            return
        }
        if let eventsOf, eventsOf == (gather.id, gather.revision) { return }
        if eventsOf?.id != gather.id { events = [] }
        guard !state.isStale else { return }
        var reader = HistoryReader(context: context, failure: Watch.verb.failure)
        reader.wantsTranslatable = isTranslatable
        // The clock of a view stands still meanwhile; another machine takes longer to connect to.
        reader.timeout = once || context.host != nil ? nil : .seconds(1)
        // The first try may find out that the connection was lost since the last change.
        for _ in 0..<2 {
            var entries: [TimelineEntry] = []
            do {
                try reader.eachPage(of: .id(gather.id)) { page in
                    entries += page.entries
                    isTranslatable = page.isTranslatable
                }
            } catch { continue }
            (events, eventsOf) = (entries, (gather.id, gather.revision))
            return
        }
    }
}
