import GatherCore
import Varlink

/// A command to the squad that was answered, as a fact under its ID.
///
/// The rows of `requests` are each of a gather, and the squad is there before the first one.
struct SquadRequest {
    let record: RequestRecord
    let moment: Moment

    /// Makes a request of its parts.
    init(record: RequestRecord, moment: Moment) {
        (self.record, self.moment) = (record, moment)
    }

    /// Reads the value of a fact; nil if it is no request.
    init?(id: String, text: String) {
        guard let json = JSONObject(text: text), let command = json["command"]?.string,
            let outcome = json["outcome"]?.object, let wall = json["wall"]?.int,
            let boottime = json["boottime"]?.int, let boot = json["boot"]?.string
        else { return nil }
        record = RequestRecord(id: id, command: command, outcome: outcome)
        moment = Moment(boottime: .microseconds(boottime), wall: .microseconds(wall), boot: boot)
    }

    /// The value of the fact.
    var text: String {
        let json: JSONObject = [
            "command": .string(record.command), "outcome": .object(record.outcome),
            "wall": .int(moment.wall.wholeMicroseconds),
            "boottime": .int(moment.boottime.wholeMicroseconds), "boot": .string(moment.boot),
        ]
        return json.text
    }

    /// Whether it was made so long ago, by both clocks where both can tell.
    func isOlder(than age: Duration, at now: Moment) -> Bool {
        now.wall - moment.wall > age
            && (now.boot != moment.boot || now.boottime - moment.boottime > age)
    }
}
