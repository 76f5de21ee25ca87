/// The chain of a gather's events: each has the digest of what happened and of the digest before.
///
/// A hashed event cannot change without all digests after it. Somebody who has kept a later digest
/// elsewhere, or a code made of one, can see the change; anybody who can write to the file can make
/// another chain that is whole.
enum EventChain {
    /// The number of characters of a code, which has 80 bits.
    static let codeLength = 16

    /// Returns the digest before the first event that has one.
    ///
    /// It contains the number of that event, so the chain also covers that the events before it
    /// have no digest.
    ///
    /// - Parameters:
    ///   - id: The UUID of the gather.
    ///   - number: The number of that event.
    static func start(of id: String, at number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in [.text("gatherd chain 1"), .text(id), .integer(number)] as [SQLiteValue] {
            value.forEachByte { bytes.append($0) }
        }
        return Digest.sha256(bytes)
    }

    /// Returns the digest of an event; nil if a salt is missing.
    ///
    /// - Parameters:
    ///   - previous: The digest of the event before.
    ///   - columns: The columns of its row. The number of its gather is not in the digest, since
    ///     the same gather can have another number in another file.
    static func digest(
        after previous: [UInt8], of columns: [SQLiteValue], salts: SealedDetails.Salts
    ) throws(StoreError) -> [UInt8]? {
        var bytes = previous
        bytes.reserveCapacity(512)
        for (index, value) in columns[..<EventRow.contentColumns].enumerated().dropFirst() {
            var value = value
            if index == EventRow.detailsColumn, let details = value.text {
                guard let sealed = try SealedDetails.sealed(details, salts: salts) else {
                    return nil
                }
                value = .text(sealed)
            }
            value.forEachByte { bytes.append($0) }
        }
        return Digest.sha256(bytes)
    }

    /// Returns the code that stands for the state of a gather, as people copy it from a sheet: 16
    /// characters in groups of 4.
    ///
    /// - Parameters:
    ///   - id: The UUID of the gather.
    ///   - number: The number of its newest event.
    ///   - digest: The digest of that event.
    static func code(of id: String, at number: Int, _ digest: [UInt8]) -> String {
        var bytes: [UInt8] = []
        for value in [.text("gatherd code 1"), .text(id), .integer(number)] as [SQLiteValue] {
            value.forEachByte { bytes.append($0) }
        }
        return Self.text(of: Digest.sha256(bytes + digest))
    }

    /// The digits of Crockford's base 32, without those that are taken for others.
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private static func text(of bytes: [UInt8]) -> String {
        var (text, bits, width) = ("", 0, 0)
        var rest = bytes.makeIterator()
        for place in 0..<codeLength {
            if width < 5, let byte = rest.next() {
                (bits, width) = (bits << 8 | Int(byte), width + 8)
            }
            if place > 0, place % 4 == 0 { text.append("-") }
            width -= 5
            text.append(digits[bits >> width & 31])
            bits &= 1 << width - 1
        }
        return text
    }

    /// Reads a code as somebody types it, in either case and with or without its groups; nil if it
    /// is none.
    ///
    /// - Returns: The code as ``code(of:at:_:)`` writes it.
    static func code(read text: String) -> String? {
        var read = ""
        for character in text.uppercased() where character != "-" && character != " " {
            let digit: Character =
                switch character {
                case "O": "0"
                case "I", "L": "1"
                default: character
                }
            guard digits.contains(digit), read.count < codeLength + codeLength / 4 - 1 else {
                return nil
            }
            if read.count % 5 == 4 { read.append("-") }
            read.append(digit)
        }
        return read.count == codeLength + codeLength / 4 - 1 ? read : nil
    }
}
