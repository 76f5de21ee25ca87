/// What is said of the last keys.
struct BoardNotices {
    private(set) var all: [BoardNotice] = []
    private var lastID = 0

    private static let most = 3

    /// When the next of it has been said for long enough; nil if never.
    var nextChange: Duration? { all.compactMap(\.endsAt).min() }

    /// Says that something is asked of the daemon.
    ///
    /// - Returns: The number by which to say what has come of it.
    mutating func begin(_ label: String) -> Int {
        add(label: label, .pending, "\(label) ...", endsAt: nil)
        return lastID
    }

    mutating func say(
        _ text: String, _ kind: BoardNotice.Kind, for time: Duration, at now: Duration
    ) {
        add(label: "", kind, text, endsAt: now + time)
    }

    /// Says what has come of what was asked.
    mutating func settle(_ id: Int, _ verdict: CallVerdict, at now: Duration) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        let label = all[index].label
        switch verdict {
        case .done(let text): all[index].text = "\(label): \(text)"
        case .refused(let text): all[index].text = text
        case .unconfirmed:
            all[index].text = "not confirmed: \(label): it may or may not have counted"
        case .unsent(let reason):
            all[index].text = "not sent: \(label): \(reason ?? "gatherd cannot be reached")"
        }
        if case .done = verdict { all[index].kind = .done } else { all[index].kind = .refused }
        all[index].endsAt = now + (all[index].kind == .done ? .seconds(10) : .seconds(20))
    }

    /// Lets time pass: what was said for long enough is over.
    mutating func passTime(at now: Duration) {
        all.removeAll { notice in notice.endsAt.map { $0 <= now } ?? false }
    }

    private mutating func add(
        label: String, _ kind: BoardNotice.Kind, _ text: String, endsAt: Duration?
    ) {
        lastID += 1
        all.append(BoardNotice(id: lastID, label: label, kind: kind, text: text, endsAt: endsAt))
        // What is still awaited is not pushed out by what is over.
        while all.count > Self.most {
            let over = all.firstIndex { $0.kind != .pending } ?? 0
            all.remove(at: over)
        }
    }
}

/// What the board says of a key that was pressed.
struct BoardNotice: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case pending
        /// It was done, or there was nothing to do.
        case done
        case refused
    }

    /// By which it is found again when the answer comes.
    let id: Int

    /// What the key asked for, such as `goal for Reds`.
    let label: String
    var kind: Kind
    var text: String

    /// When it has been said for long enough, by `CLOCK_BOOTTIME`; nil while the answer is awaited.
    var endsAt: Duration?
}

/// What has come of a call.
enum CallVerdict: Hashable, Sendable {
    /// It worked, and this is to be said.
    case done(String)
    case refused(String)
    /// It was sent, and no answer came: nobody knows.
    case unconfirmed
    /// It was never sent, and why, where that is known.
    case unsent(String?)
}
