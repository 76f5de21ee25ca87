import GatherAPI
import LinuxIO
import Varlink

/// `watch` where there is no board: shows the gather and every change, until nobody looks any more.
struct WatchCommand {
    private let context: Context
    private let patience: Patience
    private let ticks: Bool
    private let once: Bool
    private let subscription: Subscription
    private var view: any WatchView
    private var state = WatchState()
    private var shownDigits: String?
    private var bell: Bell?

    private static let task = "watch the gather"

    /// Makes a command that shows changes, as it is wanted.
    init(
        context: Context, watch options: WatchOptions, patience: Patience = .ofWatcher,
        connect: @escaping (String) throws(SystemError) -> Descriptor
    ) throws(Failure) {
        self.context = context
        self.patience = patience
        once = options.once
        if options.bell { bell = try Bell(context.streams) }
        let countsItself = options.directory != nil || options.format != nil
        ticks = options.ticks || countsItself
        let path = context.socket.path
        subscription = Subscription(ticks: ticks, patience: patience) {
            () throws(SystemError) in try connect(path)
        }
        view = try Self.view(context, options) ?? Self.view(context, options.ticks)
    }

    /// What shows it elsewhere than on a terminal.
    private static func view(
        _ context: Context, _ options: WatchOptions
    ) throws(Failure) -> (any WatchView)? {
        if let format = options.format {
            return FormatView(output: context.streams.output, format: format)
        }
        return try options.directory.map { (directory) throws(Failure) in
            try FileView(
                in: directory, errors: context.streams.errors, isLasting: !options.once,
                isTold: !context.options.quiet)
        }
    }

    private static func view(_ context: Context, _ ticks: Bool) -> any WatchView {
        let output = context.streams.output
        return context.options.json == .off
            ? LineView(output: output, ticks: ticks)
            : JSONView(
                output: output, errors: context.streams.errors, path: context.socket.path)
    }

    /// Runs for ever, until the first try, the output or the daemon fails; or shows it once, and
    /// waits for that as a command waits for its answer.
    mutating func run() throws(Failure) {
        if once { return try take(context.answer(subscription.call, task: Self.task)) }
        do { try subscription.open() } catch { throw context.unreachable(error) }
        while true {
            switch wait() {
            case .readable: try receive()
            case .outputLost: throw .outputClosed
            case .timeout: try passTime()
            }
            let now = context.time.now()
            try bell?.pass(at: now)
            try showSecond(at: now)
        }
    }

    private mutating func wait() -> Wake {
        let silenceLeft =
            subscription.socket == nil
            ? nil : state.silenceLeft(patience.answer, ticks: ticks)
        let untilSecond =
            view.wantsSeconds(state)
            ? state.clock(at: context.time.now())?.untilNextDigits : nil
        let untilBell = bell?.alarm.map { max($0 - context.time.now().boottime, .zero) }
        // Rounded up by a wait for the rest, which comes after the alarm.
        let untilAlarm = [untilSecond, untilBell].compactMap { $0 }.min()
        let timeout = [subscription.wait, silenceLeft, untilAlarm, view.retryDelay]
            .compactMap { $0 }.min()
        let wake = context.time.wait(
            for: subscription.socket.map { [$0] } ?? [],
            orLossOf: view.isOutput ? context.streams.output.descriptor : nil, timeout: timeout,
            alarm: untilAlarm.map { context.time.now().boottime + $0 })
        if wake == .timeout, let timeout {
            state.wait(timeout)
            subscription.pass(timeout)
        }
        return wake
    }

    private mutating func receive() throws(Failure) {
        let messages: [Reply]
        do { messages = try subscription.receive() } catch { return try lose() }
        for message in messages {
            try take(message)
            if !message.continues { try lose() }
        }
    }

    private mutating func take(_ message: Reply) throws(Failure) {
        let (match, reason) = try context.news(message, task: Self.task)
        context.time.hear(match)
        state.hear(match, reason: reason)
        let now = context.time.now()
        try bell?.hear(state.gather, reason: reason, at: now)
        try view.show(.message(message), state, at: now)
        shownDigits = state.clock(at: now)?.digits
    }

    private mutating func passTime() throws(Failure) {
        if subscription.wait == .zero {
            do {
                try subscription.open()
                state.reconnect()
            } catch { subscription.lose() }
        } else if subscription.socket != nil,
            state.silenceLeft(patience.answer, ticks: ticks) == .zero
        {
            try lose()
        }
    }

    private mutating func lose() throws(Failure) {
        subscription.lose()
        if state.isStale { return }
        state.lose()
        let now = context.time.now()
        try view.show(.loss, state, at: now)
        shownDigits = state.clock(at: now)?.digits
    }

    private mutating func showSecond(at now: ClockReading) throws(Failure) {
        let digits = view.wantsSeconds(state) ? state.clock(at: now)?.digits : shownDigits
        guard digits != shownDigits || view.retryDelay != nil else { return }
        shownDigits = digits
        try view.show(.second, state, at: now)
    }
}
