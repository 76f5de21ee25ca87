import GatherClub

extension Club {
    /// Takes a message of the broker.
    func receive(_ message: BrokerMessage) {
        guard let kind = topics.kind(of: message.topic) else { return }
        if message.isRetained { awaitQuiet(isRetained: true) }
        switch kind {
        case .fixtures: takeFixtures(message)
        case .table: takeTable(message)
        case .online(let pitch):
            awaitQuiet(isRetained: false)
            note(
                pitches.takeOnline(
                    message.payload, of: pitch, isRetained: message.isRetained, at: now),
                message.topic)
        case .state(let pitch):
            note(pitches.takeState(message.payload, of: pitch), message.topic)
        case .time(let pitch):
            // A pitch publishes its time once all of its results are at the broker. The retained
            // results alone may be older than a power failure of the broker.
            if results.lacksResults(of: pitch), pitchesWithTime.insert(pitch).inserted {
                awaitQuiet(isRetained: false)
            }
            note(pitches.takeTime(message.payload, of: pitch, at: now), message.topic)
        case .result(let place):
            awaitQuiet(isRetained: false)
            take(message, at: place)
        }
    }

    private func note(_ outcome: PitchBook.Outcome, _ topic: String) {
        switch outcome {
        case .taken: pitchesChanged()
        case .old: break
        case .nonsense: report(topic, "it makes no sense")
        case .full: report(topic, "there are too many pitches, or their states are too long")
        }
        if pitches.wantsMore { readAgain() }
    }

    private func take(_ message: BrokerMessage, at place: MatchResult.Place) {
        if message.payload.isEmpty {
            guard results.remove(place) else { return }
            updateTable()
            if results.hasRoomForShort { readAgain() }
            return
        }
        guard let result = MatchResult(payload: message.payload, at: place) else {
            return report(message.topic, "it makes no sense")
        }
        let known = results.short
        if results.take(result) { updateTable() }
        guard results.short.count > known.count else { return }
        for pitch in results.short.subtracting(known) {
            report(topics.results(of: pitch), "there is no room for the oldest of so many")
        }
    }

    private func takeFixtures(_ message: BrokerMessage) {
        guard !message.payload.isEmpty else { return noteFixtures(0, message) }
        guard let new = FixtureList(payload: message.payload) else {
            noteFixtures(0, message)
            return report(message.topic, "it makes no sense")
        }
        guard new.leavesRoom(at: wallMilliseconds) else {
            noteFixtures(0, message)
            return report(message.topic, "its revision is years ahead of the clock")
        }
        noteFixtures(new.revision, message)
        brokerRevision = max(brokerRevision ?? 0, new.revision)
        guard new.revision > list.revision else { return notePublished(new.revision) }
        record.published = new.revision
        do { try keep(new) } catch {
            record.list = new
            file.write(record)
            updateTable()
        }
    }

    /// Publishes the fixtures again if another client has replaced them by older ones or removed
    /// them.
    ///
    /// Retained ones are compared later, with all other retained messages.
    private func noteFixtures(_ revision: Int, _ message: BrokerMessage) {
        areFixturesLost = revision < list.revision && !message.isRetained
        guard areFixturesLost else { return }
        brokerRevision = revision
        restore()
    }

    private func takeTable(_ message: BrokerMessage) {
        if order != nil { restore() }
        guard !message.payload.isEmpty else {
            brokerTable = nil
            return
        }
        guard let new = Table(payload: message.payload) else {
            brokerTable = nil
            return report(message.topic, "it makes no sense")
        }
        // The same table again does not show that another client makes one.
        let isOther = brokerTable != new
        brokerTable = new
        guard order != nil else {
            guard table.map(new.replaces) ?? true else { return }
            table = new
            if isTableOld { isTableOld = differs(new) }
            return updateTable()
        }
        if !message.isRetained, isOther {
            report(message.topic, "another one makes the table; only one should have --table")
        }
        _ = sequence.advance(past: new)
    }
}
