import LinuxIO

/// The files of a certificate and its key, which are read again when they were renewed.
struct Certificate {
    /// A reason why they cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let certificate: String
    private let key: String
    private var present: [FileIdentity?] = []

    /// The longest file in bytes.
    private static let longestFile = 1 << 18

    init(certificate: String, key: String) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// Reads the files, if they are others than those that were read last.
    ///
    /// A renewal puts new files in the place of the old ones.
    mutating func renewed() throws(Failure) -> HTTPEngine.Identity? {
        let found = [Files.identity(of: certificate), Files.identity(of: key)]
        guard found != present else { return nil }
        let identity = HTTPEngine.Identity(
            certificate: try Self.contents(of: certificate), key: try Self.contents(of: key))
        present = found
        return identity
    }

    private static func contents(of path: String) throws(Failure) -> [UInt8] {
        do {
            guard let bytes = try Files.contents(of: path, limit: longestFile) else {
                throw Failure(description: "cannot read \(path): there is no such file")
            }
            return bytes
        } catch let error as SystemError {
            throw Failure(description: "cannot read \(path): \(error)")
        } catch let failure as Failure {
            throw failure
        } catch { throw Failure(description: "cannot read \(path)") }
    }
}
