/// Where somebody likes to play, in short.
enum PositionWords {
    /// The acronym of a position as the daemon names it: `GK`, `DEF`, `MID`, `W`, `ST`, or `-`.
    static func acronym(_ position: String?) -> String {
        switch position {
        case "goalkeeper": "GK"
        case "defender": "DEF"
        case "midfielder": "MID"
        case "winger": "W"
        case "striker": "ST"
        case nil: none
        // One that a newer daemon knows.
        case let position?: String(position.prefix(3)).uppercased()
        }
    }

    /// What stands where there is none.
    static let none = "-"
}
