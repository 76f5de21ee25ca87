import Varlink

/// An event as the record of a match has it.
struct RecordedEvent {
    /// Its place in the match.
    let number: Int
    /// The number of the first event of the same command.
    let step: Int
    /// The kind, as gatherd stores it.
    let kind: String
    /// The other details that are stored of it.
    let details: JSONObject
    /// The wall clock in microseconds.
    let wall: Int
    /// The time since the boot in microseconds.
    let boottime: Int
    /// The boot of the machine.
    let boot: String

    /// The columns of a record, and the salts of the names after them.
    private static let columns = 9
    /// The times in microseconds that can be added and subtracted: some centuries around 1970.
    static let times = -(1 << 53)...(1 << 53)
    /// The most arrays and objects in each other that details have.
    private static let nesting = 8

    /// Makes an event that no gatherd has recorded.
    init(number: Int, step: Int, kind: String, details: JSONObject, microseconds: Int) {
        (self.number, self.step, self.kind, self.details) = (number, step, kind, details)
        (wall, boottime, boot) = (microseconds, microseconds, "")
    }

    /// Reads the record of an event; nil if it is none.
    init?(record: String) {
        guard let json = try? JSONValue(parsing: Array(record.utf8)[...], nesting: 2),
            let values = json.array, values.count == Self.columns, let number = values[0].int,
            let step = values[1].int, let kind = values[2].string, let text = values[3].string,
            let details = try? JSONValue(parsing: Array(text.utf8)[...], nesting: Self.nesting),
            let details = details.object, let wall = values[4].int,
            let boottime = values[5].int, let boot = values[6].string,
            Self.times.contains(wall), Self.times.contains(boottime)
        else { return nil }
        (self.number, self.step, self.kind, self.details) = (number, step, kind, details)
        (self.wall, self.boottime, self.boot) = (wall, boottime, boot)
    }

    /// Returns the microseconds from the event before it to this one.
    func microseconds(since earlier: RecordedEvent) -> Int {
        if boot == earlier.boot { return max(boottime - earlier.boottime, 0) }
        // Over a restart only the wall clock counts, and here it is not known to be right.
        return kind == "clockDoubted" ? 0 : max(wall - earlier.wall, 0)
    }
}

/// A player as events name one.
struct RecordedPlayer: Hashable {
    let id: Int
    let name: String
    var position: JSONValue = .null
    var shirt: JSONValue = .null

    init(id: Int, name: String) { (self.id, self.name) = (id, name) }

    init?(_ value: JSONValue) {
        guard let object = value.object, let id = object["id"]?.int,
            let name = object["name"]?.string
                ?? object["seal"]?.string.map({ _ in SomebodyText.wire })
        else { return nil }
        (self.id, self.name) = (id, name)
        position = object["position"] ?? .null
        shirt = object["shirt"] ?? .null
    }

    /// The form in an event.
    var json: JSONValue {
        .object(["id": .int(id), "name": .string(name), "position": position, "shirt": shirt])
    }

    /// The profile in a call.
    var profile: JSONValue {
        .object(["name": .string(name), "position": position, "shirt": shirt])
    }

    /// Returns the players in a value, in order.
    static func all(in value: JSONValue) -> [RecordedPlayer] {
        if let player = RecordedPlayer(value) { return [player] }
        let parts = value.array ?? value.object?.members.map(\.value) ?? []
        return parts.flatMap(all)
    }
}

/// The events of one command, and their moment.
struct RecordedStep {
    var events: [RecordedEvent]
    /// The microseconds since the first event of the match.
    let microseconds: Int

    /// The number of its first event.
    var number: Int { events[0].number }

    /// Returns the commands of a match in order.
    static func all(of events: [RecordedEvent]) -> [RecordedStep] {
        var steps: [RecordedStep] = []
        var (microseconds, last) = (0, events.first)
        for event in events {
            if let last {
                let later = microseconds + event.microseconds(since: last)
                microseconds = min(later, RecordedEvent.times.upperBound)
            }
            if let last, last.step == event.step, !steps.isEmpty {
                steps[steps.count - 1].events.append(event)
            } else {
                steps.append(RecordedStep(events: [event], microseconds: microseconds))
            }
            last = event
        }
        return steps
    }
}
