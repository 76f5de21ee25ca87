import GatherAPI
import Varlink

/// The pitches of a club as they were received last.
struct PitchBook {
    /// The outcome of taking a message.
    enum Outcome: Equatable {
        case taken
        /// It is older than the one that is there.
        case old
        case nonsense
        /// There are too many pitches, or too much of them.
        case full
    }

    private struct Pitch {
        var isOnline = false
        var sequence = Int.min
        /// The message of the state, which takes less room than what is read of it.
        var state: [UInt8]?
        var clock = ClockOffset()
        /// The offset as it was shown last, in milliseconds.
        var offset: Int?
        /// Our boot clock when a message of it was received last, in microseconds.
        var lastReceived = Int.min
        /// The revision of the book with the last change that shows.
        var revision = 0
        /// True if nothing of it was received since ``PitchBook/beginSweep()``.
        var isMissing = false

        /// Returns true if the pitch has said that it is online, and has not been silent for long
        /// since: a broker that was killed may still retain the message of a pitch that has gone.
        func isLive(at boottime: Int) -> Bool { isOnline && boottime - silence <= lastReceived }
    }

    private var pitches: [String: Pitch] = [:]
    /// True if pitches were left out because there was no room.
    private var isShort = false
    /// The names of pitches that were left out and are live, as far as they are known.
    private var wanted: Set<String> = []
    /// True if there is room now for some that were left out.
    private(set) var wantsMore = false
    private var bytes = 0
    /// Grows with each change that shows.
    private(set) var revision = 0
    private let room: Int

    /// The most pitches, the longest message of one, and the most bytes of all.
    static let most = 256
    static let mostBytes = 1 << 18
    static let mostBytesOfAll = 1 << 24
    /// The most values of a message, and their deepest nesting.
    private static let mostValues = 1 << 14
    private static let nesting = 16
    /// The change of an offset in milliseconds that is worth showing.
    private static let offsetStep = 20

    /// Makes an empty book.
    ///
    /// - Parameter room: The most bytes of all states.
    init(room: Int = mostBytesOfAll) { self.room = room }

    /// The number of pitches.
    var count: Int { pitches.count }

    /// Returns all pitches as the interface has them, in the order of their names.
    func all(at now: Payloads.Moment) -> [ClubPitch] { changes(after: 0, of: [], at: now) }

    /// The names of all pitches.
    var names: Set<String> { Set(pitches.keys) }

    /// Returns the pitches that have changed since a revision, in the order of their names; with 0,
    /// all that there are.
    ///
    /// - Parameter known: The names of those that there were then: some may have gone.
    func changes(
        after revision: Int, of known: Set<String>, at now: Payloads.Moment
    ) -> [ClubPitch] {
        let left = known.filter { pitches[$0] == nil }.map { ClubPitch(name: $0, online: false) }
        let present = pitches.filter { $0.value.revision > revision }.map { name, pitch in
            ClubPitch(
                name: name, online: pitch.isLive(at: now.boottimeMicroseconds),
                state: pitch.state.flatMap(Self.object),
                clockOffsetMilliseconds: pitch.clock.milliseconds(at: now))
        }
        return (left + present).sorted { $0.name < $1.name }
    }

    /// Takes a message of the topic `online`; an empty one says that there is no such pitch.
    mutating func takeOnline(
        _ payload: [UInt8], of name: String, isRetained: Bool = false, at now: Payloads.Moment
    ) -> Outcome {
        let text = String(decoding: payload, as: UTF8.self)
        guard ["", "0", "1"].contains(text) else { return .nonsense }
        // A retained message may be that of a pitch that has gone, so it takes no other's room.
        if text == "1", pitches[name] == nil, !isRetained || wanted.contains(name) {
            makeRoom(at: now)
        }
        return change(name) {
            ($0.isOnline, $0.lastReceived) = (text == "1", now.boottimeMicroseconds)
        }
    }

    /// Takes a message of the topic `state`; an empty one takes the state away.
    mutating func takeState(_ payload: [UInt8], of name: String) -> Outcome {
        guard !payload.isEmpty else {
            return change(name) { ($0.state, $0.sequence) = (nil, .min) }
        }
        guard let sequence = Payloads.sequence(ofState: payload) else { return .nonsense }
        pitches[name]?.isMissing = false
        // No pitch continues after a number greater than `mostOfOthers`, so a state with such a
        // number is replaced by any other one.
        if let known = pitches[name], known.sequence <= StateSequence.mostOfOthers,
            sequence <= known.sequence
        {
            return .old
        }
        let more = payload.count - (pitches[name]?.state?.count ?? 0)
        guard bytes + more <= room else { return .full }
        return change(name) { ($0.state, $0.sequence) = (payload, sequence) }
    }

    /// Takes a message of the topic `time`, which is of no use for a pitch that is not there.
    mutating func takeTime(
        _ payload: [UInt8], of name: String, at now: Payloads.Moment
    ) -> Outcome {
        guard let shown = Self.object(payload)?["publishedAt"]?.int else { return .nonsense }
        guard var pitch = pitches[name] else {
            if isShort, wanted.count < Self.most, silent(at: now) != nil || count < Self.most {
                if !wantsMore { wanted = [] }
                wanted.insert(name)
                wantsMore = true
            }
            return .old
        }
        let wasLive = pitch.isLive(at: now.boottimeMicroseconds)
        pitch.isMissing = false
        pitch.lastReceived = now.boottimeMicroseconds
        pitch.clock.take(shown, at: now.boottimeMicroseconds)
        let offset = pitch.clock.milliseconds(at: now)
        let shows =
            offset.map { new in pitch.offset.map { abs(new - $0) >= Self.offsetStep } ?? true }
            ?? false
        if shows { pitch.offset = offset }
        if shows || wasLive != pitch.isLive(at: now.boottimeMicroseconds) {
            revision += 1
            pitch.revision = revision
        }
        pitches[name] = pitch
        return .taken
    }

    /// Notices pitches that have fallen silent.
    ///
    /// - Parameter last: The boot clock when this was done before, in microseconds.
    mutating func checkSilence(since last: Int, at now: Payloads.Moment) {
        let boottime = now.boottimeMicroseconds
        for (name, pitch) in pitches
        where pitch.isLive(at: last) && !pitch.isLive(at: boottime) {
            revision += 1
            pitches[name]?.revision = revision
        }
    }

    /// Records that all pitches are read again.
    mutating func noteReadAgain() { (isShort, wantsMore) = (false, false) }

    /// Begins a reading of all pitches: those of which nothing comes again are removed by
    /// ``sweep()``.
    mutating func beginSweep() {
        for name in pitches.keys { pitches[name]?.isMissing = true }
    }

    /// Removes the pitches of which nothing has come again.
    ///
    /// - Returns: True if there were any.
    mutating func sweep() -> Bool {
        let missing = pitches.filter(\.value.isMissing).keys
        for name in missing { remove(name) }
        if !missing.isEmpty, isShort { wantsMore = true }
        return !missing.isEmpty
    }

    private mutating func remove(_ name: String) {
        bytes -= pitches.removeValue(forKey: name)?.state?.count ?? 0
        revision += 1
    }

    /// Removes the one that has been silent for longest, if there is no room.
    private mutating func makeRoom(at now: Payloads.Moment) {
        guard pitches.count >= Self.most, let name = silent(at: now) else { return }
        remove(name)
        isShort = true
    }

    /// Returns the one that has not been live for longest; nil if all are.
    private func silent(at now: Payloads.Moment) -> String? {
        pitches.filter { !$0.value.isLive(at: now.boottimeMicroseconds) }
            .min { ($0.value.lastReceived, $0.key) < ($1.value.lastReceived, $1.key) }?.key
    }

    private mutating func change(_ name: String, _ body: (inout Pitch) -> Void) -> Outcome {
        guard pitches[name] != nil || pitches.count < Self.most else {
            isShort = true
            return .full
        }
        wanted.remove(name)
        var pitch = pitches[name] ?? Pitch()
        bytes -= pitch.state?.count ?? 0
        body(&pitch)
        pitch.isMissing = false
        bytes += pitch.state?.count ?? 0
        revision += 1
        pitch.revision = revision
        if pitch.isOnline || pitch.state != nil {
            pitches[name] = pitch
        } else if pitches.removeValue(forKey: name) != nil, isShort {
            wantsMore = true
        }
        return .taken
    }

    /// Reads a message of a pitch; nil if it is no object of a bounded size.
    static func object(_ payload: [UInt8]) -> JSONObject? {
        (try? JSONValue(parsing: payload[...], nesting: nesting, values: mostValues))?.object
    }
}

/// The silence in microseconds after which a pitch is not live: three readings of its clock.
private let silence = 16_000_000
