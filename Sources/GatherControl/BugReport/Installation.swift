import LinuxIO

/// The daemon that a report is about: where its files are, and who manages its units.
struct Installation: Hashable {
    /// True for the machine's daemon, false for a user's own.
    let isOfMachine: Bool
    /// The directory of the sockets.
    let runtimeDirectory: String
    /// The directory of the state; nil for a daemon at another socket, which can have it anywhere.
    let stateDirectory: String?
    let configurationDirectory: String?
    let pitch: String?

    private static let systemRuntime = "/run/gatherd"
    private static let suffix = ".sock"

    /// Finds the daemon at a socket.
    ///
    /// - Parameter pitch: The pitch of the options; nil for that of the name of the socket.
    init(socket: String, pitch: String?, _ environment: Environment) {
        runtimeDirectory = Files.directory(of: socket)
        isOfMachine = runtimeDirectory == Self.systemRuntime
        let usual = StandardPaths.stateDirectory(environment)
        let own = StandardPaths.socket(environment, stateDirectory: usual)
        let isUsual = isOfMachine || own.map(Files.directory) == runtimeDirectory
        let chosen = pitch.flatMap { $0.isEmpty ? nil : $0 }
        let name = chosen ?? (isUsual ? Self.pitch(of: socket) : nil)
        self.pitch = name
        let isForeign = isOfMachine && environment.uid != 0
        let isKnown = isUsual || environment["STATE_DIRECTORY"] != nil
        let state: String? = isForeign ? "/var/lib/gatherd" : isKnown ? usual : nil
        stateDirectory = state.map { state in name.map { "\(state)/\($0)" } ?? state }
        configurationDirectory =
            isForeign ? "/etc/gatherd" : StandardPaths.configurationDirectory(environment)
    }

    /// Returns the pitch that the units have at a socket; nil for the usual one.
    private static func pitch(of socket: String) -> String? {
        let file = socket.split(separator: "/").last ?? ""
        let name = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : ""
        return name.isEmpty || name == "gatherd" ? nil : name
    }

    /// The directory of the socket, if that is the directory of a state as well.
    var stateBeside: String? {
        let lock = "\(runtimeDirectory)/\(StandardPaths.lockName)"
        return Files.exists(lock) ? runtimeDirectory : nil
    }

    /// The options for programs of systemd: those of the user's manager for a user's daemon.
    var managerOptions: [String] { isOfMachine ? [] : ["--user"] }

    /// The service of the daemon.
    var service: String { pitch.map { "gatherd@\($0).service" } ?? "gatherd.service" }

    /// The patterns of systemd for all units of ours, those of pitches among them.
    static let units = [
        "gatherd*", "gather-submit*", "gather-web*", "gather-remote*", "gather-mqtt*",
        "gather-club*",
    ]

    /// Returns true for the name of a file of gatherd's, as a socket may be in any directory.
    private static func isOurs(_ name: String) -> Bool {
        [".sock", ".conf", ".json"].contains { name.hasSuffix($0) }
            || ["gather", "account", "token"].contains { name.hasPrefix($0) }
            || name == brokerPassword
    }

    private static let brokerPassword = "mqtt-password"

    /// The directories with settings about the broker, besides the configuration directory.
    private var brokerDirectories: [String] {
        guard let directory = configurationDirectory else { return [] }
        return ((try? Files.names(in: directory)) ?? []).sorted()
            .filter { $0.hasPrefix("mqtt") && $0.hasSuffix(".conf.d") }
            .map { "\(directory)/\($0)" }
    }

    /// The files with settings about the broker, of all pitches.
    var brokerFiles: [String] {
        guard let directory = configurationDirectory else { return [] }
        return ([directory] + brokerDirectories).flatMap { place in
            let names = ((try? Files.names(in: place)) ?? []).filter { $0.hasSuffix(".conf") }
            return names.filter { place != directory || $0.hasPrefix("mqtt") }
                .map { "\(place)/\($0)" }
        }
    }

    /// The files with secrets, which only root or the user of a service can read.
    var secretFiles: [String] {
        (stateDirectory.map { ["\($0)/account.token", "\($0)/token"] } ?? [])
            + (configurationDirectory.map { ["\($0)/\(Self.brokerPassword)"] } ?? [])
    }

    /// The files and directories whose permissions matter, in order.
    var paths: [String] {
        let runtime = Files.directory(of: runtimeDirectory)
        let directories =
            [
                runtimeDirectory, "\(runtime)/gather-submit", "\(runtime)/gather-web",
                "\(runtime)/gather-remote", "\(runtime)/gather-club", stateDirectory,
                configurationDirectory,
                configurationDirectory.map { "\($0)/gatherd.conf.d" },
                configurationDirectory.map { "\($0)/formats" },
            ] + brokerDirectories
        return directories.compactMap(\.self).flatMap { directory in
            let names = (try? Files.names(in: directory)) ?? []
            let files = names.filter(Self.isOurs).sorted().map { "\(directory)/\($0)" }
            // A directory in it is one of a pitch, or is in this list itself.
            return [directory] + files.filter { !Files.isDirectory($0) }
        }
    }
}
