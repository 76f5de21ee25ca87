import GatherAPI

/// Everything that the board shows at one moment, as text and numbers.
struct BoardViewModel: Hashable, Sendable {
    struct Side: Hashable, Sendable {
        var name: String
        var score: String
        var color: TeamColor?
        /// The players, each with the number of the squad, by which a scorer is picked.
        var players: [String]
        /// The cards that mark players, by their places among them.
        var cards: [Int: CardKind] = [:]
        /// The cards of the side, also of those who are not among its players.
        var bookings: [Booking] = []
        /// The scorers with their minutes, on a board for the public.
        var scorers = ""
        /// The time penalties that run, a line each, on a board for the public.
        var penalties: [String] = []
        /// The kicks from the mark, in and out; nil for one of the first five still to come.
        var kicks: [Bool?] = []
    }

    /// A card on the line of a side's cards.
    struct Booking: Hashable, Sendable {
        /// The player who got it; nil if none is known.
        var name: String?
        var card: CardKind
    }

    /// A part of a period, in seconds.
    struct Share: Hashable, Sendable {
        var part: Int
        /// The whole period, at least one second.
        var whole: Int
    }

    struct Line: Hashable, Sendable {
        var text: String
        var style: BoardStyle
        /// The answer typed so far; the end of the line, which is always shown.
        var typed = ""
        /// Ever shorter forms of the text, for where there is little room.
        var shorter: [String] = []
    }

    var mode = ClockViewModel.Mode.none
    var state = ""
    /// The state with its detail, if there is any: until or since when, or who has won.
    var detailedState = ""
    /// A warning that the clock is doubtful; empty if it is reliable.
    var doubt = ""
    var headline: String { headline(withDetail: true) }

    /// Returns the state and the doubt, with or without the detail of the state, and without the
    /// word where that has a place of its own.
    func headline(withDetail: Bool, withWord: Bool = true) -> String {
        [withWord ? word : "", withDetail ? detailedState : state, doubt].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// Changes the commands of the notes and the messages to those for the same daemon.
    mutating func aim(_ aimed: (String) -> String) {
        for index in notes.indices { notes[index].text = aimed(notes[index].text) }
        for index in messages.indices { messages[index].text = aimed(messages[index].text) }
    }

    /// Returns as much of the headline as fits: a time is shown whole or not at all.
    func headline(columns: Int) -> String {
        let forms = [true, false].map { headline(withDetail: $0, withWord: false) }
        guard mode != .ended else {
            // The result says that it is over.
            let isCut = TextWidth.of(forms[0]) > columns && detailedState.hasPrefix("\(state), ")
            return isCut ? String(forms[0].dropFirst(state.count + 2)) : forms[0]
        }
        return forms.first { TextWidth.of($0) <= columns } ?? state
    }

    /// The flags beside the headline: `STALE`, `CONTROL`.
    var flags: [Line] = []
    var digits = "--:--"
    /// The added time beside the digits, such as `+2:13`, or `+3` as announced; empty without any.
    var added = ""
    /// True if the digits are those of the kick-off, which have to be labelled by the state.
    var isAwaitingKickOff = false
    /// True if the digits are the goals of the kicks from the mark.
    var isInKicks = false
    /// The part of the period that is gone; nil if there is no period.
    var gone: Share?
    /// The first side and the second; empty without a match.
    var sides: [Side] = []
    var notes: [Line] = []
    var events: [String] = []
    /// The question and the results of the last keys, the newest last.
    var messages: [Line] = []
    var hint = ""
    /// The keys with what they do; empty unless help is shown.
    var help: [(key: String, text: String)] {
        isHelping ? Self.keys : []
    }
    var isHelping = false
    /// True if the board is for people who look at the match: without keys and log.
    var isPublic = false
    /// The state in a word of its own, on a public board; empty where the clock is enough.
    var word = ""
    /// The screen in place of the large clock; nil if none is open.
    var screen: BoardScreen.Contents?

    // Not translated: a key is what is on it.
    private static let keys = [
        (tr("space"), tr("start/pause")), ("a b", tr("goal")), ("A B", tr("goal back")),
        ("u r", tr("undo, redo")), ("+ -", tr("10 s up, down")), ("m", tr("2 min more")),
        ("n x", tr("period, added")), ("s", tr("set the time")), ("e d", tr("end, discard")),
        ("f", tr("foul, timeout")),
        ("g k", tr("goals, card")), ("t i", tr("swap, sub")), ("p", tr("draw sides")),
        ("c", tr("control")), ("^L", tr("draw again")), ("?", tr("this help")), ("q", tr("quit")),
    ]
}
