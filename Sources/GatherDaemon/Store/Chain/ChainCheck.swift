import GatherCore

/// A check of the chain of one gather, from its first event to its last.
struct ChainCheck {
    /// The kinds of what can be wrong.
    enum Problem: Equatable {
        /// The event, or one before it, does not match the digest.
        case changed
        /// The event is not there.
        case gone
        /// The event was lost with a damaged file.
        case lost
    }

    /// The UUID of the gather.
    let id: String
    /// The number of events so far.
    private(set) var events = 0
    /// The number of the first event with a digest.
    private(set) var firstDigest: Int?
    /// The first event with a problem.
    private(set) var problem: (kind: Problem, number: Int)?
    /// The number of the newest event so far after which the gather had the code.
    private(set) var codeEvent: Int?

    private let code: String?
    /// The number of the first event that was lost before any that has a digest; 1 only if no
    /// other one was.
    private var lostBefore: Int?
    /// The digest of the event before; nil if it has none.
    private var previous: [UInt8]?

    /// Starts before the first event.
    ///
    /// - Parameter code: A code that is looked for, as ``EventChain/code(read:)`` returns it.
    init(of id: String, code: String? = nil) { (self.id, self.code) = (id, code) }

    /// The code of the gather so far; nil if its newest event has no digest.
    var presentCode: String? { previous.map { EventChain.code(of: id, at: events, $0) } }

    /// Checks the next event.
    ///
    /// - Parameters:
    ///   - columns: The columns of its row, whatever they are.
    ///   - salts: Finds the salts of those who are in it.
    mutating func check(_ columns: [SQLiteValue], salts: SealedDetails.Salts) throws(StoreError) {
        let number = columns[1].integer ?? 0
        // A forged file can contain any number, so the addition must not trap.
        let next = events < .max ? events + 1 : events
        if number != next { note(.gone, next) }
        events = max(number, next)
        guard let digest = columns[EventRow.contentColumns].blob else {
            let isLost = columns[EventRow.kindColumn].text == EncodedEvent(.lost).kind
            if firstDigest != nil {
                note(isLost ? .lost : .changed, number)
            } else if isLost, lostBefore == nil || lostBefore == 1 {
                lostBefore = number
            } else if number == 1, columns[EventRow.userColumn] == .null {
                // An opening that nobody gave was made anew by a salvage.
                lostBefore = number
            }
            previous = nil
            return
        }
        let isFirst = firstDigest == nil
        if isFirst { firstDigest = number }
        let base = previous ?? EventChain.start(of: id, at: number)
        let isRight = try EventChain.digest(after: base, of: columns, salts: salts) == digest
        // The digest after a lost event depends on that event, and so cannot be checked. If those
        // that were lost had none, as those of an earlier version, it is the first one, and right.
        if !isRight {
            if isFirst, let lostBefore {
                note(.lost, lostBefore)
            } else if isFirst || previous != nil {
                note(.changed, number)
            }
        }
        previous = digest
        if let code, EventChain.code(of: id, at: number, digest) == code { codeEvent = number }
    }

    /// Checks that no event is missing at the end.
    ///
    /// - Parameter count: The number of events that there should be.
    mutating func end(at count: Int) {
        if events != count { note(.gone, min(events, count) + 1) }
    }

    private mutating func note(_ kind: Problem, _ number: Int) {
        if problem == nil { problem = (kind, number) }
    }
}
