import GatherAPI
import LinuxIO

/// All that the board shows at one moment, as text and numbers.
struct BoardViewModel: Hashable, Sendable {
    struct Side: Hashable, Sendable {
        var name: String
        var score: String
        /// Who plays, each with the number by which a scorer is picked.
        var players: [String]
    }

    /// A part of a period, in seconds.
    struct Share: Hashable, Sendable {
        var part: Int
        /// The whole of it, at least one.
        var whole: Int
    }

    struct Line: Hashable, Sendable {
        var text: String
        var style: BoardStyle
        /// What was typed as an answer to it: its end, which is always shown.
        var typed = ""
        /// Shorter and shorter forms of it, for where there is not the room.
        var shorter: [String] = []
    }

    var mode = ClockViewModel.Mode.none
    var state = ""
    /// What belongs to it: until or since when, or who has won.
    var detail = ""
    /// That the clock is not to be relied on, if it is not.
    var doubt = ""
    var headline: String { state + detail + doubt }

    /// As much of it as fits: a time is whole, or not there at all.
    func headline(columns: Int) -> String {
        guard mode != .ended else { return headline }
        let forms = [headline, state + doubt]
        return forms.first { TextWidth.of($0) <= columns } ?? state
    }

    /// What is said beside that: `STALE`, `CONTROL`.
    var flags: [Line] = []
    var digits = "--:--"
    /// How much of the period is gone; nil if there is none.
    var gone: Share?
    /// The first side and the second; none without a match.
    var sides: [Side] = []
    var notes: [Line] = []
    var events: [String] = []
    /// The question, or what came of the last keys; the newest last.
    var messages: [Line] = []
    var hint = ""
    /// The keys with what they do, where that is wanted.
    var help: [(key: String, text: String)] {
        isHelping ? Self.keys : []
    }
    var isHelping = false

    private static let keys = [
        ("space", "start/pause"), ("a b", "goal"), ("A B", "goal back"), ("u", "undo"),
        ("r", "redo"), ("+ -", "10 s up, down"), ("s", "set the time"), ("e", "end, asks"),
        ("d", "discard, asks"), ("c", "control"), ("^L", "draw again"),
        ("?", "this help"), ("q", "quit"),
    ]
}
