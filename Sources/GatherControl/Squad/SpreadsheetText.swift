import LinuxIO

/// The text of a file in UTF-8, and the encoding that it was read in.
///
/// Spreadsheets write UTF-8 with or without a byte order mark, UTF-16, and, as "CSV", the code page
/// of the machine: in western Europe Windows-1252, whose printable part has all of Latin-1.
struct SpreadsheetText {
    /// The encoding of a file that is not UTF-8.
    enum Encoding: String {
        case utf16 = "UTF-16"
        case windows1252 = "Windows-1252"
    }

    /// The text, without a byte order mark.
    let bytes: [UInt8]
    /// The encoding; nil for UTF-8.
    let encoding: Encoding?

    /// A line for the user about an encoding that is not UTF-8; nil for UTF-8.
    var warning: String? {
        encoding.map { tr("the file is not UTF-8: read as %1$@, check the names", $0.rawValue) }
    }

    /// Reads a text.
    ///
    /// - Throws: A ``PlayerFileError`` if no encoding fits.
    init(_ file: [UInt8]) throws(PlayerFileError) {
        if let isBigEndian = Self.isBigEndianUTF16(file) {
            (bytes, encoding) = (try Self.utf16(file, isBigEndian: isBigEndian), .utf16)
            return
        }
        let text = ByteOrderMark.removed(from: file)
        guard let wrong = Self.firstNotUTF8(text) else {
            (bytes, encoding) = (text, nil)
            return
        }
        // A file that is UTF-8 elsewhere is damaged; as Windows-1252 its names would be wrong.
        guard !ByteOrderMark.begins(file), wrong.isAlone else {
            throw PlayerFileError(wrong.offset, tr("this is not UTF-8"))
        }
        (bytes, encoding) = (try Self.windows1252(text), .windows1252)
    }

    // MARK: - UTF-16

    /// Returns the order of the bytes of UTF-16, by the mark or by the zero beside the first
    /// letter; nil if this is not UTF-16.
    private static func isBigEndianUTF16(_ file: [UInt8]) -> Bool? {
        guard file.count >= 2 else { return nil }
        switch (file[0], file[1]) {
        case (0xFE, 0xFF), (0, 1...): return true
        case (0xFF, 0xFE), (1..., 0): return false
        default: return nil
        }
    }

    private static func utf16(
        _ file: [UInt8], isBigEndian: Bool
    ) throws(PlayerFileError) -> [UInt8] {
        var units = stride(from: 0, to: file.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        if units.first == 0xFEFF { units.removeFirst() }
        guard file.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
        else { throw PlayerFileError(0, tr("this is not UTF-16")) }
        return Array(text.utf8)
    }

    // MARK: - UTF-8 and Windows-1252

    /// Returns the place of the first byte that is not of UTF-8, and true if the file has no
    /// letters of several bytes that are; nil if all is UTF-8.
    private static func firstNotUTF8(_ text: [UInt8]) -> (offset: Int, isAlone: Bool)? {
        var (offset, isAlone) = (0, true)
        var wrong: Int?
        while offset < text.count {
            let length = sequence(text[offset])
            let end = min(offset + max(length, 1), text.count)
            if length == 1 {
                offset += 1
            } else if length > 1, String(validating: text[offset..<end], as: UTF8.self) != nil {
                (offset, isAlone) = (end, false)
            } else {
                wrong = wrong ?? offset
                offset += 1
            }
        }
        return wrong.map { ($0, isAlone) }
    }

    /// Returns the number of bytes that a first byte of UTF-8 announces; 0 for none.
    private static func sequence(_ byte: UInt8) -> Int {
        switch byte {
        case ..<0x80: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    private static func windows1252(_ text: [UInt8]) throws(PlayerFileError) -> [UInt8] {
        var scalars = String.UnicodeScalarView()
        for (offset, byte) in text.enumerated() {
            guard let scalar = scalar(byte) else {
                throw PlayerFileError(offset, tr("this is neither UTF-8 nor Windows-1252"))
            }
            scalars.append(scalar)
        }
        return Array(String(scalars).utf8)
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let scalar = ofWindows[Int(byte) - 0x80]
        return scalar == "\u{FFFD}" ? nil : scalar
    }

    /// The characters from 0x80 to 0x9F, as the Encoding Standard has them; U+FFFD for those that
    /// nobody uses.
    private static let ofWindows = Array(
        // Not translated: a table of characters.
        """
        €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\
        \u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ
        """.unicodeScalars)
}
