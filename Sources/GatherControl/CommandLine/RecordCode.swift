/// The code that stands for a state of a match, as people copy it from a report.
///
/// It can never be the ID of a match, or the beginning of one: with as many digits, that has
/// hyphens at other places.
struct RecordCode: Hashable, Sendable {
    /// The code as it is printed, such as `7F3K-9Q2M-0XTB-W4HD`.
    let text: String

    /// The digits of Crockford's base 32.
    private static let digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    private static let groupLength = 4
    private static let groupCount = 4

    /// Reads a word, in either case and with all hyphens or none; nil if it is no code.
    init?(_ word: String) {
        let groups = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == " " }
        let isGrouped =
            groups.count == Self.groupCount && groups.allSatisfy { $0.count == Self.groupLength }
        let digits = groups.joined().uppercased().map(Self.digit)
        guard isGrouped || groups.count == 1, digits.count == Self.groupLength * Self.groupCount,
            digits.allSatisfy(Self.digits.contains)
        else { return nil }
        text = stride(from: 0, to: digits.count, by: Self.groupLength)
            .map { String(digits[$0..<$0 + Self.groupLength]) }.joined(separator: "-")
    }

    /// Returns the digit that a character stands for.
    private static func digit(_ character: Character) -> Character {
        switch character {
        case "O": "0"
        case "I", "L": "1"
        default: character
        }
    }
}
