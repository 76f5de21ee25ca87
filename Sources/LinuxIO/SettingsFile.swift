import Glibc

/// A file of settings in the form of systemd.syntax(7): sections in brackets, and lines with a
/// name, an equals sign and a value.
///
/// The program that reads it knows the meaning of sections and names.
public struct SettingsFile: Hashable, Sendable {
    /// The content of a line.
    public enum Content: Hashable, Sendable {
        /// The beginning of a section, with its brackets.
        case section(String)
        /// A name and its value, which may be empty.
        case setting(name: String, value: String)
        /// A text without an equals sign.
        case text(String)
    }

    /// A line that is neither empty nor a comment, with those that continue it.
    public struct Line: Hashable, Sendable {
        /// The number of the line in the file; that of the first one if others continue it.
        public let number: Int
        /// The content, without blanks around it.
        public let content: Content
    }

    /// The reason why a file is not used.
    public enum Problem: Error, Hashable, Sendable {
        /// Users other than this one and root can change the file.
        case open
        /// The file cannot be read.
        case unreadable(SystemError)
        /// The file is not UTF-8, or has control characters besides tabs and ends of lines.
        case notText
    }

    /// The path of the file.
    public let path: String
    /// The lines that say something, in the order of the file.
    public let lines: [Line]

    /// The longest file in bytes.
    private static let longestFile = 1 << 16

    /// The permissions of chmod(1) by which others than the owner may write.
    private static let writableForOthers: UInt32 = 0o022

    /// Makes a file of its text.
    public init(path: String, text: String) {
        self.path = path
        lines = Self.lines(of: text)
    }

    /// Reads a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - uid: The user who, beside root, is trusted to write it.
    /// - Throws: A ``Problem`` if it is not used.
    public init?(reading path: String, for uid: UInt32) throws(Problem) {
        guard let bytes = try Self.contents(of: path, for: uid) else { return nil }
        guard !bytes.contains(where: Self.isControl),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .notText }
        self.init(path: path, text: text)
    }

    /// A line for a program that knows one section.
    public enum Entry: Hashable, Sendable {
        /// A setting of that section, and its place in the file.
        case setting(name: String, value: String, place: String)
        /// A place in the file, the reason why its line is none, and the line without its value.
        case fault(place: String, reason: String, text: String)
    }

    /// Returns the settings of a section, in the order of the file, and all lines that are none.
    ///
    /// - Parameter section: The section with its brackets, the only one there is.
    public func entries(of section: String) -> [Entry] {
        var isInSection = false
        return lines.compactMap { line in
            let place = "\(path), line \(line.number)"
            switch line.content {
            case .section(let text):
                isInSection = text == section
                let reason = "unknown section \(text); use \(section)"
                return isInSection ? nil : .fault(place: place, reason: reason, text: text)
            case .text(let text):
                return .fault(place: place, reason: "'\(text)' has no '='", text: text)
            case .setting(let name, let value):
                let reason = "'\(name)' is not in the section \(section)"
                return isInSection
                    ? .setting(name: name, value: value, place: place)
                    : .fault(place: place, reason: reason, text: name)
            }
        }
    }

    /// Returns true for a control character that no text has.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte == 0x7F || byte < 0x20 && !"\t\n\r".utf8.contains(byte)
    }

    private static func contents(of path: String, for uid: UInt32) throws(Problem) -> [UInt8]? {
        guard let (file, status) = try open(path) else { return nil }
        // A link to /dev/null stands for an empty file, as in systemd's directories.
        if status.kind == .device { return [] }
        guard [0, uid].contains(status.owner), status.permissions & writableForOthers == 0 else {
            throw .open
        }
        do { return try Files.contents(of: file, limit: longestFile) } catch {
            throw .unreadable(error)
        }
    }

    /// Opens a file; nil if there is none.
    private static func open(
        _ path: String
    ) throws(Problem) -> (file: Descriptor, status: FileStatus)? {
        do {
            let file = try Files.open(path)
            return (file, try Files.status(of: file))
        } catch {
            // There is no file, or a part of the path is no directory.
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            // Neither can it be seen if this is the home of another user, as with setpriv(1).
            if error.code == EACCES, (try? Files.status(of: path)) == nil { return nil }
            throw .unreadable(error)
        }
    }

    private static func lines(of text: String) -> [Line] {
        // An editor may begin the file with a byte order mark, and end lines in CR LF.
        let marked = text.unicodeScalars.first == "\u{FEFF}"
        let content = marked ? String(text.unicodeScalars.dropFirst()) : text
        var lines: [Line] = []
        var begun: (text: String, number: Int)?
        func end(_ text: String, _ number: Int) {
            if !text.isEmpty { lines.append(Line(number: number, content: Self.content(text))) }
        }
        // Lines are those of an editor: to Unicode a form feed ends one as well.
        let parts = content.split(omittingEmptySubsequences: false) {
            ["\n", "\r\n", "\r"].contains($0)
        }
        for (index, part) in parts.enumerated() {
            let text = trimmed(part)
            if text.hasPrefix("#") || text.hasPrefix(";") { continue }
            let whole = begun.map { ("\($0.text) \(text)", $0.number) } ?? (text, index + 1)
            if whole.0.hasSuffix("\\") {
                begun = (trimmed(whole.0.dropLast()), whole.1)
                continue
            }
            begun = nil
            end(whole.0, whole.1)
        }
        if let begun { end(begun.text, begun.number) }
        return lines
    }

    private static func content(_ text: String) -> Content {
        if text.hasPrefix("[") { return .section(text) }
        guard let equals = text.firstIndex(of: "=") else { return .text(text) }
        return .setting(
            name: trimmed(text[..<equals]), value: trimmed(text[text.index(after: equals)...]))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
