/// The file of gatherd's database, as programs know it that do not open it.
public enum DatabaseFile {
    /// The mark of gatherd's files in the header: "gath" in ASCII.
    public static let applicationID = 0x6761_7468

    /// The number of bytes at the beginning that say whose file it is.
    public static let headerSize = 72

    /// Returns true for the beginning of such a file, of any version,
    /// https://www.sqlite.org/fileformat2.html#the_database_header.
    public static func isHeader(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= headerSize, bytes.starts(with: "SQLite format 3\0".utf8) else {
            return false
        }
        return bytes[68..<72].reduce(0) { $0 << 8 | Int($1) } == applicationID
    }
}
