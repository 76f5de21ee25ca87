/// Removes from a text what is nobody's business: secrets always, and names unless they were asked
/// for.
///
/// The text that is collected should be free of both; this catches what others wrote into it,
/// such as a password in the address of a proxy.
struct Redactor {
    /// Texts that are secret wherever they stand, such as a token.
    var secrets: [String] = []
    /// Names of people and sides, each with what stands for it; none if names were asked for.
    var names: [(name: String, substitute: String)] = []
    /// True to leave the addresses of servers as they are, but for a password in them.
    var showsAddresses = false
    /// The home directory, which has the name of a person.
    var home: String?

    /// The text in place of a secret.
    static let mark = "[removed]"

    /// The words that precede a secret, with a colon or an equals sign between them.
    ///
    /// The schemes come first: of `Authorization: Bearer x`, the last label has to be found first.
    private static let labels = [
        "bearer", "basic", "authorization", "cookie", "passphrase", "passwd", "password", "secret",
        "token",
    ]

    /// Labels of HTTP that a blank follows.
    private static let schemes: Set<String> = ["bearer", "basic"]

    /// The length from which a text that ends like base64 is taken for a secret.
    private static let shortestEncoded = 16

    /// Returns a text without secrets and names.
    func redacted(_ text: String) -> String {
        var text = text
        // A short secret would be a part of ordinary words.
        for secret in secrets where secret.count >= 4 {
            text = text.replacing(secret, with: Self.mark)
        }
        text = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.withoutLabelled(withoutAddresses(String($0))) }.joined(separator: "\n")
        if let home, home.count > 1 { text = Self.replacing(home, with: "~", in: text) }
        text = Self.withoutHomes(text)
        // The longest first: one may be a part of another.
        for (name, substitute) in names.sorted(by: { $0.name.count > $1.name.count }) {
            text = Self.replacing(name, with: substitute, in: text)
        }
        return text
    }

    /// Returns a text with another word in place of a name, where it stands alone.
    private static func replacing(
        _ name: String, with substitute: String, in text: String
    ) -> String {
        guard !name.isEmpty else { return text }
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: name) {
            let before = (result + rest[..<range.lowerBound]).last
            let after = rest[range.upperBound...].first
            let standsAlone = before.map(isOfWord) != true && after.map(isOfWord) != true
            result += rest[..<range.lowerBound] + (standsAlone ? substitute[...] : rest[range])
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

    /// Returns a text without the names of people in their home directories: the report of root is
    /// not made at home.
    private static func withoutHomes(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: homes) {
            result += rest[..<range.upperBound]
            rest = rest[range.upperBound...]
            let name = rest.prefix { !$0.isWhitespace && !"/\"',:;)]}".contains($0) }
            if !name.isEmpty { result += "[user]" }
            rest = rest.dropFirst(name.count)
        }
        return result + rest
    }

    /// The directory with those of people.
    private static let homes = "/home/"

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The beginnings of texts that say where a broker is, and where its certificates are.
    private static let places = [
        // Not translated: gather-mqtt writes them to the journal.
        "broker at ", "certificates in ",
    ]

    /// Returns a line without user and password in addresses, or without the addresses.
    private func withoutAddresses(_ line: String) -> String {
        var line = line
        if !showsAddresses { for place in Self.places { line = Self.without(place, in: line) } }
        var result = ""
        var rest = line[...]
        while let range = rest.firstRange(of: "://") {
            result += rest[..<range.upperBound]
            rest = rest[range.upperBound...]
            let address = rest.prefix { !$0.isWhitespace && !"\"',;)]}".contains($0) }
            rest = rest.dropFirst(address.count)
            let host = address.prefix { $0 != "/" }
            if host.isEmpty {
                result += address
                continue
            }
            let at = host.lastIndex(of: "@")
            let open = at.map { "\(Self.mark)\(address[$0...])" } ?? String(address)
            result += showsAddresses ? open : "..."
        }
        return result + rest
    }

    /// Returns a line with dots in place of the word behind a text.
    private static func without(_ text: String, in line: String) -> String {
        var result = ""
        var rest = line[...]
        while let range = rest.firstRange(of: text) {
            let place = rest[range.upperBound...].prefix { !$0.isWhitespace && !",;".contains($0) }
            // A colon at the end belongs to the sentence, not to the place.
            let end = place.last == ":" ? ":" : ""
            result += rest[..<range.upperBound] + "..." + end
            rest = rest[place.endIndex...]
        }
        return result + rest
    }

    /// Returns a line without what follows a label such as `token=`, and without what looks like
    /// base64.
    private static func withoutLabelled(_ line: String) -> String {
        var line = line
        for label in labels { line = withoutValue(of: label, in: line) }
        return line.split(separator: " ", omittingEmptySubsequences: false)
            .map { isEncoded($0) ? mark : String($0) }.joined(separator: " ")
    }

    private static func withoutValue(of label: String, in line: String) -> String {
        var result = ""
        var rest = line[...]
        while let range = caseless(label, in: rest) {
            result += rest[..<range.upperBound]
            rest = rest[range.upperBound...]
            let sign = rest.prefix { "\"' ".contains($0) }
            let isLabel = ":=".contains(rest.dropFirst(sign.count).first ?? " ")
            guard isLabel || schemes.contains(label) && !sign.isEmpty else { continue }
            let lead = rest.prefix { ":=\"' ".contains($0) }
            result += lead
            rest = rest.dropFirst(lead.count)
            let value = rest.prefix { !$0.isWhitespace && !"\"',;}".contains($0) }
            if !value.isEmpty, value != "null" { result += mark }
            rest = rest.dropFirst(value.count)
        }
        return result + rest
    }

    private static func caseless(_ word: String, in text: Substring) -> Range<String.Index>? {
        let count = word.count
        var place = text.startIndex
        while let end = text.index(place, offsetBy: count, limitedBy: text.endIndex) {
            if text[place..<end].lowercased() == word { return place..<end }
            place = text.index(after: place)
        }
        return nil
    }

    private static func isEncoded(_ word: Substring) -> Bool {
        let bare = word.filter { !"\"',;()[]{}".contains($0) }
        guard bare.hasSuffix("="), bare.count >= shortestEncoded else { return false }
        return bare.reversed().drop { $0 == "=" }.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+/_-".contains($0))
        }
    }
}
