import GatherAPI
import Varlink

/// `watch --all`: shows each pitch of a club with its clock and its score, until it is ended.
struct ClubWatch: Command {
    /// The socket; nil for the usual one.
    var club: String?
    /// True to show the pitches once, and to end.
    let once: Bool

    let isEndless = true

    /// The time between two tries to connect to the service, and the longest wait for anything.
    private static let retry = Duration.seconds(1)

    func run(_ context: Context) throws(Failure) {
        let service = try OtherService.club(context, club, Watch.verb.failure)
        if once {
            let reply = try service.send(ClubMethod.GetPitches().call, on: try service.open())
            var view = ClubView(context: context, isOnce: true)
            return try view.show(reply)
        }
        var view = ClubView(context: context)
        // The first try has to work, so that a wrong path is said at once.
        var connection: ClientConnection? = try subscribe(service)
        while true {
            do {
                guard let present = connection else {
                    connection = try? subscribe(service)
                    if connection == nil { _ = context.time.wait(for: nil, timeout: Self.retry) }
                    try view.showSecond()
                    continue
                }
                while let reply = try present.nextReply() {
                    try view.show(try service.accepted(reply))
                }
                if context.time.wait(for: present.socket, timeout: view.untilNextDigits) {
                    try present.receive()
                } else {
                    try view.showSecond()
                }
            } catch let failure as Failure {
                throw failure
            } catch {
                connection = nil
                try view.lose()
            }
        }
    }

    private func subscribe(_ service: OtherService) throws(Failure) -> ClientConnection {
        let connection = try service.open()
        var call = ClubMethod.GetPitches().call
        call.more = true
        do { try connection.send(call.message, timeout: Self.retry) } catch {
            throw Failure(.unreachable, Watch.verb.failure, cause: service.gone)
        }
        return connection
    }
}

/// The pitches as they are shown: on a terminal in place, elsewhere and once a line for each
/// change.
private struct ClubView {
    private let context: Context
    private let isOnce: Bool
    private var pitches: [String: ClubPitch] = [:]
    private var isLive = false
    private var shown: [String: [String]] = [:]
    private var columns = Columns()

    /// The longest time without a look at the clocks.
    private static let second = Duration.seconds(1)

    init(context: Context, isOnce: Bool = false) {
        (self.context, self.isOnce) = (context, isOnce)
    }

    /// The time until the digits of a clock change next.
    var untilNextDigits: Duration {
        lines().compactMap(\.line.clock.untilNextDigits).filter { $0 > .zero }.min()
            .map { min($0, Self.second) } ?? Self.second
    }

    /// Shows what a reply says.
    mutating func show(_ reply: Reply) throws(Failure) {
        let parameters = try context.read(reply, ClubMethod.GetPitches.self)
        for pitch in parameters.pitches {
            let isThere = pitch.online || pitch.state != nil
            pitches[pitch.name] = isThere ? pitch : nil
        }
        isLive = parameters.isLive
        if context.options.json != .off { return try context.show(reply) { "" } }
        try showAll(isChange: true)
    }

    /// Marks everything that is shown as possibly out of date.
    mutating func lose() throws(Failure) {
        isLive = false
        if context.options.json == .off { try showAll(isChange: true) }
    }

    /// True if the lines stay in their places on a terminal.
    private var isInPlace: Bool { context.canRedraw && !isOnce }

    /// Shows the clocks, where that is done in place.
    mutating func showSecond() throws(Failure) {
        if isInPlace, context.options.json == .off { try showAll(isChange: false) }
    }

    private func lines() -> [(name: String, line: ClubPitchLine)] {
        let now = context.time.now()
        return pitches.sorted { $0.key < $1.key }
            .map { ($0.key, ClubPitchLine($0.value, isLive: isLive, at: now)) }
    }

    private mutating func showAll(isChange: Bool) throws(Failure) {
        let lines = lines()
        if isInPlace {
            let room = columns.room(
                in: context.streams.output.size.columns, behind: lines.map(\.line.cells))
            return try redraw(
                columns.lines(lines.map { $0.line.cells + [$0.line.score(columns: room)] }))
        }
        if lines.isEmpty, isOnce { return try context.streams.output.write([Self.noPitch].text) }
        var rows = lines.map { (name: $0.name, cells: $0.line.cells + [$0.line.score()]) }
        // A line is written for each change; that a clock moves on is no change.
        rows = rows.filter { row in
            let cells = Self.withoutClock(row.cells)
            defer { shown[row.name] = cells }
            return isChange && shown[row.name] != cells
        }
        guard !rows.isEmpty else { return }
        let texts = columns.lines(rows.map(\.cells)).map(\.trimmedAtEnd)
        try context.streams.output.write(texts.map { "\($0)\n" }.joined())
    }

    /// Writes lines from the top of the terminal on, and clears what is below.
    private func redraw(_ lines: [String]) throws(Failure) {
        let size = context.streams.output.size
        // The last row stays free, or the terminal would scroll.
        let room = max(1, size.rows - 1)
        var shown = lines.isEmpty ? [Self.noPitch] : lines
        if shown.count > room {
            let left = shown.count - room + 1
            shown = Array(shown.prefix(room - 1)) + [tr("%1$@ more", left)]
        }
        let texts = shown.map { PrintableText.cut($0, toColumns: size.columns) + Self.toNextRow }
        let text = Self.toTop + texts.joined() + Self.clearBelow
        try context.streams.output.write(Array(text.utf8))
    }

    private static var noPitch: String { tr("no pitch is known yet") }

    /// The sequences that move the cursor to the top, clear the rest of a row and move to the next
    /// one, and clear all below, ECMA-48.
    private static let toTop = "\u{1B}[H"
    private static let toNextRow = "\u{1B}[K\r\n"
    private static let clearBelow = "\u{1B}[J"

    private static func withoutClock(_ cells: [String]) -> [String] {
        var cells = cells
        cells.remove(at: 1)
        return cells
    }
}
