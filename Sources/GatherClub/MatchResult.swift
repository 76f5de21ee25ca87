import GatherAPI
import Varlink

/// The result of a match, as a topic `result/ID` of a pitch has it.
public struct MatchResult: Hashable, Sendable {
    /// The place of a match: the name of its pitch at the broker, and its ID.
    public struct Place: Hashable, Sendable, Comparable {
        /// The name of the pitch.
        public let pitch: String
        /// The ID of the match.
        public let match: String

        /// Makes a place.
        public init(pitch: String, match: String) { (self.pitch, self.match) = (pitch, match) }

        /// Orders by the pitch, then by the ID.
        public static func < (one: Place, other: Place) -> Bool {
            (one.pitch, one.match) < (other.pitch, other.match)
        }
    }

    /// The place of the match.
    public let place: Place
    /// The number of its newest event: a higher one is a correction.
    public let revision: Int
    /// The wall clock of the pitch when it was published, in milliseconds.
    public let publishedAt: Int
    /// The ID of its fixture; nil if it was played without one.
    public let fixture: String?
    /// The name of the first side.
    public internal(set) var teamA: String
    /// The name of the second side.
    public internal(set) var teamB: String
    /// The goals of the first side, without kicks from the mark.
    public let goalsA: Int
    /// The goals of the second side.
    public let goalsB: Int
    /// The moment of its end in RFC 3339 and UTC; empty if it is not known.
    public let endedAt: String
    /// True if it was left before its end.
    public let isAbandoned: Bool

    /// The longest message in bytes.
    public static let mostBytes = 1 << 16
    /// The most values of one, several times as many as it has.
    private static let mostValues = 512

    /// Reads a message of a topic; nil if it is none that makes sense.
    ///
    /// - Parameter place: The place that the topic names.
    public init?(payload: [UInt8], at place: Place) {
        guard payload.count <= Self.mostBytes,
            let message =
                (try? JSONValue(parsing: payload[...], nesting: 8, values: Self.mostValues))?
                .object,
            let revision = message["revision"]?.int, let match = message["match"]?.object,
            match["id"]?.string == place.match, match["phase"]?.string ?? "ended" == "ended",
            let score = match["score"]?.string.flatMap(Self.goals),
            let teamA = match["teamAName"]?.string, let teamB = match["teamBName"]?.string,
            PlayersError.Problem(ofName: teamA) == nil, PlayersError.Problem(ofName: teamB) == nil
        else { return nil }
        self.place = place
        self.revision = revision
        publishedAt = message["publishedAt"]?.int ?? 0
        let fixture = match["fixture"]?.string
        // One that no list can have is one that is not known.
        self.fixture = fixture.map { Fixture.problem(ofID: $0) == nil ? $0 : "?" }
        (self.teamA, self.teamB) = (teamA, teamB)
        (goalsA, goalsB) = score
        endedAt = match["endedAt"]?.string.flatMap { $0.utf8.count <= 40 ? $0 : nil } ?? ""
        isAbandoned = match["endedPeriod"]?.string != nil
    }

    /// The score, such as `2-1`.
    public var score: String { "\(goalsA)-\(goalsB)" }

    /// Returns true if this takes the place of another result of the same match: it has more
    /// events, or was published later with fewer, as after the restore of a backup of the pitch.
    func replaces(_ other: MatchResult) -> Bool {
        revision > other.revision || publishedAt > other.publishedAt
    }

    /// Returns true if this is an older result of the same match, which another pitch has as well.
    func isOutdated(by other: MatchResult) -> Bool {
        (revision, publishedAt, place) < (other.revision, other.publishedAt, other.place)
    }

    /// Returns true if the match has ended before another one.
    func isBefore(_ other: MatchResult) -> Bool {
        (endedAt, place) < (other.endedAt, other.place)
    }

    private static func goals(_ score: String) -> (Int, Int)? {
        let parts = score.split(separator: "-", omittingEmptySubsequences: false)
        let goals = parts.compactMap {
            $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil
        }
        guard goals.count == 2, parts.count == 2,
            goals.allSatisfy(InterfaceLimits.score.contains)
        else { return nil }
        return (goals[0], goals[1])
    }
}
