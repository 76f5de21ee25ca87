import Glibc
import LinuxIO

/// `devices.json` in the state directory, for its owner alone.
struct DeviceFile: DeviceFiles {
    let path: String

    /// The longest file in bytes.
    private static let longestFile = 1 << 18

    /// Takes the directory, which is made if there is none.
    init(in directory: String) throws {
        if !Files.isDirectory(directory) { _ = try Files.makeDirectory(directory) }
        try Self.check(directory)
        path = "\(directory)/devices.json"
    }

    func read() throws -> [UInt8]? {
        guard Files.exists(path) else { return nil }
        try Self.check(path)
        do { return try Files.contents(of: path, limit: Self.longestFile) } catch {
            throw ServiceFailure(description: "cannot read \(path): \(error)")
        }
    }

    /// Checks that nobody else can add a device of their own.
    private static func check(_ path: String) throws {
        guard let status = try Files.status(of: path) else { return }
        guard [0, geteuid()].contains(status.owner) else {
            throw ServiceFailure(description: "\(path) belongs to user \(status.owner)")
        }
        guard status.permissions & 0o022 == 0 else {
            throw ServiceFailure(
                description: "\(path) is not safe: others may write there (mode "
                    + "0\(String(status.permissions, radix: 8))); mend it with 'chmod go-w \(path)'"
            )
        }
    }

    func write(_ bytes: [UInt8]) throws { try Files.replace(path, with: bytes) }
}
