/// A text as one word of a command line, to be copied into a shell.
enum ShellWord {
    /// Returns the text, in quotes where a shell would otherwise interpret it.
    static func of(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            guard scalar.isASCII else { return scalar.properties.isAlphabetic }
            return plain.contains(scalar)
        }
        guard text.isEmpty || !isPlain else { return text }
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: quote) + "'"
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:+@/".unicodeScalars)

    /// A quote within quotes: they end, it stands alone, and they begin again.
    private static let quote = "'\\''"
}
