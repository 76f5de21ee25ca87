import GatherAPI
import LinuxIO

/// The pitches of the machine: the sockets beside that of the usual one.
struct PitchDirectory {
    /// The name of the usual pitch.
    let usual: String
    private let path: String
    private let directory: String

    private static let suffix = ".sock"

    /// Takes the path of the usual pitch's socket.
    init(usual path: String) {
        self.path = path
        directory = Files.directory(of: path)
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.hasSuffix(Self.suffix) ? String(file.dropLast(Self.suffix.count)) : file
        usual = PitchName.isWellFormed(name) ? name : PitchName.ofNoPitch
    }

    /// Returns the path of a pitch's socket; nil if there is no such pitch.
    ///
    /// - Parameter name: The name; nil for the usual one, which may not be there yet.
    func path(of name: String?) -> String? {
        guard let name, name != usual else { return path }
        guard PitchName.isWellFormed(name) else { return nil }
        let path = "\(directory)/\(name)\(Self.suffix)"
        return Files.isSocket(path) ? path : nil
    }

    /// Returns the names of all pitches, the usual one first.
    func names() -> [String] {
        let files = (try? Files.names(in: directory)) ?? []
        let others = files.filter { $0.hasSuffix(Self.suffix) }
            .map { String($0.dropLast(Self.suffix.count)) }
            .filter { $0 != usual && path(of: $0) != nil }
        return [usual] + others.sorted().prefix(Limits.pitches - 1)
    }
}
