import GatherAPI
import LinuxIO

/// The settings that people have written in `gatherd.conf` and the files beside it.
typealias Configuration = ServiceConfiguration<Setting>

extension Configuration {
    private static let section = "[Daemon]"

    /// No configuration.
    static let none = Configuration(section: section)

    /// Reads all files of a directory, and those of a pitch.
    init(in directory: String?, pitch: String?, for uid: UInt32) {
        self.init(of: "gatherd", section: Self.section, in: directory, pitch: pitch, for: uid)
    }

    /// Reads the files for a daemon with this environment.
    init(_ environment: Environment) {
        let variable = StandardPaths.pitchVariable
        let pitch = environment[variable]
        self.init(
            in: StandardPaths.configurationDirectory(environment),
            // A name with a slash would lead to a file in another directory.
            pitch: pitch.flatMap { $0.contains("/") ? nil : $0 }, for: environment.uid)
        if let pitch, !PitchName.isWellFormed(pitch) {
            // The fault is reported, but not fatal: a pitch that has such a name keeps its match.
            let fault = Fault(
                place: variable,
                reason: "'gatherctl -p' cannot name the pitch '\(pitch)'; use 1 to "
                    + "\(PitchName.limit) letters, digits, '_' and '-', or its '--socket'")
            faults.append(fault)
        }
    }
}
