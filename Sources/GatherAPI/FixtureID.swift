/// The IDs of fixtures: ASCII letters, digits, `.`, `_` and `-`, and at most
/// ``InterfaceLimits/fixtureCharacters`` of them.
public enum FixtureID {
    /// Returns true for a text that can be one.
    public static func isWellFormed(_ text: some StringProtocol) -> Bool {
        (1...InterfaceLimits.fixtureCharacters).contains(text.utf8.count)
            && text.utf8.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
