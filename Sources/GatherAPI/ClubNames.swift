/// The rule for the name of a pitch at a broker, and for any other level of a topic that has to
/// need no care anywhere.
public enum BrokerName {
    /// The number of ASCII characters that a name can have: a machine's and a pitch's on it.
    public static let limit = 130

    /// Returns true for ASCII letters, digits, `_` and `-`, and not too many of them.
    public static func isWellFormed(_ name: some StringProtocol) -> Bool {
        (1...limit).contains(name.utf8.count) && name.utf8.allSatisfy(isPlain)
    }

    /// Returns true for a byte that a name can have.
    public static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// The IDs of fixtures: ASCII letters, digits, `.`, `_` and `-`, and at most
/// ``InterfaceLimits/fixtureIDCharacters`` of them.
public enum FixtureID {
    /// Returns true for a text that can be one.
    public static func isWellFormed(_ text: some StringProtocol) -> Bool {
        InterfaceLimits.fixtureIDCharacters.contains(text.utf8.count) && hasPlainCharacters(text)
    }

    /// Returns true for a text of such characters alone.
    public static func hasPlainCharacters(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { BrokerName.isPlain($0) || $0 == UInt8(ascii: ".") }
    }
}
