import GatherAPI
import LinuxIO
import Varlink

/// `watch`: shows the gather and every change, until nobody looks any more.
struct WatchCommand {
    private let context: Context
    private let patience: Patience
    private let ticks: Bool
    private let subscription: Subscription
    private var view: any WatchView
    private var state = WatchState()
    private var shownDigits: String?

    /// Makes a command that shows changes, and with ticks every second as well.
    init(
        context: Context, ticks: Bool, patience: Patience = .ofWatcher,
        connect: @escaping (String) throws(SystemError) -> Descriptor
    ) {
        self.context = context
        self.patience = patience
        let isBlock = context.canRedraw && context.options.json == .off
        self.ticks = ticks || isBlock
        let path = context.socket.path
        subscription = Subscription(ticks: self.ticks, patience: patience) {
            () throws(SystemError) in try connect(path)
        }
        view = Self.view(context, ticks: ticks, isBlock: isBlock)
    }

    private static func view(_ context: Context, ticks: Bool, isBlock: Bool) -> any WatchView {
        let output = context.streams.output
        let path = context.socket.path
        if context.options.json != .off {
            return JSONView(output: output, errors: context.streams.errors, path: path)
        }
        return isBlock
            ? BlockView(output: output, path: path, bold: context.showsBold)
            : LineView(output: output, ticks: ticks)
    }

    /// Runs for ever, until the first try, the output or the daemon fails.
    mutating func run() throws(Failure) -> Never {
        do { try subscription.open() } catch { throw context.unreachable(error) }
        while true {
            switch wait() {
            case .readable: try receive()
            case .outputLost: throw .outputClosed
            case .timeout: try passTime()
            }
            try showSecond()
        }
    }

    private mutating func wait() -> Wake {
        let silenceLeft =
            subscription.socket == nil
            ? nil : state.silenceLeft(patience.answer, ticks: ticks)
        let untilSecond =
            view.wantsSeconds(state)
            ? state.clock(at: context.time.now())?.untilNextDigits : nil
        let timeout = [subscription.wait, silenceLeft, untilSecond].compactMap { $0 }.min()
        let wake = context.time.wait(
            for: subscription.socket, orLossOf: context.streams.output.descriptor,
            timeout: timeout)
        if wake == .timeout, let timeout {
            state.wait(timeout)
            subscription.pass(timeout)
        }
        return wake
    }

    private mutating func receive() throws(Failure) {
        let messages: [Reply]
        do { messages = try subscription.receive() } catch { return try lose() }
        for message in messages { try take(message) }
    }

    private mutating func take(_ message: Reply) throws(Failure) {
        guard message.error == nil else {
            let text = RefusalPresenter(task: "watch the gather").text(message)
            throw Failure(.refused, text)
        }
        let (match, reason) = try context.read(message) { (reader) throws(VarlinkError) in
            let match = try MatchState(&reader)
            let reason: String = try reader.required("reason")
            return (match, reason)
        }
        state.hear(match, reason: reason)
        let now = context.time.now()
        try view.show(.message(message), state, at: now)
        shownDigits = state.clock(at: now)?.digits
        if !message.continues { try lose() }
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

    private mutating func showSecond() throws(Failure) {
        let now = context.time.now()
        guard view.wantsSeconds(state), let digits = state.clock(at: now)?.digits,
            digits != shownDigits
        else { return }
        shownDigits = digits
        try view.show(.second, state, at: now)
    }
}
