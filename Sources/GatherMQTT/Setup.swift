import GatherAPI
import GatherClub
import LinuxIO

/// All that is set: by options, by files and by the environment.
struct Setup {
    /// The topics of the pitch.
    let topics: Topics
    /// The broker.
    let broker: BrokerSettings
    /// The socket of gatherd.
    let gatherd: String
    /// True to describe the pitch to Home Assistant.
    let isForHomeAssistant: Bool
    /// True if it is described with buttons.
    let hasButtons: Bool
    /// The description for Home Assistant; nil if there is none to be.
    var discovery: Discovery? {
        isForHomeAssistant ? Discovery(topics: topics, hasButtons: hasButtons) : nil
    }
    /// The order of teams with equal points, of who makes the table of the club; nil for others.
    let tableOrder: TableOrder?
    /// The socket at which the club is served; nil if none is known.
    let clubSocket: String?
    private let directory: String?
    /// The lines that were not understood.
    let warnings: [String]

    /// Returns the name of the role, which is that of its state directory and of its client.
    static func role(_ options: Options) -> String {
        options.isOfClub ? "gather-club" : "gather-mqtt"
    }

    /// Puts together what is set.
    init(_ options: Options, _ environment: Environment) throws {
        let instance = environment[StandardPaths.pitchVariable]
        if let instance, !PitchName.isWellFormed(instance) {
            throw OptionError(message: "'\(instance)' cannot be the name of a pitch")
        }
        let files = try Self.files(instance, environment)
        func value(_ setting: Setting) -> String? {
            options.settings[setting] ?? files[setting]?.text
        }
        func isOn(_ setting: Setting) -> Bool {
            value(setting).flatMap(Environment.truth) ?? false
        }
        let usual = Topics.usualPitch(machine: MachineName.current, instance: instance)
        // gatherctl repeats them, and has other options.
        let pitchIsSaid = "say Pitch= in mqtt.conf, or --pitch NAME of gather-mqtt"
        guard let pitch = value(.pitch) ?? usual else {
            throw OptionError(message: "the machine has no name: \(pitchIsSaid)")
        }
        guard Topics.isPitch(pitch) else {
            throw OptionError(
                message: "'\(pitch)' is a topic of the club, and no pitch: \(pitchIsSaid)")
        }
        guard let place = value(.broker).flatMap(BrokerPlace.init) else {
            let brokerIsSaid = "say Broker= in mqtt.conf, or --broker HOST of gather-mqtt"
            // One that is wrong is ignored, and is the reason.
            let faults = files.faults.map(\.description)
            throw OptionError(
                message: "no broker is known: "
                    + (faults + [brokerIsSaid]).joined(separator: "; "))
        }
        let isSecure = isOn(.tls)
        guard isSecure || value(.authorities) == nil else {
            throw OptionError(message: "--ca needs --tls, and CA= needs TLS=yes")
        }
        let directory = StandardPaths.stateDirectory(environment, of: Self.role(options))
        topics = Topics(prefix: value(.prefix) ?? "gather", pitch: pitch)
        broker = BrokerSettings(
            host: place.host, port: place.port ?? (isSecure ? 8_883 : 1_883), isSecure: isSecure,
            authorities: value(.authorities), user: value(.user),
            password: try Self.password(options.passwordFile, environment),
            clientID: "\(Self.role(options))-\(pitch)")
        gatherd =
            options.socket ?? environment["GATHERD_SOCKET"]
            ?? StandardPaths.usualSocket(environment)
        (isForHomeAssistant, hasButtons) = (isOn(.homeAssistant), isOn(.buttons))
        tableOrder =
            isOn(.table)
            ? value(.order).flatMap(TableOrder.init) ?? .goalDifference : nil
        clubSocket = options.clubSocket ?? StandardPaths.clubSocket(environment)
        (self.directory, warnings) = (directory, files.faults.map(\.description))
    }

    /// Reads the files of settings.
    ///
    /// - Throws: An error as for a wrong option, with which a service is not started again.
    private static func files(
        _ pitch: String?, _ environment: Environment
    ) throws(OptionError) -> Configuration {
        do {
            return try Configuration(
                in: StandardPaths.configurationDirectory(environment), pitch: pitch,
                for: environment.uid)
        } catch { throw OptionError(message: error.description) }
    }

    /// Returns the directory of what is kept.
    func stateDirectory() throws(OptionError) -> String {
        guard let directory else {
            throw OptionError(message: "no home directory: set STATE_DIRECTORY")
        }
        return directory
    }

    /// Reads the password from a file, or from the credential of the service, which is that in the
    /// configuration directory; nil if there is none, or it is empty.
    private static func password(_ file: String?, _ environment: Environment) throws -> String? {
        let directory =
            environment["CREDENTIALS_DIRECTORY"]
            ?? StandardPaths.configurationDirectory(environment)
        let path = file ?? directory.map { "\($0)/mqtt-password" }
        guard let path else { return nil }
        do {
            guard let bytes = try Files.contents(of: path, limit: Limits.passwordBytes) else {
                if file == nil { return nil }
                throw ServiceFailure(description: "there is no file \(path) of the password")
            }
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
            guard let text = String(validating: line, as: UTF8.self), !text.contains("\0") else {
                throw ServiceFailure(description: "the password in \(path) is no text in UTF-8")
            }
            return text.isEmpty ? nil : text
        } catch let error as SystemError {
            throw ServiceFailure(description: "cannot read the password in \(path): \(error)")
        }
    }
}
