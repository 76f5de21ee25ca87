import LinuxIO
import Varlink

/// The result of salvaging a damaged database.
struct Salvage: Equatable, Sendable {
    /// The number of events that were carried over.
    let savedEvents: Int
    /// The number of events known to be missing among them.
    let lostEvents: Int
    /// True if more events may be missing.
    var mayHaveLostMore = false
    /// The name of the damaged file in the state directory.
    let file: String
    /// The time when the damage was found, by the wall clock.
    let at: Duration

    /// The losses as a text.
    var lossText: String {
        switch (lostEvents, mayHaveLostMore) {
        case (0, true): "how many are lost is not known"
        case (_, true): "at least \(lostEvents) are lost"
        case (1, false): "1 is lost"
        case (_, false): "\(lostEvents) are lost"
        }
    }

    /// The salvage in the form stored in the new database.
    var json: JSONObject {
        [
            "savedEvents": .int(savedEvents), "lostEvents": .int(lostEvents),
            "mayHaveLostMore": .bool(mayHaveLostMore), "file": .string(file),
            "at": .int(at.wholeMicroseconds),
        ]
    }
}

extension Salvage {
    /// Reads the stored form; nil if it is invalid.
    init?(json: JSONObject) {
        guard let saved = json["savedEvents"]?.int, let lost = json["lostEvents"]?.int,
            let file = json["file"]?.string, let at = json["at"]?.int
        else { return nil }
        self.init(
            savedEvents: saved, lostEvents: lost,
            mayHaveLostMore: json["mayHaveLostMore"]?.bool ?? false, file: file,
            at: .microseconds(at))
    }
}
