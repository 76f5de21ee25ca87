import GatherAPI
import GatherClient
import LinuxIO
import Varlink

extension Publisher {
    /// Asks gatherd for the next part of the history, if there is room for it.
    ///
    /// One part is asked for at a time, so that memory is bounded however long the history is.
    func readHistory() {
        guard ledger != nil, !isReading else { return }
        if ledger?.beginWalk() == true {
            if outbox.wantsResults { readList() }
        } else if outbox.wantsEvents, let range = ledger?.nextRange {
            readEvents(range)
        }
    }

    private func readList() {
        let before = ledger?.before
        request(HistoryMethod.List(limit: Ledger.page, before: before).call) { publisher, reply in
            guard reply.error == nil else {
                // The match before which the page ends may be gone.
                publisher.ledger?.abandonWalk()
                return publisher.retryLater()
            }
            publisher.take(reply.parameters["gathers"]?.array ?? [])
        }
    }

    private func take(_ gathers: [JSONValue]) {
        let now = now
        let changes = ledger?.take(
            gathers.compactMap(Self.match), isLast: gathers.count < Ledger.page, bound: resultBound)
        var published: [String] = []
        for change in changes ?? [] {
            switch change {
            case .publish(let match):
                published.append(match.id)
                outbox.addResult(
                    match.id,
                    payload: payloads.result(match.summary, revision: match.revision, at: now))
            case .remove(let id): outbox.addResult(id, payload: [])
            }
        }
        willPublish(resultsOf: published)
    }

    /// Reads a match of the list; nil for one that cannot have a topic.
    private static func match(_ value: JSONValue) -> Ledger.Match? {
        guard let summary = value.object, let id = summary["id"]?.string,
            BrokerName.isWellFormed(id)
        else { return nil }
        return Ledger.Match(
            id: id, revision: summary["revision"]?.int ?? 0,
            isEnded: summary["phase"]?.string == "ended", endedAt: summary["endedAt"]?.string,
            summary: summary)
    }

    private func readEvents(_ range: Ledger.Range) {
        let call = HistoryMethod.Show(
            id: range.match, after: range.after, limit: Limits.eventPage
        ).call
        request(call) { publisher, reply in
            guard reply.error == nil else {
                // Its opening was undone.
                if reply.error == HistoryError.noSuchGather.reply.error {
                    publisher.ledger?.tookEvents(of: range.match, upTo: nil)
                    return
                }
                return publisher.retryLater()
            }
            publisher.take(reply.parameters["entries"]?.array ?? [], of: range.match)
        }
    }

    private func take(_ entries: [JSONValue], of match: String) {
        var last: Int?
        for case .object(let entry) in entries {
            guard let number = entry["number"]?.int else { continue }
            outbox.addEvent(
                number, of: match, payload: payloads.event(entry, number: number, of: match))
            last = number
        }
        ledger?.tookEvents(of: match, upTo: last)
    }

    /// Calls gatherd, and goes on when its answer is taken.
    ///
    /// - Parameter take: Called with the reply, unless the connection to the broker is another one
    ///   by then.
    private func request(_ call: Call, _ take: @escaping (Publisher, Reply) -> Void) {
        isReading = true
        let connection = connections
        calls.call(call) { [weak self] outcome in
            guard let self, self.connections == connection else { return }
            switch outcome {
            case .success(let reply):
                self.isReading = false
                take(self, reply)
                if !self.isReading { self.advance() }
            case .failure: self.retryLater()
            }
        }
    }

    /// Calls gatherd again after a while.
    private func retryLater() {
        isReading = true
        let connection = connections
        queue.later(after: Limits.retryDelay) { [weak self] in
            guard let self, self.connections == connection else { return }
            self.isReading = false
            self.advance()
        }
    }
}
