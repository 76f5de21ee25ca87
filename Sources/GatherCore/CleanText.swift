/// A name given by a person, without leading and trailing blanks and without characters that break
/// a line.
public struct CleanText: Hashable, Sendable {
    /// The reason why a text cannot be a name.
    public enum Problem: Error, Hashable, Sendable {
        /// The text has no visible character.
        case empty
        /// The text has more than ``Limits/nameCharacters`` characters or ``Limits/nameBytes``
        /// bytes.
        case tooLong
        /// The text has a control character, a line break or a character that changes the text's
        /// direction.
        case unprintable
    }

    /// The name.
    public let text: String

    /// Makes a name from the text that a person gave.
    ///
    /// - Throws: A ``Problem`` if the text cannot be a name.
    public init(_ given: String) throws(Problem) {
        guard given.utf8.count <= Limits.nameBytes else { throw .tooLong }
        let trimmed = Self.trim(given)
        let scalars = trimmed.unicodeScalars
        guard !scalars.allSatisfy(\.isInvisible) else { throw .empty }
        guard scalars.allSatisfy(Self.isClean) else { throw .unprintable }
        guard trimmed.count <= Limits.nameCharacters else { throw .tooLong }
        text = trimmed
    }

    /// Returns true if a display shows the scalar without breaking the line or changing its
    /// direction.
    private static func isClean(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
    }

    /// Returns the text without leading and trailing blanks.
    static func trim(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}

extension Unicode.Scalar {
    /// True if the scalar only joins or directs others and shows nothing by itself.
    fileprivate var isInvisible: Bool {
        properties.isDefaultIgnorableCodePoint || properties.isWhitespace
    }
}
