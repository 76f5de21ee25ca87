/// The notices about the last keys.
struct BoardNotices {
    private(set) var all: [BoardNotice] = []
    private var lastID = 0

    private static let most = 3

    /// The moment at which the next notice expires; nil if none does.
    var nextChange: Duration? { all.compactMap(\.endsAt).min() }

    /// Adds a notice that a request to the daemon is under way.
    ///
    /// - Returns: The number for ``settle(_:_:at:)``.
    mutating func begin(_ label: String) -> Int {
        append(label: label, .pending, tr("%1$@ ...", label), endsAt: nil)
        return lastID
    }

    mutating func add(
        _ text: String, _ kind: BoardNotice.Kind, for time: Duration, at now: Duration
    ) {
        append(label: "", kind, text, endsAt: now + time)
    }

    /// Replaces a pending notice with the outcome of its request.
    mutating func settle(_ id: Int, _ verdict: CallVerdict, at now: Duration) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        let label = all[index].label
        switch verdict {
        case .counted(let score): all[index].text = tr("%1$@: counted, %2$@", label, score)
        case .unchanged(let reason): all[index].text = tr("%1$@: %2$@", label, reason)
        case .doneBefore: all[index].text = tr("%1$@: done before", label)
        case .done(let text), .refused(let text): all[index].text = text
        case .unconfirmed:
            all[index].text = tr("not confirmed: %1$@: it may or may not have counted", label)
        case .unsent(let reason):
            let cause = reason ?? tr("gatherd cannot be reached")
            all[index].text = tr("not sent: %1$@: %2$@", label, cause)
        }
        switch verdict {
        case .counted, .unchanged, .done, .doneBefore: all[index].kind = .done
        case .refused, .unconfirmed, .unsent: all[index].kind = .refused
        }
        all[index].endsAt = now + (all[index].kind == .done ? .seconds(10) : .seconds(20))
    }

    /// Removes the notices that have expired.
    mutating func removeExpired(at now: Duration) {
        all.removeAll { notice in notice.endsAt.map { $0 <= now } ?? false }
    }

    private mutating func append(
        label: String, _ kind: BoardNotice.Kind, _ text: String, endsAt: Duration?
    ) {
        lastID += 1
        all.append(BoardNotice(id: lastID, label: label, kind: kind, text: text, endsAt: endsAt))
        // A notice that is still pending is not displaced by a settled one.
        while all.count > Self.most {
            let over = all.firstIndex { $0.kind != .pending } ?? 0
            all.remove(at: over)
        }
    }
}

/// A notice on the board about a key that was pressed.
struct BoardNotice: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case pending
        /// It was done, or there was nothing to do.
        case done
        /// A command failed, or may not have been given.
        case refused
        /// A key did nothing.
        case ignored
    }

    /// The number that finds the notice when the answer comes.
    let id: Int

    /// The request of the key, such as `goal for Reds`.
    let label: String
    var kind: Kind
    var text: String

    /// The moment at which the notice expires, by `CLOCK_BOOTTIME`; nil while the answer is
    /// awaited.
    var endsAt: Duration?
}

/// The outcome of a call.
enum CallVerdict: Hashable, Sendable {
    /// The score was changed, with the text of the new one.
    case counted(String)
    /// The score is as it was, with the reason.
    case unchanged(String)
    /// It worked, with the text to show.
    case done(String)
    /// It worked at the first of several tries, and its match has gone on or is another one by now.
    case doneBefore
    case refused(String)
    /// It was sent, and no answer came: the outcome is unknown.
    case unconfirmed
    /// It was never sent, with the reason if that is known.
    case unsent(String?)
}
