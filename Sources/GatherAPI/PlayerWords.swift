public import Varlink

/// How well somebody plays; a server has the same words.
public enum PlayerSkill: String, CaseIterable, Sendable, JSONDecodable {
    /// Has just begun.
    case beginner
    /// Plays for fun.
    case amateur
    /// Plays for a living.
    case professional
}

/// Where somebody likes to play; a server has the same words.
public enum PlayerPosition: String, CaseIterable, Sendable, JSONDecodable {
    /// Between the posts.
    case goalkeeper
    /// At the back.
    case defender
    /// In the middle.
    case midfielder
    /// On the side.
    case winger
    /// In front.
    case striker

    /// How a list shows it, such as `GK`.
    public var acronym: String {
        switch self {
        case .goalkeeper: "GK"
        case .defender: "DEF"
        case .midfielder: "MID"
        case .winger: "W"
        case .striker: "ST"
        }
    }
}
