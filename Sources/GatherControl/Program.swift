import LinuxIO

/// The program; its initialiser receives everything outside of it.
struct Program {
    let environment: Environment
    let streams: Streams
    let time: any Timekeeper
    /// Makes an ID under which a command counts once.
    let makeRequestID: () -> String
    /// Connects to the socket at a path.
    let connect: (String) throws(SystemError) -> Descriptor
    /// Connects to the socket at a path, without waiting for a daemon that hangs.
    let connectAtOnce: (String) throws(SystemError) -> Descriptor
    /// Opens the terminal of the output for a board; returns nil if its type is not known.
    let openTerminal: (Streams, String, Bool) throws(SystemError) -> (any BoardTerminal)?

    /// Runs the command of the arguments, which are without the name of the program.
    func run(_ arguments: [String]) -> ExitStatus {
        do {
            switch arguments.first {
            case "__complete": try? streams.output.write(completions(Array(arguments.dropFirst())))
            case "__manual": try writePage()
            default: try perform(arguments)
            }
            return .done
        } catch {
            report(error)
            return error.status
        }
    }

    /// Returns the lines of the hidden verb with which shells request completions.
    private func completions(_ words: [String]) -> String {
        let command = CompletionCommand(
            place: CompletionPlace(words), environment: environment
        ) { (options) throws(Failure) in
            let settings = (try? Settings(environment)) ?? .none
            return try context(options, settings, isAttended: false)
        }
        return command.lines().text
    }

    /// Runs the hidden verb with which `units/generate` updates the lists in a manual page.
    private func writePage() throws(Failure) {
        let page: [UInt8]
        do { page = try streams.input.contents(limit: 1 << 20) } catch {
            // Not translated: only units/generate calls this.
            throw Failure(.refused, "cannot read the page: \(error)")
        }
        try streams.output.write(VerbList.page(String(decoding: page, as: UTF8.self)))
    }

    private func perform(_ arguments: [String]) throws(Failure) {
        let line: CommandLine
        do { line = try CommandLine(arguments) } catch { throw error.failure }
        if let text = line.command as? PlainText { return try show(text, line.options) }
        let settings: Settings
        do {
            // The bridge does what the options of the other machine say.
            settings = line.command is BridgeStreams ? .none : try Settings(environment)
        } catch { throw error.failure }
        for warning in settings.warnings {
            // The command counts, also if nobody reads this.
            try? streams.errors.write("gatherctl: \(PrintableText.line(warning))\n")
        }
        do throws(Failure) { try line.command.run(context(line.options, settings)) } catch {
            throw error.with(line.options.aimed)
        }
    }

    /// Shows a text that needs no daemon, and is there even if the settings are wrong.
    private func show(_ text: PlainText, _ options: Options) throws(Failure) {
        let settings = (try? Settings(environment)) ?? .none
        let inForce = (try? settings.inForce(options, environment)) ?? []
        let output = PagedOutput(streams.output, pagers: pagers(options, inForce))
        try output.write(text.text)
        try output.finish()
    }

    /// True if the output is a terminal that can draw a line again.
    private var canRedraw: Bool {
        streams.output.isTerminal && (environment["TERM"] ?? "dumb") != "dumb"
    }

    private func pagers(_ options: Options, _ inForce: [SettingInForce]) -> Pagers {
        guard canRedraw, options.paging else { return Pagers() }
        return Pagers(inForce.first { $0.name == .pager }?.value, environment)
    }

    private func context(
        _ given: Options, _ settings: Settings, isAttended: Bool = true
    ) throws(Failure) -> Context {
        let inForce: [SettingInForce]
        let options: Options
        let socket: SocketChoice
        do {
            inForce = try settings.inForce(given, environment)
            options = try given.applying(inForce)
            socket = try SocketChoice(options, environment)
        } catch { throw error.failure }
        let host = options.host.map { remoteHost($0, options, isAttended: isAttended) }
        let time = host?.time ?? time
        let connect = host?.connectorOfSession() ?? connect
        return Context(
            program: self, options: options, requestID: options.requestID ?? makeRequestID(),
            socket: socket, session: Session(path: socket.path, time: time, connect: connect),
            time: time, canRedraw: canRedraw,
            showsBold: canRedraw && options.color, host: host,
            pagers: pagers(options, inForce),
            settings: inForce, settingsPath: settings.path)
    }

    private func remoteHost(_ name: HostName, _ options: Options, isAttended: Bool) -> RemoteHost {
        RemoteHost(
            RemoteCommand(name, options, environment), time: time, errors: streams.errors,
            isAttended: isAttended && (streams.input.isTerminal || streams.errors.isTerminal))
    }

    /// Writes the failure to standard error; if that fails too, the exit status has to do.
    private func report(_ failure: Failure) {
        guard let message = failure.message else { return }
        var text = "gatherctl: \(PrintableText.line(message))\n"
        for detail in failure.details { text += "  \(PrintableText.line(detail))\n" }
        if let hint = failure.hint { text += "\(PrintableText.line(hint))\n" }
        try? streams.errors.write(text)
    }
}
