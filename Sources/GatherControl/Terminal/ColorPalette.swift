import CNCurses
import GatherAPI

/// The colours and attributes of the board's styles, for the number of colours that a terminal has.
struct ColorPalette {
    private enum Hue: Int16, CaseIterable {
        case green = 1
        case yellow
        case red
        case cyan
        case magenta
        case gray
        /// The shortest possible sequences: digits are written every second.
        case digitRed
        case digitYellow
        case digitCyan

        /// The colour among 256, and among 8; -1 is the default colour.
        var colors: (many: Int16, few: Int16) {
            switch self {
            case .green: (40, 2)
            case .yellow: (214, 3)
            case .red: (196, 1)
            case .cyan: (45, 6)
            case .magenta: (201, 5)
            case .gray: (245, -1)
            case .digitRed: (9, 1)
            case .digitYellow: (11, 3)
            case .digitCyan: (14, 6)
            }
        }
    }

    private let count: Int

    /// Makes a palette for a number of colours: 256, fewer, or none at all.
    init(count: Int) {
        self.count = count
        guard count >= 8 else { return }
        for hue in Hue.allCases {
            // With more than 256 colours, a number is the colour itself and no index.
            init_pair(hue.rawValue, count == 256 ? hue.colors.many : hue.colors.few, -1)
        }
        for (index, color) in TeamColor.allCases.enumerated() {
            let (letter, ground) = Self.pair(of: color, hasMany: count == 256)
            init_pair(Self.firstTeamPair + Int16(index), letter, ground)
        }
    }

    private static let firstTeamPair = (Hue.allCases.last?.rawValue ?? 0) + 1

    /// Returns the colours of a side's letters and of the ground behind them.
    ///
    /// They are readable on a dark and on a light terminal: black and white have their own ground.
    private static func pair(of color: TeamColor, hasMany: Bool) -> (Int16, Int16) {
        switch color {
        case .black: hasMany ? (16, 231) : (0, 7)
        case .white: hasMany ? (231, 16) : (7, 0)
        case .grey: (hasMany ? 245 : -1, -1)
        case .red: (hasMany ? 196 : 1, -1)
        case .orange: (hasMany ? 208 : 3, -1)
        case .yellow: (hasMany ? 178 : 3, -1)
        case .green: (hasMany ? 34 : 2, -1)
        case .blue: (hasMany ? 33 : 4, -1)
        case .purple: (hasMany ? 135 : 5, -1)
        case .pink: (hasMany ? 205 : 5, -1)
        case .none: (-1, -1)
        }
    }

    /// Returns the attributes of a style, and the number of its colour pair.
    func look(of style: BoardStyle) -> (attributes: attr_t, pair: Int16) {
        if case .side(let color) = style {
            let index = TeamColor.allCases.firstIndex(of: color) ?? 0
            return (cncurses_bold, count >= 8 ? Self.firstTeamPair + Int16(index) : 0)
        }
        let (attributes, hue) = Self.look(of: style)
        return (attributes, count >= 8 ? hue?.rawValue ?? 0 : 0)
    }

    private static func look(of style: BoardStyle) -> (attr_t, Hue?) {
        switch style {
        case .plain, .side: (0, nil)
        case .faint: (0, .gray)
        case .strong: (cncurses_bold, nil)
        case .warning: (cncurses_bold | cncurses_reverse, .magenta)
        case .question: (cncurses_bold | cncurses_reverse, .yellow)
        case .done: (0, .green)
        case .refused: (cncurses_bold, .red)
        case .digits(let mode): (0, hue(ofDigits: mode))
        case .state(let mode): look(of: mode)
        }
    }

    private static func look(of mode: ClockViewModel.Mode) -> (attr_t, Hue?) {
        switch mode {
        case .none, .ready, .discarded: (cncurses_bold, nil)
        case .running: (cncurses_bold, .green)
        case .paused, .inBreak, .kicks: (cncurses_bold, .yellow)
        case .lastMinute, .addedTime, .timeUp: (cncurses_bold | cncurses_reverse, .red)
        case .ended: (cncurses_bold, .cyan)
        }
    }

    /// Returns the hue of the digits; those of a running clock have the default colour, as a colour
    /// would be written again every second.
    private static func hue(ofDigits mode: ClockViewModel.Mode) -> Hue? {
        switch mode {
        case .none, .ready, .running, .discarded: nil
        case .paused, .inBreak, .kicks: .digitYellow
        case .lastMinute, .addedTime, .timeUp: .digitRed
        case .ended: .digitCyan
        }
    }
}
