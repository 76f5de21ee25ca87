import Varlink

/// A language that the pages are in.
struct PageLanguage: Hashable {
    /// Its code of ISO 639, such as `de`.
    let code: String

    /// The language of the texts in the sources.
    static let english = PageLanguage(code: "en")

    private init(code: String) { self.code = code }

    /// Chooses the language of an answer: the one that the address asks for, else the first that
    /// the browser prefers, else English.
    ///
    /// - Parameters:
    ///   - asked: The value of `lang` in the query, such as `de` or `de-AT`.
    ///   - preferred: The value of `Accept-Language`, RFC 9110.
    init(asked: String?, preferred: String?) {
        let first = Self.known(asked ?? "") ?? Self.first(of: preferred ?? "")
        self = first ?? .english
    }

    /// The name of the script with the texts of the pages; nil for English, which needs none.
    var catalogue: String? { self == .english ? nil : "texts\(code).js" }

    /// The texts of the server by the English ones.
    var messages: [String: String] { Self.messages[code] ?? [:] }

    /// The messages by the codes of their languages.
    private static let messages: [String: [String: String]] = Dictionary(
        uniqueKeysWithValues: PageStore.embedded.compactMap { name, bytes in
            guard let language = Self.code(in: name, from: "messages", to: ".json"),
                let pairs = try? JSONValue(parsing: bytes[...], nesting: 2).array
            else { return nil }
            return (language, Dictionary(pairs.compactMap(pair)) { first, _ in first })
        })

    /// Returns a text in English and the one for it.
    private static func pair(_ value: JSONValue) -> (String, String)? {
        guard let texts = value.array, texts.count == 2, let english = texts[0].string,
            let text = texts[1].string
        else { return nil }
        return (english, text)
    }

    /// The codes of the languages that have a catalogue, and that of English.
    private static let codes = Set(
        PageStore.embedded.keys.compactMap { code(in: $0, from: "texts", to: ".js") } + ["en"])

    private static func code(in name: String, from prefix: String, to suffix: String) -> String? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let code = name.dropFirst(prefix.count).dropLast(suffix.count)
        return code.isEmpty ? nil : String(code)
    }

    /// Returns the language of a tag, whatever its country and script; nil if it has no texts.
    private static func known(_ tag: some StringProtocol) -> PageLanguage? {
        let code = tag.prefix(Limits.languageCode + 1).prefix { $0 != "-" }.lowercased()
        return codes.contains(code) ? PageLanguage(code: code) : nil
    }

    /// Returns the first known language of a list, in the order of its weights.
    private static func first(of list: String) -> PageLanguage? {
        var best: (language: PageLanguage, weight: Double)?
        for part in list.split(separator: ",").prefix(Limits.languages) {
            let parts = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let language = parts.first.flatMap(known) else { continue }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }
                .map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            // A weight that is no number counts as zero, and zero means that it is not wanted.
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }
}

extension PageLanguage {
    /// Chooses the language of the answer to a request.
    init(of request: HTTPRequest) {
        self.init(asked: request.arguments["lang"], preferred: request.header("Accept-Language"))
    }
}
