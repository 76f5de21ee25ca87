import Glibc

/// The programs of this machine.
enum Programs {
    /// Whether a program can be run, where it is looked for in a search path unless its name has a
    /// slash.
    static func has(_ name: String, path: String?) -> Bool {
        guard !name.contains("/"), let path else { return access(name, X_OK) == 0 || path == nil }
        return path.split(separator: ":", omittingEmptySubsequences: false).contains {
            // An empty one is the present directory.
            access($0.isEmpty ? name : "\($0)/\(name)", X_OK) == 0
        }
    }
}
