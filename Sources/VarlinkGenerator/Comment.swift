/// A comment of a definition: its prose, and notes in a fixed form, each on a line in brackets.
struct Comment {
    /// The prose in one line.
    private(set) var prose = ""

    /// `[Swift Name]`: the Swift name of a type or an enum, or in lower case of a field.
    private(set) var swiftName: String?

    /// `[range 1..120]`, `[length 1..64]`, `[bytes 4..36]`: limits.
    private(set) var limits: [Limit] = []

    /// `[default false]`: the value if a peer leaves it out.
    private(set) var defaultValue: String?

    /// `[left out]`: left out on the wire if it is null or the default.
    private(set) var isLeftOut = false

    /// `[as null]`: written as null in a call, where other fields are left out.
    private(set) var isAsNull = false

    /// `[computed]`: follows from other fields, by an extension in Swift.
    private(set) var isComputed = false

    /// `[secret]`: a text that must not stay in memory.
    private(set) var isSecret = false

    /// `[Requires 'more' flag]`, as systemd writes it: a method with any number of replies.
    private(set) var needsMore = false

    /// `[for devices]`: a method with which whoever holds a phone commands a match; the squad, the
    /// usual values and the account are not for them.
    private(set) var isForDevices = false

    /// `[recorded as cardShown]`: the kind of event that a call of a method records.
    ///
    /// The members of the stored event have the names of the parameters; a stored `player` is given
    /// as `playerId`.
    private(set) var recordedKind: String?

    /// `[name]`, `[word]`: a text that is shown in another form than plain text.
    private(set) var textForm = "Shown"

    /// `[text nobody plays now; next: {next}]`: the plain text of an error for people; several, if
    /// values of the first ones can be null.
    private(set) var texts: [String] = []

    /// `[raw texts]` of an interface: its texts are never shown, and stay unchanged.
    private(set) var hasRawTexts = false

    /// `[values of Type.field]`: texts that are values of an enum; others are skipped.
    private(set) var valuesOf: String?

    /// Reads the lines of a comment.
    ///
    /// - Throws: A ``GeneratorError`` for a note that is not known.
    init(_ text: String, at place: String) throws(GeneratorError) {
        var words: [Substring] = []
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == "#" || $0 == " " }
            if line.first == "[", line.last == "]" {
                try record(line.dropFirst().dropLast(), at: place)
            } else {
                words += line.split(separator: " ")
            }
        }
        prose = words.joined(separator: " ")
    }

    private mutating func record(_ text: Substring, at place: String) throws(GeneratorError) {
        if let limit = try Limit(text, at: place) { return limits.append(limit) }
        let (name, value) = text.divided(at: " ")
        switch name {
        case "Swift" where !value.isEmpty: swiftName = String(value)
        case "default" where !value.isEmpty: defaultValue = String(value)
        case "text" where !value.isEmpty: texts.append(String(value))
        case "values" where value.hasPrefix("of "): valuesOf = String(value.dropFirst(3))
        case "left" where value == "out": isLeftOut = true
        case "as" where value == "null": isAsNull = true
        case "computed" where value.isEmpty: isComputed = true
        case "secret" where value.isEmpty: isSecret = true
        case "name" where value.isEmpty: textForm = "ShownName"
        case "word" where value.isEmpty: textForm = "ShownWord"
        case "raw" where value == "texts": hasRawTexts = true
        case "Requires" where value == "'more' flag": needsMore = true
        case "for" where value == "devices": isForDevices = true
        case "recorded" where value.dropFirst(3).contains(where: \.isLetter):
            let kind = value.dropFirst(3)
            guard value.hasPrefix("as "), kind.allSatisfy({ $0.isASCII && $0.isLetter }) else {
                throw GeneratorError(place, "[\(text)] has no kind of an event")
            }
            recordedKind = String(kind)
        default: throw GeneratorError(place, "unknown note [\(text)]")
        }
    }
}

extension StringProtocol {
    /// Returns the texts before and after the first occurrence of a character; the whole text and
    /// an empty one if there is none.
    func divided(at separator: Character) -> (SubSequence, SubSequence) {
        guard let index = firstIndex(of: separator) else {
            return (self[...], self[endIndex...])
        }
        return (self[..<index], self[self.index(after: index)...])
    }
}
