import LinuxIO

/// The files of a certificate and its key, which are read again when they were renewed.
struct Certificate {
    private let certificate: String
    private let key: String
    private var present: HTTPEngine.Identity?

    /// The longest file in bytes.
    private static let longestFile = 1 << 18

    init(certificate: String, key: String) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// Reads the files, and returns them if they are not as they were read last.
    ///
    /// A renewal puts new files in the place of the old ones, or writes them over.
    mutating func renewed() throws(ServiceFailure) -> HTTPEngine.Identity? {
        let identity = HTTPEngine.Identity(
            certificate: try Self.contents(of: certificate), key: try Self.contents(of: key))
        guard identity != present else { return nil }
        present = identity
        return identity
    }

    private static func contents(of path: String) throws(ServiceFailure) -> [UInt8] {
        let bytes: [UInt8]?
        do { bytes = try Files.contents(of: path, limit: longestFile) } catch {
            throw ServiceFailure(description: "cannot read \(path): \(error)")
        }
        guard let bytes else {
            throw ServiceFailure(description: "cannot read \(path): there is no such file")
        }
        return bytes
    }
}
