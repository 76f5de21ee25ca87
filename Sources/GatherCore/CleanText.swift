/// A name that a person gave: blanks around it left out, and nothing in it that breaks a line.
public struct CleanText: Hashable, Sendable {
    /// Why a text is no name.
    public enum Problem: Error, Hashable, Sendable {
        /// It has nothing that can be seen.
        case empty
        /// It has more than ``Limits/nameCharacters``, or ``Limits/nameBytes``.
        case tooLong
        /// It has a control character, a line break, or one that turns the direction of the text.
        case unprintable
    }

    /// The name.
    public let text: String

    /// Makes a name of what a person gave.
    public init(_ given: String) throws(Problem) {
        guard given.utf8.count <= Limits.nameBytes else { throw .tooLong }
        let trimmed = Self.trim(given)
        let scalars = trimmed.unicodeScalars
        guard !scalars.allSatisfy(\.isInvisible) else { throw .empty }
        guard scalars.allSatisfy(Self.isClean) else { throw .unprintable }
        guard trimmed.count <= Limits.nameCharacters else { throw .tooLong }
        text = trimmed
    }

    /// Whether a display shows this without breaking its line or turning it around.
    private static func isClean(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
    }

    /// Leaves out the blanks around a text.
    static func trim(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}

extension Unicode.Scalar {
    /// Whether it only joins or directs others, and leaves nothing to see by itself.
    fileprivate var isInvisible: Bool {
        properties.isDefaultIgnorableCodePoint || properties.isWhitespace
    }
}
