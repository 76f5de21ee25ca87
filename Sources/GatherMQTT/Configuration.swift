import GatherAPI
import LinuxIO

/// The settings in files: `mqtt.conf` in the configuration directory, then the files in
/// `mqtt.conf.d`; then the same for the pitch, `mqtt@PITCH.conf`.
///
/// A later file takes precedence, and an empty value takes back an earlier one.
struct Configuration {
    /// A reason why they cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The settings.
    private(set) var settings: [Setting: String] = [:]
    /// The lines that were not understood.
    private(set) var warnings: [String] = []

    private static let section = "[MQTT]"
    private static let suffix = ".conf"

    /// Reads all files of a directory.
    ///
    /// - Parameters:
    ///   - directory: The configuration directory; nil if none is known.
    ///   - pitch: The name of the pitch on the machine; nil for the usual one.
    ///   - uid: The user who, beside root, is trusted to write the files.
    init(in directory: String?, pitch: String?, for uid: UInt32) throws(Failure) {
        guard let directory else { return }
        for name in ["mqtt"] + (pitch.map { ["mqtt@\($0)"] } ?? []) {
            let main = "\(directory)/\(name)\(Self.suffix)"
            let more = ((try? Files.names(in: "\(main).d")) ?? [])
                .filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }.sorted()
            for path in [main] + more.map({ "\(main).d/\($0)" }) { try read(path, for: uid) }
        }
    }

    private mutating func read(_ path: String, for uid: UInt32) throws(Failure) {
        do {
            if let file = try SettingsFile(reading: path, for: uid) { read(file) }
        } catch {
            switch error {
            case .open:
                throw Failure(description: "others than root or this user can change \(path)")
            case .unreadable(let cause): throw Failure(description: "cannot read \(path): \(cause)")
            case .notText: throw Failure(description: "\(path) is no text in UTF-8")
            }
        }
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
            settings[setting] = nil
        } else if setting.accepts(value) {
            settings[setting] = value
        } else {
            ignore(place, "\(name)= needs \(setting.wanted)")
        }
    }

    private mutating func ignore(_ place: String, _ reason: String) {
        warnings.append("\(place): \(reason), ignoring")
    }
}
