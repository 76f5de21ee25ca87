import GatherAPI
import Glibc
import LinuxIO

/// A file of which all is imported, or nothing.
struct ImportedFile {
    /// The path; `-` is standard input.
    let path: String
    /// The text of an error, with a place for the cause.
    let failure: String

    /// The most errors and names that are listed.
    private static let mostListed = 20

    /// The name in a message.
    var name: String { path == "-" ? tr("standard input") : "'\(path)'" }

    /// Reads it.
    ///
    /// - Parameter limit: The most bytes that it may have.
    func contents(_ context: Context, limit: Int) throws(Failure) -> [UInt8] {
        do {
            if path == "-" { return try context.streams.input.contents(limit: limit) }
            guard let bytes = try Files.contents(of: path, limit: limit) else {
                throw SystemError(ENOENT)
            }
            return bytes
        } catch {
            throw Failure(.refused, tr("cannot read %1$@: %2$@", name, "\(error)"))
        }
    }

    /// Returns the failure for errors in its text.
    func wrong(_ errors: [PlayerFileError], in bytes: [UInt8]) -> Failure {
        let shown = errors.prefix(Self.mostListed).map { $0.text(in: bytes).shown }
        let more = errors.count - shown.count
        return Failure(
            .refused, failure, cause: tr("%1$@ is wrong, and none was imported", name),
            details: shown + (more > 0 ? [tr("and %1$@ more", more)] : []))
    }

    /// Returns names in a line; of very many, the first ones.
    static func listed(_ names: [String]) -> String {
        names.prefix(mostListed).joined(separator: ", ")
            + (names.count > mostListed ? ", ..." : "")
    }
}
