import GatherAPI
import GatherClub

/// The topics of a club, and those of all pitches.
struct ClubTopics: Hashable, Sendable {
    /// The levels before the name of a pitch.
    let prefix: String

    private static let (fixturesLevel, tableLevel) = ("fixtures", "table")
    /// The levels that are of the club, and no pitch's name.
    static let levels = [fixturesLevel, tableLevel]

    /// Retained: the fixtures.
    var fixtures: String { "\(prefix)/\(Self.fixturesLevel)" }
    /// Retained: the tables.
    var table: String { "\(prefix)/\(Self.tableLevel)" }

    /// The filters of all that is read.
    var filters: [String] { [fixtures, table] + pitches + ["\(prefix)/+/time", results] }
    /// Those of the pitches that are there.
    var pitches: [String] { ["\(prefix)/+/online", "\(prefix)/+/state"] }
    /// That of all results.
    var results: String { results(of: "+") }

    /// Returns the filter of the results of a pitch.
    func results(of pitch: String) -> String { "\(prefix)/\(pitch)/result/+" }

    /// A topic that is read.
    enum Kind: Hashable {
        case fixtures
        case table
        case online(pitch: String)
        case state(pitch: String)
        case time(pitch: String)
        case result(MatchResult.Place)
    }

    /// Returns the kind of a topic; nil for another one, and for names that no pitch has.
    func kind(of topic: String) -> Kind? {
        if topic == fixtures { return .fixtures }
        if topic == table { return .table }
        guard topic.hasPrefix(prefix + "/") else { return nil }
        let levels = topic.dropFirst(prefix.count + 1)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count >= 2, Topics.isPitch(levels[0]) else { return nil }
        let pitch = String(levels[0])
        switch (levels[1], levels.count) {
        case ("online", 2): return .online(pitch: pitch)
        case ("state", 2): return .state(pitch: pitch)
        case ("time", 2): return .time(pitch: pitch)
        case ("result", 3):
            guard BrokerName.isWellFormed(levels[2]) else { return nil }
            return .result(MatchResult.Place(pitch: pitch, match: String(levels[2])))
        default: return nil
        }
    }
}
