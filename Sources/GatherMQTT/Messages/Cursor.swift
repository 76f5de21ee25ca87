import GatherAPI
import Varlink

/// The events that the broker has acknowledged: the last one of each of the newest matches.
struct Cursor: Equatable {
    /// A match and the number of its last acknowledged event.
    struct Place: Equatable {
        let match: String
        var number: Int
    }

    /// The matches, the one whose events were acknowledged last at the end.
    private(set) var places: [Place] = []

    /// The most matches that are kept.
    static let matches = 100

    /// Returns the number of a match's last acknowledged event; nil if none is known.
    func number(of match: String) -> Int? { places.first { $0.match == match }?.number }

    /// Adds an event; one that is acknowledged again changes nothing.
    mutating func acknowledge(_ number: Int, of match: String) {
        if places.last?.match == match {
            places[places.count - 1].number = max(places[places.count - 1].number, number)
            return
        }
        guard let index = places.firstIndex(where: { $0.match == match }) else {
            places.append(Place(match: match, number: number))
            if places.count > Self.matches { places.removeFirst() }
            return
        }
        guard places[index].number < number else { return }
        places.remove(at: index)
        places.append(Place(match: match, number: number))
    }
}

/// The record on disk: the bound of the numbers of states, the acknowledged events, and the results
/// that were published.
struct Record: FileRecord, Equatable {
    var reserved = 0
    var cursor = Cursor()
    /// The matches whose results were published here, and not removed; nil if an earlier version
    /// has not recorded them.
    private(set) var results: [String]? = []
    /// The part of the client's ID that nobody else knows; empty before the first start.
    var client = ""

    static let longest = 1 << 20
    /// The most results that are recorded: as many as two long histories have.
    static let mostResults = 2 * Ledger.matches
    private static let version = 1
    /// The greatest bound that is read: no state gets near it, and enough numbers remain above it
    /// for any time of use.
    private static let mostReserved = StateSequence.most / 4 * 3

    /// The file's bytes.
    var bytes: [UInt8] {
        let events = cursor.places.map { place in
            JSONValue.object(["match": .string(place.match), "number": .int(place.number)])
        }
        var object: JSONObject = [
            "version": .int(Self.version), "client": .string(client), "sequence": .int(reserved),
            "events": .array(events),
        ]
        if let results { object["results"] = .array(results.map(JSONValue.string)) }
        return JSONValue.object(object).bytes + Array("\n".utf8)
    }

    /// Makes an empty record.
    init() {}

    /// Records the results that an earlier version has published.
    mutating func adopt(_ results: [String]) { self.results = results.suffix(Self.mostResults) }

    /// Records that the broker may have a result of a match, or has none.
    ///
    /// - Returns: True if this is new.
    mutating func note(resultOf match: String, isThere: Bool) -> Bool {
        guard let count = results?.count, hasPublished(resultOf: match) != isThere else {
            return false
        }
        if isThere {
            results?.append(match)
            if count >= Self.mostResults { results?.removeFirst() }
        } else {
            results?.removeAll { $0 == match }
        }
        return true
    }

    /// Returns true if a result was published here.
    func hasPublished(resultOf match: String) -> Bool { results?.contains(match) ?? true }

    /// Reads the file; nil if it is none of this version.
    init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONValue(parsing: bytes[...], nesting: 4))?.object,
            object["version"]?.int == Self.version, let reserved = object["sequence"]?.int,
            (0...Self.mostReserved).contains(reserved), let events = object["events"]?.array
        else { return nil }
        self.reserved = reserved
        client = object["client"]?.string ?? ""
        guard client.isEmpty || ClientID.isSecret(client) else { return nil }
        for event in events.suffix(Cursor.matches) {
            guard let match = event.object?["match"]?.string, BrokerName.isWellFormed(match),
                let number = event.object?["number"]?.int, number > 0
            else { return nil }
            cursor.acknowledge(number, of: match)
        }
        results = object["results"]?.array?.suffix(Self.mostResults).compactMap(\.string)
    }
}
