import LinuxIO
import Varlink

/// `mqtt`: says how the match is published at a broker, tries that, and takes it back.
struct MQTT: Command {
    static let verb = Verb(
        name: "mqtt", arguments: "[check|off]",
        summary: tr("say how the match is published at a broker of MQTT"),
        failure: tr("cannot say how the match is published: %1$@"), topic: .showing,
        forms: [state, check, off], isLook: true,
        manual: """
            Say whether the service gather-mqtt.service publishes the match, and where; with --pitch
            it is that of the pitch, gather-mqtt@NAME.service. *mqtt check* tries all that
            gather-mqtt(8) needs with the settings of that service: the broker, the name and the
            password, the topics, and gatherd(8). Its exit status is 0 if all of it works.
            *mqtt off* stops and disables the service, and takes back what the broker retains of the
            pitch, the description for Home Assistant among it; 'systemctl enable --now' publishes
            it again. It takes root to read the password and to stop the service. Where gatherd is
            your own rather than the machine's, the settings are yours, and what publishes it has to
            be stopped by hand.
            """
    ) { _ in MQTT(action: .state) }

    private static let state = Verb(
        name: "", summary: tr("say whether it is published, and where"),
        failure: tr("cannot say how the match is published: %1$@"), isLook: true
    ) { _ in MQTT(action: .state) }

    private static let check = Verb(
        name: "check", summary: tr("try what publishing takes"),
        failure: tr("cannot check what publishing takes: %1$@"), isLook: true
    ) { _ in MQTT(action: .check) }

    private static let off = Verb(
        name: "off", summary: tr("publish no more, and take back what is retained"),
        failure: tr("cannot take back what is published: %1$@")
    ) { _ in MQTT(action: .off) }

    /// The action of a form.
    enum Action: String { case state, check, off }

    let action: Action

    func run(_ context: Context) throws(Failure) {
        let publishing = try PublishingService(context, action, failure)
        switch action {
        case .state: try publishing.showState()
        case .check: try publishing.check()
        case .off: try publishing.end()
        }
    }

    private var failure: String {
        switch action {
        case .state: Self.verb.failure
        case .check: Self.check.failure
        case .off: Self.off.failure
        }
    }
}

/// The service that publishes a pitch, and its program with the settings of that service.
private struct PublishingService {
    private let context: Context
    private let action: MQTT.Action
    private let failure: String
    private let installation: Installation
    /// The pitch on the machine; nil for the usual one.
    private let pitch: String?

    private static let program = "gather-mqtt"
    private static let suffix = ".sock"

    init(_ context: Context, _ action: MQTT.Action, _ failure: String) throws(Failure) {
        try WebProgram.refuseHost(context, failure)
        (self.context, self.action, self.failure) = (context, action, failure)
        let path = context.socket.path
        installation = Installation(
            socket: path, pitch: context.options.pitch, context.program.environment)
        // Whatever has named the socket of a pitch.
        let file = path.split(separator: "/").last ?? ""
        let name = file.hasSuffix(Self.suffix) ? String(file.dropLast(Self.suffix.count)) : ""
        pitch =
            installation.isOfMachine && path != StandardPaths.systemSocket && !name.isEmpty
            ? name : installation.pitch
    }

    private var unit: String {
        Self.program + (pitch.map { "@\($0)" } ?? "") + ".service"
    }

    // MARK: - The service

    /// The properties of the unit that are shown, by the names of systemd.
    private static let properties = ["LoadState", "ActiveState", "UnitFileState", "StatusText"]

    /// Says how the service stands.
    func showState() throws(Failure) {
        guard installation.isOfMachine else {
            throw refused(
                tr("gatherd at '%1$@' is no service of the machine", context.socket.path.shown),
                hint: tr("'gatherctl mqtt check' tries your own settings"))
        }
        let (state, file, status) = try standing()
        if context.options.quiet { return }
        let answer = JSONObject([
            .init("unit", .string(unit)), .init("activeState", .string(state)),
            .init("unitFileState", .string(file)), .init("status", .string(status)),
        ])
        let text = try context.rendered(answer) {
            [
                tr("%1$@ is %2$@ and %3$@", unit, state, file.isEmpty ? "-" : file),
                status.isEmpty ? nextStep(state) : status.shown,
            ].text
        }
        try context.streams.output.write(text)
    }

    private func nextStep(_ state: String) -> String {
        state == "inactive"
            ? tr(
                "nothing is published; '%1$@' publishes the match",
                "systemctl enable --now \(unit)")
            : tr("'%1$@' says what does not work", command(.check))
    }

    private func standing() throws(Failure) -> (state: String, file: String, status: String) {
        let listed = Self.properties.joined(separator: ",")
        let output = try manager(["show", "--property=\(listed)", unit])
        var values: [String: String] = [:]
        for line in output.lines {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        guard values["LoadState"] != "not-found" else {
            throw refused(tr("there is no %1$@", unit), hint: Self.origin)
        }
        func value(_ name: String) -> String { values[name] ?? "" }
        return (value("ActiveState"), value("UnitFileState"), value("StatusText"))
    }

    /// Has systemd do something, and returns what it said.
    private func manager(_ arguments: [String]) throws(Failure) -> ProgramOutput {
        let output: ProgramOutput
        do { output = try ProgramOutput(["systemctl"] + arguments, time: context.time) } catch {
            throw refused(tr("'%1$@' does not start: %2$@", "systemctl", error))
        }
        guard output.end == .exited(0) else {
            throw refused(
                output.lines.first?.shown ?? tr("'%1$@' does not answer", "systemctl"),
                hint: isRoot ? nil : sudo)
        }
        return output
    }

    // MARK: - The program

    /// Tries what works, and says so.
    func check() throws(Failure) {
        try refuseForPassword()
        let output = try run("--check")
        // It has said of each thing whether it works.
        let isChecked = output.lines.contains { $0.hasPrefix("FAILED") }
        let isGood = output.end == .exited(0)
        guard isGood || isChecked else { throw refused(cause(of: output)) }
        if !context.options.quiet || !isGood { try show(output, "works", isGood) }
        if !isGood { throw Failure(.refused, nil) }
    }

    /// Ends the service, and takes back what the broker retains.
    func end() throws(Failure) {
        try refuseForPassword()
        var hint: String?
        if installation.isOfMachine, (try? standing()) != nil {
            _ = try manager(["disable", "--quiet", "--now", unit])
            hint = tr(
                "%1$@ is stopped and disabled; '%2$@' again takes back what is left", unit,
                command(.off))
        }
        let output = try run("--withdraw")
        guard output.end == .exited(0) else { throw refused(cause(of: output), hint: hint) }
        if !context.options.quiet { try show(output, "withdrawn", true) }
    }

    private func show(
        _ output: ProgramOutput, _ name: String, _ value: Bool
    ) throws(Failure) {
        let lines = output.lines
        let answer = JSONObject([
            .init(name, .bool(value)), .init("lines", .array(lines.map(JSONValue.string))),
        ])
        try context.streams.output.write(
            try context.rendered(answer) { lines.map(\.shown).text })
    }

    private func run(_ option: String) throws(Failure) -> ProgramOutput {
        var variables = ["GATHERD_PITCH=\(pitch ?? "")"]
        if let directory = installation.configurationDirectory {
            variables.append("CONFIGURATION_DIRECTORY=\(directory)")
        }
        do {
            return try ProgramOutput(
                [Programs.ours(Self.program), "--socket", context.socket.path, option],
                variables: variables, time: context.time)
        } catch {
            throw refused(
                tr("'%1$@' does not start: %2$@", Self.program, error), hint: Self.origin)
        }
    }

    /// The line in which it says why it has done nothing, without its own name and help.
    private func cause(of output: ProgramOutput) -> String {
        guard var line = output.lines.last else {
            return tr("'%1$@' does not answer", Self.program)
        }
        // Not translated: what gather-mqtt says is in one language.
        let starts = ["\(Self.program): ", "cannot start: "]
        let end = "; try '\(Self.program) --help'"

        for start in starts where line.hasPrefix(start) { line.removeFirst(start.count) }
        if line.hasSuffix(end) { line.removeLast(end.count) }
        return line.shown
    }

    // MARK: - Rights

    private var isRoot: Bool { context.program.environment.uid == 0 }

    private func refuseForPassword() throws(Failure) {
        guard let directory = installation.configurationDirectory else { return }
        let path = "\(directory)/mqtt-password"
        guard Files.exists(path), !Files.isReadable(path) else { return }
        throw refused(tr("you may not read the password in '%1$@'", path.shown), hint: sudo)
    }

    /// A command line of gatherctl about the same pitch.
    private func command(_ action: MQTT.Action) -> String {
        let words = ["gatherctl"] + (pitch.map { ["-p", $0] } ?? []) + ["mqtt", action.rawValue]
        return words.joined(separator: " ")
    }

    private var sudo: String { tr("'%1$@' may", "sudo \(command(action))") }

    private static var origin: String {
        tr("the package gatherd-mqtt has it, or 'units/install --mqtt'")
    }

    private func refused(_ cause: String, hint: String? = nil) -> Failure {
        Failure(.refused, failure, cause: cause, hint: hint)
    }
}
