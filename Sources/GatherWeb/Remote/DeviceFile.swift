import LinuxIO

/// `devices.json` in the state directory, for its owner alone.
struct DeviceFile: DeviceFiles {
    let path: String

    /// The longest file in bytes.
    private static let longestFile = 1 << 18

    /// Takes the directory, which is made if there is none.
    init(in directory: String) throws(SystemError) {
        if !Files.isDirectory(directory) { _ = try Files.makeDirectory(directory) }
        path = "\(directory)/devices.json"
    }

    func read() throws -> [UInt8]? { try Files.contents(of: path, limit: Self.longestFile) }

    func write(_ bytes: [UInt8]) throws { try Files.replace(path, with: bytes) }
}
