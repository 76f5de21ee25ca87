import GatherAPI
import Glibc
import LinuxIO

/// The settings that people have written in files for the daemon: `gatherd.conf` in its
/// configuration directory, then the files in `gatherd.conf.d`; then the same for its pitch,
/// `gatherd@PITCH.conf`.
///
/// A later file takes precedence, and an empty value takes back an earlier one.
struct Configuration: Hashable {
    /// A value and where it was read.
    struct Value: Hashable {
        let text: String
        /// The path and the line.
        let place: String
    }

    /// Something that is wrong in a file, or with one.
    struct Fault: Hashable, CustomStringConvertible {
        /// The path, and the line if the fault is in one.
        let place: String
        let reason: String
        /// True if the daemon must not start without knowing what was meant.
        var isFatal = false

        var description: String { "\(place): \(reason)" }
    }

    /// The files that were read, in their order.
    private(set) var files: [String] = []
    private(set) var faults: [Fault] = []
    private var values: [Setting: Value] = [:]

    /// No configuration.
    static let none = Configuration()

    private init() {}

    /// Reads all files of a directory.
    ///
    /// - Parameters:
    ///   - directory: The configuration directory; nil if none is known.
    ///   - pitch: The name of the daemon's pitch; nil if it has none.
    ///   - uid: The user who, beside root, is trusted to write the files.
    init(in directory: String?, pitch: String?, for uid: UInt32) {
        guard let directory else { return }
        for name in ["gatherd"] + (pitch.map { ["gatherd@\($0)"] } ?? []) {
            let main = "\(directory)/\(name)\(Self.suffix)"
            for path in [main] + dropIns(in: "\(main).d") { read(path, for: uid) }
        }
    }

    /// Reads the files for a daemon with this environment.
    init(_ environment: Environment) {
        let pitch = environment[Self.pitchVariable].flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            in: StandardPaths.configurationDirectory(environment),
            // A name with a slash would lead to a file in another directory.
            pitch: pitch.flatMap { $0.contains("/") ? nil : $0 }, for: environment.uid)
        if let pitch, !PitchName.isWellFormed(pitch) {
            // The fault is reported, but not fatal: a pitch that has such a name keeps its match.
            let fault = Fault(
                place: Self.pitchVariable,
                reason: "'gatherctl -p' cannot name the pitch '\(pitch)'; use 1 to "
                    + "\(PitchName.limit) letters, digits, '_' and '-', or its '--socket'")
            faults.append(fault)
        }
    }

    /// The environment variable with the name of the pitch.
    static let pitchVariable = "GATHERD_PITCH"

    private static let suffix = ".conf"
    private static let section = "[Daemon]"

    subscript(setting: Setting) -> Value? { values[setting] }

    /// The fault with which the daemon must not start; nil if there is none.
    var fatalFault: Fault? { faults.first(where: \.isFatal) }

    // MARK: - Reading

    private mutating func dropIns(in directory: String) -> [String] {
        do {
            return try Files.names(in: directory)
                .filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
                .sorted().map { "\(directory)/\($0)" }
        } catch {
            let isAbsent = [ENOENT, ENOTDIR].contains(error.code) && !Self.isTaken(directory)
            if !isAbsent { refuse(directory, "\(error)") }
            return []
        }
    }

    private mutating func read(_ path: String, for uid: UInt32) {
        do {
            guard let file = try SettingsFile(reading: path, for: uid) else {
                if Self.isTaken(path) { refuse(path, "its link leads to no file that can be read") }
                return
            }
            files.append(path)
            read(file)
        } catch {
            switch error {
            case .open:
                let word = ShellWord.of(path)
                let owner = uid == 0 ? "root" : "root or this user"
                refuse(
                    path,
                    "others than \(owner) can change it; mend it with 'chown root \(word)' and "
                        + "'chmod 644 \(word)'")
            case .unreadable(let cause): refuse(path, "cannot read it: \(cause)")
            case .notText: refuse(path, "it is no text in UTF-8")
            }
        }
    }

    /// Returns true if something has the path, such as a link to a file that is not there.
    private static func isTaken(_ path: String) -> Bool { (try? Files.kind(at: path)) != nil }

    private mutating func refuse(_ path: String, _ reason: String) {
        faults.append(Fault(place: path, reason: reason, isFatal: true))
    }

    private mutating func read(_ file: SettingsFile) {
        for entry in file.entries(of: Self.section) {
            switch entry {
            case .setting(let name, let value, let place): take(name, value, at: place)
            case .fault(let place, let reason): ignore(place, reason)
            }
        }
    }

    private mutating func take(_ name: String, _ value: String, at place: String) {
        guard let setting = Setting(rawValue: name) else {
            let known = Setting.allCases.map(\.rawValue).joined(separator: ", ")
            return ignore(place, "unknown setting '\(name)'; there are \(known)")
        }
        if value.isEmpty {
            values[setting] = nil
        } else if let objection = setting.objection(to: value) {
            ignore(place, "\(name): \(objection)")
        } else {
            values[setting] = Value(text: value, place: place)
        }
    }

    private mutating func ignore(_ place: String, _ reason: String) {
        faults.append(Fault(place: place, reason: "\(reason), ignoring"))
    }
}
