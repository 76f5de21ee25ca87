import CEmbedded

/// The pages and what belongs to them, embedded in the program.
struct PageStore {
    /// A file that browsers get.
    struct File {
        /// Its type, for `Content-Type`.
        let type: String
        /// The value of `ETag`, with its quotes.
        let tag: String
        /// Its bytes.
        let body: KeptBody
    }

    private let files: [String: File]

    init() {
        files = Dictionary(uniqueKeysWithValues: Self.embedded.map { ($0, Self.file($0, $1)) })
    }

    /// The files by their names: copies, made at each use.
    static var embedded: [String: [UInt8]] {
        let list = cembedded_pages()
        let files = UnsafeBufferPointer(start: list.files, count: list.count)
        return Dictionary(
            uniqueKeysWithValues: files.map { file in
                let bytes = UnsafeBufferPointer(start: file.begin, count: file.end - file.begin)
                return (String(cString: file.name), Array(bytes))
            })
    }

    private static func file(_ name: String, _ bytes: [UInt8]) -> File {
        File(type: type(of: name), tag: "\"\(hash(bytes))\"", body: KeptBody(bytes))
    }

    /// Returns a file by its name.
    subscript(name: String) -> File? { files[name] }

    /// Returns a file by its name; a page in a language.
    subscript(name: String, language: PageLanguage) -> File? {
        guard let file = files[name], name.hasSuffix(".html"), let catalogue = language.catalogue
        else { return files[name] }
        // Without the catalogue the page stays in English; no frame of the page waits for it.
        let script = "<script defer data-catalogue src=\"/assets/\(catalogue)\"></script>"
        let unscripted = tr("This page needs JavaScript.")
        let changes = [
            ("<html lang=\"en\">", "<html lang=\"\(language.code)\">"), ("<!-- texts -->", script),
            (unscripted.text(in: .english), PageTitle.escaped(unscripted.text(in: language))),
        ]
        let page = changes.reduce(Array(file.body.content)) { page, change in
            page.replacing(Array(change.0.utf8), with: Array(change.1.utf8), maxReplacements: 1)
        }
        return Self.file(name, page)
    }

    /// Returns the name of the page at a path; nil if there is none.
    static func page(at path: String) -> String? {
        switch path {
        case "/": "board.html"
        case "/overlay", "/history", "/squad", "/pitches", "/table", "/remote":
            "\(path.dropFirst()).html"
        default: path.hasPrefix("/match/") ? "match.html" : nil
        }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }

    /// Returns a number that another content hardly has, FNV-1a of 64 bits.
    private static func hash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
