/// A user's name at a Football Gather server.
public struct AccountName: Hashable, Sendable {
    /// The reason why a text cannot be a user name.
    public enum Refusal: Error, Hashable, Sendable {
        /// The text is empty.
        case empty
        /// The text consists of blanks only.
        case blank
        /// The text has more than ``Limits/accountNameCharacters`` characters.
        case tooLong
        /// The text contains a colon, which ends the name when a client signs in to a server.
        case colon
    }

    /// The name, without leading and trailing blanks.
    public let text: String

    /// Makes a user name from a text.
    ///
    /// - Throws: A ``Refusal`` if the text cannot be a user name.
    public init(_ text: String) throws(Refusal) {
        guard !text.isEmpty else { throw .empty }
        // One character can have any number of bytes, and a peer can send a text of any length.
        guard text.utf8.count <= Limits.nameBytes else { throw .tooLong }
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { throw .blank }
        let trimmed = String(start[...end])
        guard trimmed.count <= Limits.accountNameCharacters else { throw .tooLong }
        guard !trimmed.utf8.contains(UInt8(ascii: ":")) else { throw .colon }
        self.text = trimmed
    }
}
