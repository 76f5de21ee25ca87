import Varlink

/// The messages about a pitch, as JSON.
struct Payloads {
    /// The name of the pitch at the broker.
    let pitch: String

    /// The readings of the clocks at which something is published.
    struct Moment: Equatable {
        /// The wall clock, in microseconds since 1970-01-01 00:00 UTC.
        var wallMicroseconds: Int
        /// `CLOCK_BOOTTIME`, on which the deadlines of gatherd are, in microseconds.
        var boottimeMicroseconds: Int
        /// True if the wall clock is known to be right.
        var isWallTrusted: Bool

        /// The wall clock in whole milliseconds.
        var wallMilliseconds: Int { wallMicroseconds / 1_000 }
    }

    /// Returns the state of the match.
    ///
    /// - Parameters:
    ///   - gather: The match without what is only for users who may control it; nil before the
    ///     first one.
    ///   - sequence: A number that is greater than that of any state before.
    func state(of gather: JSONObject?, sequence: Int, at now: Moment) -> [UInt8] {
        let timer = gather?["timer"]?.object
        let deadline = timer?["endsAtBoottimeMicroseconds"]?.int
        let left = deadline.map { $0.subtractingReportingOverflow(now.boottimeMicroseconds) }
        let leftMicroseconds = left.flatMap { $0.overflow ? nil : $0.partialValue }
        let remaining =
            leftMicroseconds.map { max(0, Self.milliseconds($0)) }
            ?? timer?["remainingMilliseconds"]?.int
        let object = JSONObject([
            .init("pitch", .string(pitch)), .init("sequence", .int(sequence)),
            .init("publishedAt", .int(now.wallMilliseconds)),
            .init("publishedAtBoottimeMicroseconds", .int(now.boottimeMicroseconds)),
            .init(
                "deadlineAt",
                JSONValue(leftMicroseconds.map { Self.milliseconds(now.wallMicroseconds + $0) })),
            .init("remainingMilliseconds", JSONValue(remaining)),
            .init("clockDoubtful", .bool(!now.isWallTrusted)),
            .init("gather", gather.map(JSONValue.object) ?? .null),
        ])
        return JSONValue.object(object).bytes
    }

    /// Reads the number of a state; nil if it makes no sense.
    static func sequence(ofState payload: [UInt8]) -> Int? {
        guard payload.count <= PitchBook.mostBytes,
            let sequence = PitchBook.object(payload)?["sequence"]?.int,
            sequence <= StateSequence.most
        else { return nil }
        return sequence
    }

    /// Returns an event of a match, without the accounts of the machine.
    func event(_ entry: JSONObject, number: Int, of match: String) -> [UInt8] {
        var entry = entry
        entry["operatorUid"] = nil
        entry["operatorName"] = nil
        return JSONValue.object([
            "pitch": .string(pitch), "match": .string(match), "number": .int(number),
            "entry": .object(entry),
        ]).bytes
    }

    /// Returns the result of a match.
    func result(_ summary: JSONObject, revision: Int, at now: Moment) -> [UInt8] {
        JSONValue.object([
            "pitch": .string(pitch), "revision": .int(revision),
            "publishedAt": .int(now.wallMilliseconds), "match": .object(summary),
        ]).bytes
    }

    /// Returns the reading of the wall clock.
    func time(at now: Moment) -> [UInt8] {
        JSONValue.object([
            "pitch": .string(pitch), "publishedAt": .int(now.wallMilliseconds),
            "clockDoubtful": .bool(!now.isWallTrusted),
        ]).bytes
    }

    /// Rounds microseconds up, as gatherd does.
    private static func milliseconds(_ microseconds: Int) -> Int {
        let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
        return rest > 0 ? whole + 1 : whole
    }
}
