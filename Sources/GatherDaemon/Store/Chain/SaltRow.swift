/// A row of the table `salts`.
struct SaltRow: StoredRow {
    static let table = "salts"
    static let columns = "holder, salt"

    /// The SQL that selects the salt of a holder.
    static let ofHolder = "\(selection) WHERE holder = ?1"

    static func name(of row: borrowing SQLiteRow) -> String { "a salt is" }

    /// The person or device whose name is sealed with it.
    let holder: String
    let salt: [UInt8]

    init(holder: String, salt: [UInt8]) { (self.holder, self.salt) = (holder, salt) }

    /// Makes a new salt, of the kernel's random bytes.
    init(holder: String) {
        var generator = SystemRandomNumberGenerator()
        let words = [generator.next(), generator.next()] as [UInt64]
        self.init(holder: holder, salt: words.flatMap { withUnsafeBytes(of: $0, Array.init) })
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 2, let holder = values[0].text, let salt = values[1].blob,
            salt.count == SealedDetails.saltSize
        else { return nil }
        self.init(holder: holder, salt: salt)
    }

    var values: [SQLiteValue] { [.text(holder), .blob(salt)] }
}
