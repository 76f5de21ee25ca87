import GatherAPI
import LinuxIO
import Varlink

/// `log --follow`: shows what happens in the newest gather, until nobody looks any more.
struct FollowCommand {
    private let context: Context
    private let subscription: Subscription
    private var printer: TimelinePrinter
    private var isLost = false

    private static let task = "follow the log"

    /// Makes a command that has shown nothing yet.
    init(
        context: Context, patience: Patience = .ofWatcher,
        connect: @escaping (String) throws(SystemError) -> Descriptor
    ) {
        self.context = context
        let path = context.socket.path
        subscription = Subscription(ticks: false, patience: patience) {
            () throws(SystemError) in try connect(path)
        }
        printer = TimelinePrinter(context: context, task: Self.task)
    }

    /// Runs for ever, until the first try, the output or the daemon fails.
    mutating func run() throws(Failure) -> Never {
        do { try subscription.open() } catch { throw context.unreachable(error) }
        while true {
            switch wait() {
            case .readable: try receive()
            case .outputLost: throw .outputClosed
            case .timeout: reconnect()
            }
        }
    }

    private func wait() -> Wake {
        let timeout = subscription.wait
        let wake = context.time.wait(
            for: subscription.socket, orLossOf: context.streams.output.descriptor,
            timeout: timeout)
        if wake == .timeout, let timeout { subscription.pass(timeout) }
        return wake
    }

    private func reconnect() {
        guard subscription.wait == .zero else { return }
        do { try subscription.open() } catch { subscription.lose() }
    }

    private mutating func receive() throws(Failure) {
        let messages: [Reply]
        do { messages = try subscription.receive() } catch { return try lose() }
        for message in messages {
            try take(message)
            if !message.continues { try lose() }
        }
    }

    /// Every change tells that there is something to ask for.
    private mutating func take(_ message: Reply) throws(Failure) {
        let (match, reason) = try context.news(message, task: Self.task)
        isLost = false
        do {
            try show(match.gather, isUndo: reason == Reason.undone.rawValue)
        } catch {
            guard error.status == .unreachable || error.status == .unconfirmed else { throw error }
            try lose()
        }
    }

    private mutating func show(_ gather: GatherSnapshot?, isUndo: Bool) throws(Failure) {
        if printer.last != nil, printer.last?.id == gather?.id { return try showRest() }
        // Another gather is the newest: a later one, one that was reopened, or the one before the
        // one whose opening was taken back.
        let isUnopened = isUndo && gather?.phase != .open
        if isUnopened {
            try tell("the opening of the gather was taken back")
        } else {
            do { try showRest() } catch {
                // It may not be there any more.
                guard error.status == .refused else { throw error }
            }
        }
        guard let gather else { return try tell("no gather yet; waiting for one") }
        try printer.print(
            .id(gather.id), after: isUnopened ? gather.revision : 0,
            to: context.streams.output.write)
    }

    /// Shows what has happened since in the gather that was shown last.
    private mutating func showRest() throws(Failure) {
        guard let last = printer.last else { return }
        try printer.print(.id(last.id), after: last.number, to: context.streams.output.write)
    }

    private mutating func lose() throws(Failure) {
        subscription.lose()
        if isLost { return }
        isLost = true
        try tell("lost gatherd at \(context.socket.path.shown); waiting for it")
    }

    /// What is no event goes where it is not taken for one.
    private func tell(_ text: String) throws(Failure) {
        try context.streams.errors.write("gatherctl: \(text)\n")
    }
}
