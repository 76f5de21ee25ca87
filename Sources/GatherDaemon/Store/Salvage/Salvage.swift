import Varlink

/// What became of a damaged database.
struct Salvage: Equatable, Sendable {
    /// How many events were carried over.
    let savedEvents: Int
    /// How many are known to be missing among them.
    let lostEvents: Int
    /// Whether there may be more.
    var mayHaveLostMore = false
    /// The damaged file as it was, in the state directory.
    let file: String
    /// When it was found, by the wall clock.
    let at: Duration

    /// What is lost, in words.
    var lossWords: String {
        switch (lostEvents, mayHaveLostMore) {
        case (0, true): "how many are lost is not known"
        case (_, true): "at least \(lostEvents) are lost"
        case (1, false): "1 is lost"
        case (_, false): "\(lostEvents) are lost"
        }
    }

    /// The salvage as the new database remembers it.
    var json: JSONObject {
        [
            "savedEvents": .int(savedEvents), "lostEvents": .int(lostEvents),
            "mayHaveLostMore": .bool(mayHaveLostMore), "file": .string(file),
            "at": .int(at.wholeMicroseconds),
        ]
    }
}

extension Salvage {
    /// Reads what the database remembers, or nil if it is not that.
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
