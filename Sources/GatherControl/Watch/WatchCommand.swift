import GatherAPI
import LinuxIO
import Varlink

/// `watch` without a board: shows the match and every change, until the output is no longer read.
struct WatchCommand {
    private let context: Context
    private let once: Bool
    private let watch: Subscription
    private let bell: Bell?
    private var view: any WatchView

    static let failure = tr("cannot watch the match: %1$@")

    init(
        context: Context, watch options: WatchOptions,
        connect: @escaping (String) throws(SystemError) -> Descriptor
    ) throws(Failure) {
        self.context = context
        once = options.once
        bell = options.bell ? try Bell(context.streams) : nil
        let countsItself = options.directory != nil || options.format != nil
        watch = Subscription(
            context, failure: Self.failure, ticks: options.ticks || countsItself,
            detecting: [.timeUp],
            connect: connect)
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
                output: output, errors: context.streams.errors, path: context.socket.path)
        }
    }

    /// Runs until the first try, the output or the daemon fails; with `once`, shows the match once,
    /// and waits for the answer as long as any command does.
    mutating func run() throws(Failure) {
        if once {
            var turn = Subscription.Turn()
            try watch.receive(context.answer(watch.call, failure: Self.failure), &turn)
            return try show(turn.updates[0])
        }
        try watch.open()
        while true {
            let turn = try watch.wait(
                orLossOf: view.isOutput ? context.streams.output.descriptor : nil,
                timeout: view.retryDelay, countsSeconds: view.wantsSeconds(watch.state))
            if turn.isOutputLost { throw .outputClosed }
            try bell?.ring(turn.events)
            for update in turn.updates { try show(update) }
            if turn.updates.isEmpty, view.retryDelay != nil { try show((.second, watch.state)) }
        }
    }

    private mutating func show(
        _ update: (event: Subscription.Event, state: WatchState)
    ) throws(Failure) {
        try view.show(update.event, update.state, at: context.time.now())
    }
}
