import GatherAPI
import LinuxIO
import Varlink

/// Collects the parts of a report; what cannot be found out is said in its place.
struct BugReportWriter {
    private let context: Context
    private let showsNames: Bool
    private let installation: Installation

    /// The number of the newest lines of the journal.
    private static let journalLines = 300

    /// The time to wait for an answer of the daemon.
    private static let timeout = Duration.seconds(3)

    /// Makes a writer.
    ///
    /// - Parameter showsNames: True if names are not removed.
    init(context: Context, showsNames: Bool) {
        (self.context, self.showsNames) = (context, showsNames)
        installation = Installation(
            socket: context.socket.path, pitch: context.options.pitch,
            context.program.environment)
    }

    /// Returns the whole report, without secrets.
    func text() -> String {
        let now = UniversalTime(context.time.now().wall).rfc3339
        let (match, names) = self.match()
        let sections: [(title: String, lines: [String])] = [
            (tr("Versions"), versions()), (tr("Machine"), machine()), (tr("Units"), units()),
            (tr("Configuration and database"), configuration()),
            (tr("Settings of gatherctl"), settings()), (tr("Sockets and files"), files()),
            (tr("Match and counts"), match), (tr("Journal"), journal()),
        ]
        let text = sections.map { title, lines in
            "\n== \(title)\n" + lines.map(PrintableText.line).text
        }
        return redactor(names).redacted(tr("Report of gatherctl, %1$@", now) + "\n" + text.joined())
    }

    // MARK: - The machine

    private func versions() -> [String] {
        var lines = ["gatherctl \(Version.current)"]
        let place = context.socket.path
        switch answer(Call("org.varlink.service.GetInfo", [:])) {
        case .success(let reply):
            let version = reply.parameters["version"]?.string ?? "-"
            lines.append(tr("gatherd %1$@ answers at %2$@", version, place))
        case .failure(let cause): lines.append(tr("no answer at %1$@: %2$@", place, cause))
        }
        lines += output([daemon, "--version"])
        return lines + Array(output(["systemctl", "--version"]).prefix(1))
    }

    private func machine() -> [String] {
        let release = contents("/etc/os-release").filter { $0.hasPrefix("PRETTY_NAME=") }
        let modules = contents("/sys/kernel/security/lsm")
        let uptime = context.time.now().boottime.components.seconds
        return release + output(["uname", "-srm"]) + [
            tr("up for %1$@ s", uptime),
            tr("security modules: %1$@", modules.first ?? "-"),
        ]
    }

    private func units() -> [String] {
        let manager = ["systemctl"] + installation.managerOptions + ["--no-pager"]
        let units = Installation.units
        // Not translated: options and names of systemd. StatusText has the score and names.
        let properties = """
            Id,LoadState,ActiveState,SubState,UnitFileState,Result,NRestarts,ExecMainStatus,\
            MemoryCurrent,TasksCurrent,ActiveEnterTimestamp,FragmentPath,DropInPaths
            """

        return output(manager + ["list-unit-files", "--no-legend"] + units)
            + output(manager + ["show", "--property=\(properties)"] + units)
    }

    private func journal() -> [String] {
        let presenter = JournalPresenter(showsNames: showsNames)
        let option = installation.isOfMachine ? "--unit" : "--user-unit"
        let units = Installation.units.map { "\(option)=\($0)" }
        return output(
            [
                "journalctl", "--quiet", "--no-pager", "--output=json",
                "--lines=\(Self.journalLines)",
                "--output-fields=\(JournalPresenter.fields.joined(separator: ","))",
            ] + units
        ).map(presenter.line)
    }

    private var daemon: String { Programs.ours("gatherd") }

    private func configuration() -> [String] {
        let manager = ["systemctl"] + installation.managerOptions
        let environment = output(
            manager + ["show", "--property=Environment", "--value", installation.service])
        // Others than gatherd's own may have secrets.
        let unit = environment.flatMap { $0.split(separator: " ").map(String.init) }
            .filter { $0.hasPrefix("GATHERD_") && $0.contains("=") }
        var variables = unit
        if let directory = installation.configurationDirectory {
            variables.append("CONFIGURATION_DIRECTORY=\(directory)")
        }
        if let pitch = installation.pitch {
            variables.append("\(StandardPaths.pitchVariable)=\(pitch)")
        }
        var lines = [tr("environment of the unit: %1$@", unit.joined(separator: " "))]
        var arguments = [daemon, "--check", "--socket", context.socket.path]
        if let state = installation.stateDirectory ?? installation.stateBeside {
            arguments += ["--state-directory", state]
        } else {
            lines.append(tr("this daemon may have another state: its directory is not known"))
        }
        return lines + output(arguments, variables: variables)
    }

    private func settings() -> [String] {
        Columns.lines(
            context.settings.map { setting in
                // The host contains the names of a machine and of a user.
                let value = setting.name == .host ? setting.value.map { _ in "..." } : setting.value
                return [
                    setting.name.key, value ?? "-", setting.origin?.description ?? tr("default"),
                ]
            })
    }

    private func files() -> [String] {
        let uid = context.program.environment.uid
        return Columns.lines(installation.paths.map { FilePresenter.row($0, uid: uid) })
    }

    // MARK: - The match

    private typealias Names = [(name: String, substitute: String)]

    /// Returns the lines about the match, and the names that the daemon knows.
    private func match() -> (lines: [String], names: Names) {
        var lines: [String] = []
        var names: Names = []
        func add<Method: VarlinkMethod>(
            _ method: Method, _ title: String, _ text: (Method.Reply) -> String
        ) {
            let line: String
            switch answer(method.call) {
            case .failure(let cause): line = cause
            case .success(let reply):
                let read = try? Method.Reply(reply.parameters)
                line = read.map(text) ?? tr("it is not understood")
            }
            lines.append("\(title): \(line)")
        }
        add(GatherMethod.Get(), tr("match")) { state in
            guard let gather = state.gather else { return tr("none") }
            names += Self.names(of: gather.teamA) + Self.names(of: gather.teamB)
            names += Self.names(gather.bench.map(\.$name), "[player]")
            let players = gather.teamA.players.count + gather.teamB.players.count
            // Not translated: names of the interface.
            return "\(gather.phase.rawValue), timer \(gather.timer.state.rawValue), revision "
                + "\(gather.revision), players \(players), bench \(gather.bench.count), recovered "
                + "\(gather.recovered != nil), salvaged \(state.salvaged != nil), submission "
                + (gather.submission?.state.rawValue ?? "none")
        }
        add(PlayersMethod.List(), tr("players")) { reply in
            names += Self.names(reply.players.map(\.$name), "[player]")
            names += Self.names(reply.players.compactMap(\.$favouriteTeam), "[team]")
            return "\(reply.players.count)"
        }
        add(HistoryMethod.List(limit: Self.historyPage), tr("matches")) { reply in
            let teams = reply.gathers.flatMap { [$0.$teamAName, $0.$teamBName] }
            names += Self.names(teams, "[team]")
            let count = reply.gathers.count
            return count < Self.historyPage ? "\(count)" : tr("%1$@ or more", count)
        }
        add(AccountMethod.ListResults(), tr("results not sent yet")) { "\($0.results.count)" }
        add(AccountMethod.Get(), tr("account")) { reply in
            guard let account = reply.account else { return tr("none") }
            names += Self.names([account.$userName].compactMap(\.self), "[user]")
            // Not translated: names of the interface.
            return "signedIn \(account.signedIn), signInRefused \(account.signInRefused), "
                + "last status \(account.lastAnswer.map { "\($0.status)" } ?? "none")"
        }
        return (lines, names.filter { Self.isTelling($0.name) })
    }

    /// Returns false for a name that says nothing of anybody, but stands in many lines: a built-in
    /// one, a number as short as that of a shirt, and a single letter of ASCII.
    ///
    /// A longer number may be that of a telephone.
    private static func isTelling(_ name: String) -> Bool {
        let isNumber = name.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isShort = name.utf8.count == 1 || (isNumber && name.utf8.count <= 4)
        return !isShort && !builtInNames.contains(name)
    }

    private static func names(of team: TeamSnapshot) -> Names {
        names([team.$name], "[team]") + names(team.players.map(\.$name), "[player]")
    }

    private static func names(_ names: [String], _ substitute: String) -> Names {
        names.map { (name: $0, substitute: substitute) }
    }

    private static let builtInNames: Set = [Side.teamA.title, Side.teamB.title]

    private static let historyPage = InterfaceLimits.historyPage

    private enum Answer {
        case success(Reply)
        /// No answer came, or the answer is an error; the text is the reason.
        case failure(String)
    }

    private func answer(_ call: Call) -> Answer {
        do {
            let reply = try context.session.call(call, once: Self.timeout)
            return reply.error.map { Answer.failure($0) } ?? .success(reply)
        } catch {
            switch error {
            case .unreachable(let cause): return .failure("\(cause)")
            case .noAnswer: return .failure(tr("no answer came"))
            }
        }
    }

    // MARK: - Programs, files, secrets

    private func output(_ arguments: [String], variables: [String] = []) -> [String] {
        let name = arguments[0]
        do {
            let output = try ProgramOutput(arguments, variables: variables, time: context.time)
            return output.lines + [output.fault(of: name)].compactMap(\.self)
        } catch {
            return [tr("cannot run '%1$@': %2$@", name, error)]
        }
    }

    private func contents(_ path: String) -> [String] {
        let bytes = try? Files.contents(of: path, limit: 1 << 16)
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    private func redactor(_ names: Names) -> Redactor {
        var redactor = Redactor(
            secrets: installation.secretFiles.flatMap(contents), showsAddresses: showsNames,
            home: context.program.environment["HOME"])
        if !showsNames { redactor.names = names + brokerNames() }
        return redactor
    }

    /// Returns what the settings about the broker say of it and of who signs in there.
    private func brokerNames() -> Names {
        installation.brokerFiles.flatMap { path -> Names in
            let text = contents(path).joined(separator: "\n")
            return SettingsFile(path: path, text: text).lines.compactMap { line in
                guard case .setting(let name, let value) = line.content,
                    let substitute = Self.brokerSettings[name], !Self.ownWords.contains(value)
                else { return nil }
                // Without the port.
                let isPlace = name == "Broker" && !value.hasSuffix("]")
                let end = isPlace ? value.lastIndex(of: ":") : nil
                return (name: String(value[..<(end ?? value.endIndex)]), substitute: substitute)
            }
        }
    }

    /// The settings of gather-mqtt whose values are private, with the text that replaces the value.
    private static let brokerSettings = [
        "Broker": "[broker]", "User": "[user]", "CA": "[certificates]",
    ]

    /// Words that a report contains anyway: as the name of a user they need not be removed.
    private static let ownWords: Set = [
        "gather", "gatherd", "gather-club", "gather-mqtt", "mqtt", "root",
    ]
}
