/// The output of one connection: replies in order, then the newest publication, and before it the
/// last one that has to arrive.
struct OutputQueue {
    private var queued: [[UInt8]] = []
    private var current: [UInt8] = []
    private var repliesInCurrent = 0
    private var sentOfCurrent = 0
    private var queuedBytes = 0
    private var offered: Publication.Message?
    /// The publication before it that has to arrive.
    private var kept: Publication.Message?

    /// The number of replies that are not completely sent.
    var replies: Int { queued.count + repliesInCurrent }

    /// The number of bytes of messages that wait, without a publication that was only offered.
    var bytes: Int { queuedBytes + current.count - sentOfCurrent }

    /// The number of bytes of replies that wait.
    var replyBytes: Int { queuedBytes + (repliesInCurrent > 0 ? current.count - sentOfCurrent : 0) }

    var isEmpty: Bool {
        queued.isEmpty && current.isEmpty && offered == nil && kept == nil
    }

    mutating func append(_ message: [UInt8]) {
        queued.append(message)
        queuedBytes += message.count
    }

    mutating func offer(_ message: Publication.Message) {
        let newest = message.replacing(offered)
        if newest.mustArrive {
            kept = nil
        } else if let offered, offered.mustArrive {
            kept = offered
        }
        offered = newest
    }

    mutating func next() -> ArraySlice<UInt8> {
        if current.isEmpty {
            if !queued.isEmpty {
                // Replies are small and rarely many: all that wait are sent in one write.
                repliesInCurrent = queued.count
                current = queued.count == 1 ? queued[0] : Array(queued.joined())
                queued.removeAll()
                queuedBytes = 0
            } else if let message = kept {
                (current, kept) = (message.bytes, nil)
            } else if let message = offered {
                (current, offered) = (message.bytes, nil)
            }
        }
        return current[sentOfCurrent...]
    }

    mutating func sent(_ count: Int) {
        sentOfCurrent += count
        guard sentOfCurrent >= current.count else { return }
        current = []
        repliesInCurrent = 0
        sentOfCurrent = 0
    }
}
