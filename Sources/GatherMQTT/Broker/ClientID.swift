/// The IDs by which a broker tells its clients apart.
///
/// Whoever connects with the ID of another ends that one's connection, so that nobody may guess it.
enum ClientID {
    /// Returns a new part of an ID that nobody can guess.
    static func makeSecret() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: length - digits.count) + digits
    }

    /// Returns true for such a part.
    static func isSecret(_ text: String) -> Bool {
        text.utf8.count == length && UInt64(text, radix: 16) != nil
    }

    private static let length = 16
}
