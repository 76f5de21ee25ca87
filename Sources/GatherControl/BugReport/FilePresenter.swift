import LinuxIO

/// The texts for files and who may use them.
enum FilePresenter {
    /// The lowest user ID of a person's account; lower ones belong to the system.
    private static let firstPerson: UInt32 = 1_000

    /// Returns a row: path, mode, owner, kind and size.
    static func row(_ path: String, uid: UInt32) -> [String] {
        do {
            guard let status = try Files.status(of: path, followingLink: false) else {
                return [path, tr("not there")]
            }
            let mode = String(status.permissions, radix: 8)
            let size = status.kind == .file ? Files.size(of: path).map { "\($0)" } ?? "" : ""
            return [
                path, String(repeating: "0", count: max(0, 4 - mode.count)) + mode,
                "\(user(status.owner, uid)):\(group(status.group))", status.kind.rawValue, size,
            ]
        } catch {
            return [path, "\(error)"]
        }
    }

    /// Returns what stands in the place of a file; nil for a file.
    static func objection(to kind: FileKind) -> String? {
        switch kind {
        case .file: nil
        case .directory: tr("it is a directory")
        case .link: tr("it is a symbolic link")
        case .pipe: tr("it is a named pipe")
        case .socket: tr("it is a socket")
        case .device: tr("it is a device")
        }
    }

    private static func user(_ id: UInt32, _ own: UInt32) -> String {
        if isPerson(id) { return id == own ? tr("you") : "\(id)" }
        return UserName.of(uid: id) ?? "\(id)"
    }

    private static func group(_ id: UInt32) -> String {
        isPerson(id) ? "\(id)" : GroupName.of(id: id) ?? "\(id)"
    }

    private static func isPerson(_ id: UInt32) -> Bool {
        id >= firstPerson && id != OverflowIDs.standard
    }
}
