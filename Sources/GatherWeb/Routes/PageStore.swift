import GatherAPI

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
        files = Dictionary(
            uniqueKeysWithValues: Self.embedded.map { name, bytes in
                let tag = "\"\(Self.hash(bytes))\""
                return (name, File(type: Self.type(of: name), tag: tag, body: KeptBody(bytes)))
            })
    }

    /// Returns a file by its name.
    subscript(name: String) -> File? { files[name] }

    /// The name of the page at a path; nil if there is none.
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
