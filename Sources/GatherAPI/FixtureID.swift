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
