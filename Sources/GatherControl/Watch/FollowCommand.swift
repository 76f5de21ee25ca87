import GatherAPI

/// `log --follow`: shows the events of the newest match as they happen, until the output is no
/// longer read.
struct FollowCommand {
    private let context: Context
    private let watch: Subscription
    private var printer: TimelinePrinter

    private static let failure = tr("cannot follow the log: %1$@")

    init(context: Context) {
        self.context = context
        watch = Subscription(context, failure: Self.failure, ticks: false)
        printer = TimelinePrinter(context: context, failure: Self.failure)
    }

    /// Runs until the first try, the output or the daemon fails.
    mutating func run() throws(Failure) -> Never {
        try watch.open()
        while true {
            let turn = try watch.wait(orLossOf: context.streams.output.descriptor)
            if turn.isOutputLost { throw .outputClosed }
            for (event, state) in turn.updates {
                if case .message = event { try take(state) } else { reportLoss() }
            }
        }
    }

    /// Fetches the new events: every message means that there are some.
    private mutating func take(_ state: WatchState) throws(Failure) {
        if state.reason == Reason.snapshot.rawValue, let gather = state.gather {
            printer.resume(gather.id, at: gather.revision)
        }
        do {
            try show(state.gather, isUndo: state.reason == Reason.undone.rawValue)
        } catch {
            guard error.status == .unreachable || error.status == .unconfirmed else { throw error }
            var turn = Subscription.Turn()
            watch.lose(&turn)
            if !turn.updates.isEmpty { reportLoss() }
        }
    }

    private mutating func show(_ gather: GatherSnapshot?, isUndo: Bool) throws(Failure) {
        if printer.last != nil, printer.last?.id == gather?.id { return try showRest() }
        // Another gather is the newest: a later one, a reopened one, or the one before a gather
        // whose opening was undone.
        let isUnopened = isUndo && gather?.phase != .open
        if isUnopened {
            report(tr("the opening of the match was undone"))
        } else {
            do { try showRest() } catch {
                // The gather may no longer exist.
                guard error.status == .refused else { throw error }
            }
        }
        guard let gather else { return report(tr("no match yet; waiting for one")) }
        try printer.print(
            .id(gather.id), after: isUnopened ? gather.revision : 0,
            to: context.streams.output.write)
    }

    /// Shows the further events of the gather that was shown last.
    private mutating func showRest() throws(Failure) {
        guard let last = printer.last else { return }
        try printer.print(.id(last.id), after: last.number, to: context.streams.output.write)
    }

    private func reportLoss() {
        report(tr("lost gatherd at %1$@; waiting for it", context.socket.path.shown))
    }

    /// Writes a message to standard error, where it cannot be taken for an event.
    private func report(_ text: String) {
        context.streams.errors.offer("\(context.options.aimed("gatherctl: \(text)"))\n")
    }
}
