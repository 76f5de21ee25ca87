/// A text as one word of a command line of a POSIX shell.
public enum ShellWord {
    /// The texts that stay as they are.
    public enum Plain: Sendable {
        /// Texts of the ASCII letters, digits and signs that mean nothing to a shell.
        case ascii
        /// The same with the letters of all other scripts.
        case letters
        /// None: each text is put in quotes.
        case none
    }

    /// Returns a text in quotes, unless it stays as it is.
    public static func of(_ text: String, plain: Plain = .ascii) -> String {
        // This splits by scalars: a quote with a combining mark is another character in Swift, but
        // not in a shell.
        let scalars = text.unicodeScalars
        if !scalars.isEmpty, scalars.allSatisfy({ isPlain($0, plain) }) { return text }
        let parts = scalars.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.map { String($0) }.joined(separator: quote) + "'"
    }

    private static func isPlain(_ scalar: Unicode.Scalar, _ plain: Plain) -> Bool {
        switch plain {
        case .none: false
        case .ascii: signs.contains(scalar)
        case .letters: scalar.isASCII ? signs.contains(scalar) : scalar.properties.isAlphabetic
        }
    }

    private static let signs = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:+@/".unicodeScalars)

    /// A quote within quotes: they end, it stands alone, and they begin again.
    private static let quote = "'\\''"
}
