import LinuxIO

/// The daemon that a report is about: where its files are, and who manages its units.
struct Installation: Hashable {
    /// True for the machine's daemon, false for a user's own.
    let isOfMachine: Bool
    /// The directory of the sockets.
    let runtimeDirectory: String
    let stateDirectory: String?
    let configurationDirectory: String?
    let pitch: String?

    private static let systemRuntime = "/run/gatherd"

    /// Finds the daemon at a socket.
    init(socket: String, pitch: String?, _ environment: Environment) {
        runtimeDirectory = Files.directory(of: socket)
        isOfMachine = runtimeDirectory == Self.systemRuntime
        let pitch = pitch.flatMap { $0.isEmpty ? nil : $0 }
        self.pitch = pitch
        let isForeign = isOfMachine && environment.uid != 0
        let state =
            isForeign ? "/var/lib/gatherd" : StandardPaths.stateDirectory(environment)
        stateDirectory = state.map { state in pitch.map { "\(state)/\($0)" } ?? state }
        configurationDirectory =
            isForeign ? "/etc/gatherd" : StandardPaths.configurationDirectory(environment)
    }

    /// The options for programs of systemd: those of the user's manager for a user's daemon.
    var managerOptions: [String] { isOfMachine ? [] : ["--user"] }

    /// The service of the daemon.
    var service: String { pitch.map { "gatherd@\($0).service" } ?? "gatherd.service" }

    /// Returns true for the name of a file of gatherd's, as a socket may be in any directory.
    private static func isOurs(_ name: String) -> Bool {
        [".sock", ".conf", ".json"].contains { name.hasSuffix($0) }
            || ["gather", "account", "token"].contains { name.hasPrefix($0) }
    }

    /// The files and directories whose permissions matter, in order.
    var paths: [String] {
        let runtime = Files.directory(of: runtimeDirectory)
        let directories = [
            runtimeDirectory, "\(runtime)/gather-submit", "\(runtime)/gather-web",
            "\(runtime)/gather-remote", stateDirectory, configurationDirectory,
            configurationDirectory.map { "\($0)/gatherd.conf.d" },
            configurationDirectory.map { "\($0)/formats" },
        ]
        return directories.compactMap(\.self).flatMap { directory in
            let names = (try? Files.names(in: directory)) ?? []
            let files = names.filter(Self.isOurs).sorted().map { "\(directory)/\($0)" }
            // A directory in it is one of a pitch, or is in this list itself.
            return [directory] + files.filter { !Files.isDirectory($0) }
        }
    }
}
