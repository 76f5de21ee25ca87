/// The name of a user at a Football Gather server.
public struct AccountName: Hashable, Sendable {
    /// Why a text is no user name.
    public enum Refusal: Error, Hashable, Sendable {
        /// It has no characters.
        case empty
        /// It has nothing but blanks.
        case blank
        /// It has more than ``Limits/accountNameCharacters``.
        case tooLong
        /// It has a colon, at which a server that is signed in to ends the name.
        case colon
    }

    /// The name, without blanks around it.
    public let text: String

    /// Takes a text for a user name.
    public init(_ text: String) throws(Refusal) {
        guard !text.isEmpty else { throw .empty }
        // A character can be of any length, and texts of any length come from a peer.
        guard text.utf8.count <= Limits.nameBytes else { throw .tooLong }
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { throw .blank }
        let trimmed = String(start[...end])
        guard trimmed.count <= Limits.accountNameCharacters else { throw .tooLong }
        guard !trimmed.utf8.contains(UInt8(ascii: ":")) else { throw .colon }
        self.text = trimmed
    }
}
