import GatherAPI
import Varlink

/// The pitches of a club as they were heard last.
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
    }

    private var pitches: [String: Pitch] = [:]
    private var bytes = 0
    private let room: Int

    /// The most pitches, the longest message of one, and the most bytes of all.
    static let most = 256
    static let mostBytes = 1 << 18
    static let mostBytesOfAll = 1 << 22
    /// The most values of a message, and their deepest nesting.
    private static let mostValues = 1 << 14
    private static let nesting = 16

    /// Makes an empty book.
    ///
    /// - Parameter room: The most bytes of all states.
    init(room: Int = mostBytesOfAll) { self.room = room }

    /// All pitches as the interface has them, in the order of their names.
    var all: [ClubPitch] {
        pitches.sorted { $0.key < $1.key }.map { name, pitch in
            ClubPitch(
                name: name, online: pitch.isOnline, state: pitch.state.flatMap(Self.object))
        }
    }

    /// The number of pitches.
    var count: Int { pitches.count }

    /// Takes a message of the topic `online`; an empty one says that there is no such pitch.
    mutating func takeOnline(_ payload: [UInt8], of name: String) -> Outcome {
        let text = String(decoding: payload, as: UTF8.self)
        guard ["", "0", "1"].contains(text) else { return .nonsense }
        return change(name) { $0.isOnline = text == "1" }
    }

    /// Takes a message of the topic `state`; an empty one takes the state away.
    mutating func takeState(_ payload: [UInt8], of name: String) -> Outcome {
        guard !payload.isEmpty else {
            return change(name) { ($0.state, $0.sequence) = (nil, .min) }
        }
        guard payload.count <= Self.mostBytes, let object = Self.object(payload),
            let sequence = object["sequence"]?.int
        else { return .nonsense }
        if let known = pitches[name], sequence <= known.sequence { return .old }
        let more = payload.count - (pitches[name]?.state?.count ?? 0)
        guard bytes + more <= room else { return .full }
        return change(name) { ($0.state, $0.sequence) = (payload, sequence) }
    }

    private mutating func change(_ name: String, _ body: (inout Pitch) -> Void) -> Outcome {
        guard pitches[name] != nil || pitches.count < Self.most else { return .full }
        var pitch = pitches[name] ?? Pitch()
        bytes -= pitch.state?.count ?? 0
        body(&pitch)
        bytes += pitch.state?.count ?? 0
        pitches[name] = pitch.isOnline || pitch.state != nil ? pitch : nil
        return .taken
    }

    private static func object(_ payload: [UInt8]) -> JSONObject? {
        (try? JSONValue(parsing: payload[...], nesting: nesting, values: mostValues))?.object
    }
}
