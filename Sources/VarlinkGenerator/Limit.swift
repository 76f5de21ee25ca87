/// A limit from a comment, such as `[range 0..999 as score]`.
///
/// A second form is `[length 1..100 at most nameCharacters]`, which shares only the upper bound.
struct Limit: Equatable {
    /// The quantity that is limited.
    enum Kind: String {
        /// A whole number.
        case range
        /// The characters of a text, or the elements of a list.
        case length
        /// The UTF-8 bytes of a text.
        case bytes
    }

    let kind: Kind
    let range: ClosedRange<Int>

    /// The name of a shared constant for the limit; nil for none.
    let name: String?

    /// True if the shared constant is only the upper bound.
    let isMost: Bool

    /// Reads a note; nil if it is not a limit.
    ///
    /// - Throws: A ``GeneratorError`` for a limit that is not valid.
    init?(_ note: Substring, at place: String) throws(GeneratorError) {
        let words = note.split(separator: " ").map(String.init)
        guard let kind = words.first.flatMap(Kind.init) else { return nil }
        guard words.count > 1, let dots = words[1].firstRange(of: ".."),
            let low = Int(words[1][..<dots.lowerBound]),
            let high = Int(words[1][dots.upperBound...]), low <= high
        else { throw GeneratorError(place, "[\(note)] has no range such as 1..120") }
        (self.kind, range) = (kind, low...high)
        switch Array(words[2...]) {
        case []: (name, isMost) = (nil, false)
        case let rest where rest.count == 2 && rest[0] == "as": (name, isMost) = (rest[1], false)
        case let rest where rest.count == 3 && rest[..<2] == ["at", "most"]:
            (name, isMost) = (rest[2], true)
        default: throw GeneratorError(place, "[\(note)] has neither 'as NAME' nor 'at most NAME'")
        }
    }

    /// The constant beside a field: the suffix of its name, its meaning, and its value.
    var constant: (suffix: String, meaning: String, value: String) {
        let value = Self.literal(range)
        return switch kind {
        case .range: ("Range", "values", value)
        case .length: ("LengthRange", "lengths", value)
        case .bytes: ("ByteRange", "lengths in bytes", value)
        }
    }

    /// The value of the shared constant.
    var sharedValue: String {
        isMost ? SwiftNames.literal(range.upperBound) : Self.literal(range)
    }

    private static func literal(_ range: ClosedRange<Int>) -> String {
        "\(SwiftNames.literal(range.lowerBound))...\(SwiftNames.literal(range.upperBound))"
    }
}
