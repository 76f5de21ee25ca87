import Glibc
import LinuxIO

/// The programs of this machine.
enum Programs {
    /// Returns a program of ours: the one that was installed, or built, with this one, else that of
    /// the search path.
    static func ours(_ name: String) -> String {
        let beside = Files.ownProgram.map { "\(Files.directory(of: $0))/\(name)" }
        return beside.flatMap { Files.exists($0) ? $0 : nil } ?? name
    }

    /// Returns the reason why a program cannot be run; nil if it can.
    ///
    /// The program is looked up in the search path unless its name has a slash.
    static func objection(to name: String, path: String?) -> String? {
        guard !name.contains("/") else { return objection(toFile: name) }
        // Without a path, the C library uses its default.
        guard let path else { return nil }
        let files = path.split(separator: ":", omittingEmptySubsequences: false).map {
            // An empty entry is the current directory.
            $0.isEmpty ? name : "\($0)/\(name)"
        }
        let objections = files.map(objection(toFile:))
        if objections.contains(nil) { return nil }
        return objections.compactMap(\.self).first { $0 != missing } ?? missing
    }

    private static let missing = tr("there is no such program")

    private static func objection(toFile path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT ? missing : "\(SystemError())"
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return access(path, X_OK) == 0 ? nil : tr("it is not executable")
        case S_IFDIR: return tr("it is a directory")
        default: return tr("it is not a program")
        }
    }
}
