import LinuxIO

/// Pictures of teams, in a directory: `Reds.png` is that of a side with the name `Reds`.
struct CrestStore {
    private let directory: String?

    private static let suffix = ".png"
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Takes the directory; nil for no pictures.
    init(_ directory: String?) { self.directory = directory }

    /// Returns the picture of a team; nil if there is none, or none that browsers should get.
    ///
    /// The names of files are compared without regard to case; no part of a team's name can lead
    /// out of the directory.
    func picture(of team: String) -> [UInt8]? {
        guard let directory, let names = try? Files.names(in: directory) else { return nil }
        let wanted = team.lowercased() + Self.suffix
        guard let name = names.first(where: { $0.lowercased() == wanted }),
            let file = try? Files.open("\(directory)/\(name)"),
            let status = try? Files.status(of: file), status.kind == .file,
            let bytes = try? Files.contents(of: file, limit: Limits.crestBytes),
            Self.isPicture(bytes)
        else { return nil }
        return bytes
    }

    /// Returns true for a PNG of a usual size, by its header: the signature, and the chunk IHDR of
    /// its width and height, https://www.w3.org/TR/png-3.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 33, bytes.starts(with: signature),
            bytes[8..<16].elementsEqual([0, 0, 0, 13] + Array("IHDR".utf8))
        else { return false }
        return [16, 20].allSatisfy { start in
            let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            return (1...Limits.crestPixels).contains(size)
        }
    }
}
