/// A name for comparison with typed text: without case, accents and needless blanks.
///
/// Accents are removed both from letters of their own, such as é and ø, and as marks after a
/// letter. The remaining letter is what its Unicode name has before WITH, so that the tables of the
/// standard library are enough, for Greek, Cyrillic and Arabic as well.
struct FoldedName: Hashable, Sendable {
    /// The letters, each as a text that stands for all its forms.
    let letters: [String]

    init(_ name: String) {
        var letters: [String] = []
        for scalar in name.unicodeScalars { letters += Self.letters(of: scalar) }
        let words = letters.split(separator: Self.blank)
        self.letters = Array(words.joined(separator: [Self.blank]))
    }

    var words: [[String]] { letters.split(separator: Self.blank).map(Array.init) }

    /// Returns true if this name contains another one.
    func contains(_ part: FoldedName) -> Bool {
        guard let first = part.letters.first else { return true }
        return letters.indices.contains { start in
            letters[start] == first && letters[start...].starts(with: part.letters)
        }
    }

    private static let blank = " "

    private static func letters(of scalar: Unicode.Scalar) -> [String] {
        if scalar.isASCII, scalar.properties.isAlphabetic {
            return [scalar.properties.lowercaseMapping]
        }
        if scalar.properties.isWhitespace { return [blank] }
        if let syllable = syllable(scalar) { return syllable }
        // Upper case and back, so that ß becomes ss and both forms of a Greek sigma become one.
        let folded = scalar.properties.lowercaseMapping.uppercased().lowercased()
        return folded.unicodeScalars.compactMap(base)
    }

    /// Returns a letter without its accent; nil for an accent alone, and for invisible characters.
    private static func base(of scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return nil
        default: break
        }
        let plain = unaccented[scalar] ?? unvoiced(scalar)
        guard !plain.isASCII, plain.properties.isAlphabetic, let name = plain.properties.name else {
            return String(plain)
        }
        let words = name.split(separator: " ").prefix { $0 != "WITH" }
        let isLatin = words.first == "LATIN" && words.last?.utf8.count == 1
        return isLatin ? words.last?.lowercased() : words.joined(separator: " ")
    }

    /// The accented letters of Cyrillic whose names do not say so.
    private static let unaccented: [Unicode.Scalar: Unicode.Scalar] = [
        "ё": "е", "й": "и", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к",
    ]

    /// Returns a kana without its voicing mark; the plain one is one or two code points before it.
    private static func unvoiced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0x3041...0x30FF).contains(scalar.value) else { return scalar }
        for (distance, mark) in [(UInt32(1), "\u{3099}"), (2, "\u{309A}")] {
            guard let plain = Unicode.Scalar(scalar.value - distance) else { continue }
            // Strings are equal if they are canonically equivalent.
            if String(plain) + mark == String(scalar) { return plain }
        }
        return scalar
    }

    /// Returns the two or three letters of a Hangul syllable, by the Unicode Standard, section
    /// 3.12.
    private static func syllable(_ scalar: Unicode.Scalar) -> [String]? {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let index = scalar.value - 0xAC00
        let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
        let letters = parts.last == 0x11A7 ? parts.dropLast() : parts
        return letters.compactMap { Unicode.Scalar($0).flatMap(base) }
    }
}
