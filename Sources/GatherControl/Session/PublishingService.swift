import GatherAPI
import LinuxIO
import Varlink

/// The service that publishes a pitch, and its program with the settings of that service.
struct PublishingService {
    private let context: Context
    private let failure: String
    private let installation: Installation
    /// The pitch on the machine; nil for the usual one.
    private let pitch: String?

    /// The socket of the club that is served here; nil if none is.
    private let club: String?

    private static let program = "gather-mqtt"

    /// Finds the service.
    ///
    /// - Parameter club: The socket of the club; nil for the usual one, if it is there.
    init(_ context: Context, club: String?, _ failure: String) throws(Failure) {
        try context.refuseHost(failure)
        (self.context, self.failure) = (context, failure)
        installation = Installation(
            socket: context.socket.path, pitch: context.options.pitch, context.program.environment)
        pitch = installation.pitch
        let usual =
            installation.isOfMachine
            ? StandardPaths.systemClubSocket
            : StandardPaths.clubSocket(context.program.environment)
        self.club = club ?? usual.flatMap { Files.exists($0) ? $0 : nil }
    }

    /// The unit that publishes the pitch.
    private var unit: String { unit(Self.program) }

    /// The unit that carries out commands for it.
    private var commandUnit: String { unit("\(Self.program)-command") }

    private func unit(_ name: String) -> String {
        name + (pitch.map { "@\($0)" } ?? "") + ".service"
    }

    // MARK: - The service

    /// The properties of the unit that are shown, by the names of systemd.
    private static let properties = ["LoadState", "ActiveState", "UnitFileState", "StatusText"]

    /// Describes how the service stands.
    func showState() throws(Failure) {
        guard installation.isOfMachine else {
            throw refused(
                tr("gatherd at '%1$@' is no service of the machine", context.socket.path.shown),
                hint: tr("'gatherctl mqtt check' tries your own settings"))
        }
        guard let publisher = try standing(unit) else {
            throw refused(tr("there is no %1$@", unit), hint: Self.origin)
        }
        let commands = try standing(commandUnit).flatMap { $0.isInUse ? $0 : nil }
        let answer = JSONObject(publisher.members + [.init("commands", commands?.object ?? .null)])
        try context.show(Reply(answer)) {
            let status = publisher.status.isEmpty ? nextStep(publisher) : publisher.status
            let ofCommands = commands.map { [$0.line, $0.status] } ?? []
            let lines = [publisher.line, status] + ofCommands
            return lines.filter { !$0.isEmpty }.map(\.shown).text
        }
    }

    private func nextStep(_ standing: Standing) -> String {
        standing.state == "inactive"
            ? tr(
                "nothing is published; '%1$@' publishes the match",
                "systemctl enable --now \(unit)")
            : tr("'%1$@' says what does not work", command(.check))
    }

    /// The standing of a unit, in the words of systemd.
    private struct Standing {
        let unit: String
        let state: String
        let file: String
        let status: String

        var isInUse: Bool { state != "inactive" || file.hasPrefix("enabled") }

        var line: String { tr("%1$@ is %2$@ and %3$@", unit, state, file.isEmpty ? "-" : file) }

        var members: [JSONObject.Member] {
            [
                .init("unit", .string(unit)), .init("activeState", .string(state)),
                .init("unitFileState", .string(file)), .init("status", .string(status)),
            ]
        }

        var object: JSONValue { .object(JSONObject(members)) }
    }

    /// Returns the standing of a unit; nil if there is no such unit.
    private func standing(_ unit: String) throws(Failure) -> Standing? {
        let listed = Self.properties.joined(separator: ",")
        let output = try manager(["show", "--property=\(listed)", unit])
        var values: [String: String] = [:]
        for line in output.lines {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        guard values["LoadState"] != "not-found" else { return nil }
        return Standing(
            unit: unit, state: values["ActiveState"] ?? "", file: values["UnitFileState"] ?? "",
            status: values["StatusText"] ?? "")
    }

    /// Runs a command of systemd, and returns its output.
    private func manager(_ arguments: [String]) throws(Failure) -> ProgramOutput {
        let output: ProgramOutput
        do { output = try ProgramOutput(["systemctl"] + arguments, time: context.time) } catch {
            throw refused(tr("'%1$@' does not start: %2$@", "systemctl", error))
        }
        guard let fault = output.fault(of: "systemctl") else { return output }
        throw refused(output.lines.first?.shown ?? fault, hint: isRoot ? nil : sudo)
    }

    // MARK: - The program

    /// Tries what works for the pitch, and for the club if one is served here, and says so.
    func check() throws(Failure) {
        try refuseForPassword()
        let ofPitch = try check([])
        var lines = ofPitch.lines
        var isGood = ofPitch.isGood
        if let club {
            let ofClub = try check(["--club", "--serve", club])
            // A line of the settings that is ignored is so for both.
            lines += ofClub.lines.filter { !ofPitch.lines.contains($0) }
            // Not translated: a command.
            let alone = "gather-mqtt --club --check"
            if !isGood, ofClub.isGood {
                lines += context.texts {
                    [
                        tr(
                            "the club works; where no match is published, '%1$@' tries it alone",
                            alone)
                    ]
                }
            }
            isGood = isGood && ofClub.isGood
        }
        if !context.options.quiet || !isGood { try show(lines, "works", isGood) }
        if !isGood { throw Failure(.refused, nil) }
    }

    private func check(_ options: [String]) throws(Failure) -> (lines: [String], isGood: Bool) {
        let output = try run(options + ["--check"])
        // It has said of each thing whether it works.
        let isChecked = output.lines.contains { $0.hasPrefix("FAILED") }
        let fault = output.fault(of: Self.program)
        if let fault, !isChecked { throw refused(cause(of: output, fault)) }
        return (output.lines, fault == nil)
    }

    /// Ends the service, and takes back what the broker retains.
    func end() throws(Failure) {
        try refuseForPassword()
        var hint: String?
        // Without systemd there are none.
        let units = (installation.isOfMachine ? [unit, commandUnit] : [])
            .filter { ((try? standing($0)) ?? nil) != nil }
        if !units.isEmpty {
            _ = try manager(["disable", "--quiet", "--now"] + units)
            hint = tr(
                "%1$@ is stopped and disabled; '%2$@' again takes back what is left", unit,
                command(.off))
        }
        let output = try run(["--withdraw"])
        if let fault = output.fault(of: Self.program) {
            throw refused(cause(of: output, fault), hint: hint)
        }
        let lines = output.lines + (club == nil ? [] : context.texts { [clubStays] })
        if !context.options.quiet { try show(lines, "withdrawn", true) }
    }

    /// The lines about the club that is served here.
    private var clubStays: String {
        // Not translated: commands.
        let (ends, takes) = (
            "systemctl disable --now gather-club.service gather-club.socket",
            "gather-mqtt --club --withdraw"
        )

        return installation.isOfMachine
            ? tr(
                "the fixtures and the table of the club stay; to take them back: %1$@",
                "\(ends) && \(takes)")
            : tr("the fixtures and the table of the club stay; once it has ended: %1$@", takes)
    }

    private func show(_ lines: [String], _ name: String, _ value: Bool) throws(Failure) {
        let answer: JSONObject = [name: .bool(value), "lines": .array(lines.map(JSONValue.string))]
        try context.streams.output.write(try context.rendered(answer) { lines.map(\.shown).text })
    }

    private func run(_ options: [String]) throws(Failure) -> ProgramOutput {
        // The club of the machine has the settings of no pitch.
        let isOfClub = options.contains("--club")
        var variables = ["\(StandardPaths.pitchVariable)=\(isOfClub ? "" : pitch ?? "")"]
        if let directory = installation.configurationDirectory {
            variables.append("CONFIGURATION_DIRECTORY=\(directory)")
        }
        do {
            return try ProgramOutput(
                [Programs.ours(Self.program), "--socket", context.socket.path] + options,
                variables: variables, time: context.time)
        } catch {
            throw refused(tr("'%1$@' does not start: %2$@", Self.program, error), hint: Self.origin)
        }
    }

    /// Returns the line in which it says why it has done nothing, without its own name and help;
    /// else the way it ended.
    private func cause(of output: ProgramOutput, _ fault: String) -> String {
        guard var line = output.lines.last else { return fault }
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

    /// Returns a command line of gatherctl about the same pitch.
    private func command(_ action: MQTT.Action) -> String {
        let words = ["gatherctl"] + (pitch.map { ["-p", $0] } ?? []) + ["mqtt", action.rawValue]
        return words.joined(separator: " ")
    }

    private var sudo: String { tr("'%1$@' may", context.givenCommand.sudo()) }

    private static var origin: String {
        tr("the package gatherd-mqtt has it, or 'units/install --mqtt'")
    }

    private func refused(_ cause: String, hint: String? = nil) -> Failure {
        Failure(.refused, failure, cause: cause, hint: hint)
    }
}
