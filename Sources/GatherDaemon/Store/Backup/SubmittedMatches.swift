/// The matches of the present database, by whether a result of theirs was to be sent to a server.
struct SubmittedMatches {
    /// The IDs of the matches that have a submission, whatever has come of it.
    private(set) var submitted: Set<String> = []
    /// The IDs of all other matches.
    private(set) var others: Set<String> = []

    /// Reads the database of a directory, which is not changed.
    ///
    /// It is nil if there is no database, or none that can be read.
    init?(_ files: StoreFiles) {
        guard !files.isBlank else { return nil }
        do { try read(files) } catch { return nil }
    }

    private mutating func read(_ files: StoreFiles) throws(StoreError) {
        let database = try FileInspection.open(files)
        let tables = try database.texts("SELECT name FROM main.sqlite_schema")
        let submissions =
            tables.contains("submissions") ? "SELECT gather FROM submissions" : "SELECT 0 WHERE 0"
        var (submitted, others): (Set<String>, Set<String>) = ([], [])
        try database.prepare("SELECT id, number IN (\(submissions)) FROM gathers")
            .run { row throws(StoreError) in
                if row.integer(1) == 1 {
                    submitted.insert(row.text(0))
                } else {
                    others.insert(row.text(0))
                }
            }
        (self.submitted, self.others) = (submitted, others)
    }
}
