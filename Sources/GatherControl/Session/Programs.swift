import Glibc
import LinuxIO

/// The programs of this machine.
enum Programs {
    /// Why a program cannot be run, where it is looked for in a search path unless its name has a
    /// slash; nil if it can.
    static func objection(to name: String, path: String?) -> String? {
        guard !name.contains("/") else { return objection(toFile: name) }
        // Without a path, the C library knows where to look.
        guard let path else { return nil }
        let files = path.split(separator: ":", omittingEmptySubsequences: false).map {
            // An empty one is the present directory.
            $0.isEmpty ? name : "\($0)/\(name)"
        }
        let objections = files.map(objection(toFile:))
        if objections.contains(nil) { return nil }
        return objections.compactMap(\.self).first { $0 != missing } ?? missing
    }

    private static let missing = "there is no such program"

    private static func objection(toFile path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT ? missing : "\(SystemError())"
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return access(path, X_OK) == 0 ? nil : "it is not executable"
        case S_IFDIR: return "it is a directory"
        default: return "it is no program"
        }
    }
}
