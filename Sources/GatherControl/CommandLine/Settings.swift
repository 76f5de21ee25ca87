import LinuxIO

/// A setting of a person: something that would have to be typed each time.
enum Setting: String, CaseIterable, Hashable {
    case pitch = "Pitch"
    case host = "Host"
    case color = "Color"
    case pager = "Pager"

    /// The name in the answer of `config`.
    var key: String { rawValue.lowercased() }
}

/// The settings of a person, from a file in the form of systemd.syntax(7).
struct Settings: Hashable {
    /// The value of a setting, and the line of the file that it is on.
    struct Value: Hashable {
        let text: String
        let line: Int
    }

    /// The path of the file; nil if no directory is known for it.
    let path: String?
    /// The lines that mean nothing.
    private(set) var warnings: [String] = []
    private var values: [Setting: Value] = [:]

    /// No settings, for a program that another one has started.
    static let none = Settings(path: nil)

    private init(path: String?) { self.path = path }

    /// Reads the file of the user: `$XDG_CONFIG_HOME/gatherctl/config`, else
    /// `~/.config/gatherctl/config`.
    ///
    /// - Throws: A ``UsageError`` if the file cannot be read: without it, a command might go to
    ///   another pitch.
    init(_ environment: Environment) throws(UsageError) {
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = (base ?? environment["HOME"].map { "\($0)/.config" }).map {
            "\($0)/gatherctl/config"
        }
        guard let path else { return }
        do {
            // Through sudo, a file of the caller would name a program for root to run.
            if let file = try SettingsFile(reading: path, for: environment.uid) { read(file) }
        } catch {
            switch error {
            case .open:
                warnings = [tr("%1$@ is ignored: others than you can change it", path)]
            case .unreadable(let cause):
                throw UsageError(tr("cannot read the settings in %1$@: %2$@", path, cause))
            case .notText:
                throw UsageError(
                    tr("cannot read the settings in %1$@: it is no text in UTF-8", path))
            }
        }
    }

    /// The only section of the file.
    private static let section = "[Client]"

    subscript(setting: Setting) -> Value? { values[setting] }

    private mutating func read(_ file: SettingsFile) {
        var isInSection = false
        for line in file.lines {
            switch line.content {
            case .section(let text):
                isInSection = text == Self.section
                if isInSection { continue }
                warn(line.number, tr("unknown section %1$@; use %2$@", text, Self.section))
            case .text(let text): warn(line.number, tr("'%1$@' has no '='", text))
            case .setting(let name, let value):
                guard isInSection else {
                    warn(line.number, tr("'%1$@' is not in the section %2$@", name, Self.section))
                    continue
                }
                take(name, value, at: line.number)
            }
        }
    }

    private mutating func take(_ name: String, _ value: String, at line: Int) {
        guard let setting = Setting(rawValue: name) else {
            let nearest = Suggestion.nearest(to: name, in: Setting.allCases.map(\.key))
            let meant = Setting.allCases.first { $0.key == nearest }?.rawValue
            return warn(line, Suggestion.text(tr("unknown setting '%1$@'", name), meant))
        }
        values[setting] = Value(text: value, line: line)
    }

    private mutating func warn(_ line: Int, _ text: String) {
        warnings.append(tr("%1$@: ignored: %2$@", place(line), text))
    }

    /// Returns the place of a line of the file.
    func place(_ line: Int) -> SettingInForce.Origin { .file(path ?? "", line: line) }
}

/// A setting in force, and what it comes from: an option, else the environment, else the file.
struct SettingInForce: Hashable {
    let name: Setting
    /// The value; nil for none.
    var value: String?
    /// The source of the value; nil for the default.
    var origin: Origin?

    /// An option, a variable of the environment, or a line of a file.
    enum Origin: Hashable, CustomStringConvertible {
        case option(Option)
        case variable(String)
        case file(String, line: Int)

        /// The option, the variable, or the place in the file.
        var description: String {
            switch self {
            case .option(let option): "--\(option.name)"
            case .variable(let name): "$\(name)"
            case .file(let path, let line): tr("%1$@, line %2$@", path, line)
            }
        }
    }
}

extension Settings {
    /// Returns the settings in force, in the order of ``Setting``.
    ///
    /// If an option or the environment names a socket, that socket is used, and the pitch and the
    /// host of the file are ignored.
    ///
    /// - Throws: A ``UsageError`` with the line of the file, if the value that it has for a setting
    ///   is wrong.
    func inForce(
        _ options: Options, _ environment: Environment
    ) throws(UsageError) -> [SettingInForce] {
        let host = try host(options, environment)
        return [
            try pitch(options, environment, isRemote: host.value != nil), host,
            try color(options, environment), pager(options, environment),
        ]
    }

    private func host(
        _ options: Options, _ environment: Environment
    ) throws(UsageError) -> SettingInForce {
        if let host = options.hostText { return given(.host, host, by: .host) }
        if let socket = socketOrigin(options, environment) {
            return SettingInForce(name: .host, origin: socket)
        }
        return try fromFile(.host) { (text) throws(UsageError) in _ = try HostName(text) }
    }

    private func pitch(
        _ options: Options, _ environment: Environment, isRemote: Bool
    ) throws(UsageError) -> SettingInForce {
        if let pitch = options.pitch { return given(.pitch, pitch, by: .pitch) }
        if options.socket != nil || !isRemote,
            let socket = socketOrigin(options, environment)
        {
            return SettingInForce(name: .pitch, origin: socket)
        }
        return try fromFile(.pitch) { (text) throws(UsageError) in try Options.check(pitch: text) }
    }

    private func color(
        _ options: Options, _ environment: Environment
    ) throws(UsageError) -> SettingInForce {
        let no = Self.truthNames.no
        if !options.color { return given(.color, no, by: .noColor) }
        if environment["NO_COLOR"] != nil {
            return SettingInForce(name: .color, value: no, origin: .variable("NO_COLOR"))
        }
        var setting = try fromFile(.color) { (text) throws(UsageError) in
            guard Environment.truth(text) != nil else {
                throw UsageError(tr("'%1$@' is not a choice; use yes or no", text))
            }
        }
        let isOn = setting.value.flatMap(Environment.truth) ?? true
        setting.value = isOn ? Self.truthNames.yes : no
        return setting
    }

    private func pager(_ options: Options, _ environment: Environment) -> SettingInForce {
        if !options.paging { return given(.pager, "", by: .noPager) }
        for variable in Pagers.variables {
            guard let pager = environment.given(variable) else { continue }
            return SettingInForce(name: .pager, value: pager, origin: .variable(variable))
        }
        return SettingInForce(
            name: .pager, value: self[.pager]?.text, origin: self[.pager].map { place($0.line) })
    }

    private static let truthNames = (yes: "yes", no: "no")

    private func given(_ name: Setting, _ value: String, by option: Option) -> SettingInForce {
        SettingInForce(name: name, value: value.isEmpty ? nil : value, origin: .option(option))
    }

    /// Returns what names the socket; nil if nothing does.
    private func socketOrigin(
        _ options: Options, _ environment: Environment
    ) -> SettingInForce.Origin? {
        if options.socket != nil { return .option(.socket) }
        return environment["GATHERD_SOCKET"] == nil ? nil : .variable("GATHERD_SOCKET")
    }

    /// Returns a setting as the file has it; an empty value is none.
    private func fromFile(
        _ name: Setting, _ check: (String) throws(UsageError) -> Void
    ) throws(UsageError) -> SettingInForce {
        guard let value = self[name], !value.text.isEmpty else { return SettingInForce(name: name) }
        let place = place(value.line)
        do { try check(value.text) } catch {
            throw UsageError(tr("%1$@: %2$@", place, error.message))
        }
        return SettingInForce(name: name, value: value.text, origin: place)
    }
}

extension Options {
    /// Returns the options with the settings in force.
    func applying(_ settings: [SettingInForce]) throws(UsageError) -> Options {
        var options = self
        for setting in settings {
            switch setting.name {
            case .pitch: options.pitch = setting.value
            case .host:
                options.host = try setting.value.map(HostName.init)
            case .color: options.color = setting.value.flatMap(Environment.truth) ?? true
            case .pager: break
            }
        }
        return options
    }
}
