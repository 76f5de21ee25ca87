/// The byte order mark of UTF-8, which some editors, such as those of Windows, put before a text.
public enum ByteOrderMark {
    private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns true if a file begins with the mark.
    public static func begins(_ file: [UInt8]) -> Bool { file.starts(with: utf8) }

    /// Returns the text of a file without the mark.
    public static func removed(from file: [UInt8]) -> [UInt8] {
        begins(file) ? Array(file.dropFirst(utf8.count)) : file
    }

    /// Returns the first line of a file without the mark.
    public static func removed(from line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.starts(with: utf8) ? line.dropFirst(utf8.count) : line
    }
}
