import LinuxIO

/// The programs that can play a sound file, and the choice of one.
struct SoundPrograms {
    /// A program, and the sound server that it needs.
    private struct Candidate {
        let command: [String]
        /// The Debian package that has it.
        let package: String
        /// The variable that names another server; nil if the program needs none.
        var variable: String?
        /// The server's socket in the directory of the user's session.
        var socket = ""
    }

    /// The programs that are known, in the order of preference.
    ///
    /// PipeWire has the socket of PulseAudio as well. Where PulseAudio plays, PipeWire may run for
    /// the screen alone, and would stay silent.
    private static let known = [
        Candidate(
            command: ["paplay"], package: "pulseaudio-utils", variable: "PULSE_SERVER",
            socket: "pulse/native"),
        // By default the program asks for 100 ms, which is all the delay that the horn may have.
        Candidate(
            command: ["pw-play", "--latency=20ms"], package: "pipewire-bin",
            variable: "PIPEWIRE_REMOTE", socket: "pipewire-0"),
        Candidate(command: ["aplay", "--quiet"], package: "alsa-utils"),
    ]

    /// The command line of the program that the user wants; nil for the first that can play.
    let wanted: [String]?
    private let environment: Environment
    private let exists: (String) -> Bool

    /// Makes the choice of programs.
    ///
    /// - Parameters:
    ///   - wanted: The command line of a program; nil or empty for the first that can play.
    ///   - exists: Returns true if there is a file at a path.
    init(
        _ wanted: String?, _ environment: Environment,
        exists: @escaping (String) -> Bool = Files.exists
    ) {
        let words = wanted?.split(separator: " ").map(String.init) ?? []
        self.wanted = words.isEmpty ? nil : words
        self.environment = environment
        self.exists = exists
    }

    /// Returns the command line that plays a file, whose path comes last.
    ///
    /// It is chosen for each sound, as a session may begin or end in the meantime.
    func command() throws(Failure) -> [String] {
        if let wanted {
            guard let objection = objection(to: wanted[0]) else { return wanted }
            throw Failure(.usage, tr("cannot play sounds with '%1$@': %2$@", wanted[0], objection))
        }
        let usable = Self.known.filter(hasServer)
        if let found = usable.first(where: { objection(to: $0.command[0]) == nil }) {
            return found.command
        }
        let names = usable.map { "'\($0.command[0])'" }.joined(separator: ", ")
        throw Failure(
            .usage, tr("cannot play sounds without one of these programs: %1$@", names),
            hint: tr("install it with 'apt install %1$@'", usable[0].package))
    }

    private func hasServer(_ candidate: Candidate) -> Bool {
        guard let variable = candidate.variable else { return true }
        if environment[variable] != nil { return true }
        return environment["XDG_RUNTIME_DIR"].map { exists("\($0)/\(candidate.socket)") } ?? false
    }

    private func objection(to program: String) -> String? {
        Programs.objection(to: program, path: environment["PATH"])
    }
}
