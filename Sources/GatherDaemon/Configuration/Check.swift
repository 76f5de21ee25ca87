import GatherAPI
import LinuxIO

/// The findings of `gatherd --check`: the faults of all that the daemon would read, and what is
/// in force.
///
/// It changes nothing, and a daemon may run meanwhile.
struct Check {
    /// The faults, each with its file, and with the line where there is one.
    let faults: [String]
    /// The settings in force and the state, a line each.
    let report: String
    /// The exit status: 0 only without faults.
    let status: Int32

    /// Reads everything.
    init(_ options: Options, _ configuration: Configuration) {
        var wrong = configuration.faults.map(\.description)
        var ignoresRemote = false
        do {
            let remote = options[.remoteUser]
            if let objection = try Access(options).remoteObjection {
                ignoresRemote = true
                if remote.origin != .variable {
                    wrong.append(remote.complaint(because: objection))
                }
            }
        } catch { wrong.append("\(error)") }
        wrong += Self.formatFaults(options)
        let state = StateInspection(directory: options.stateDirectory)
        status =
            !wrong.isEmpty
            ? ExitStatus.configuration : state.fault == nil ? 0 : ExitStatus.failure
        faults = wrong + [state.fault].compactMap(\.self)

        var rows = options.inForce.map { setting -> Row in
            let isIgnored = setting.setting == .remoteUser && ignoresRemote
            let value = (isIgnored ? nil : setting.value) ?? Self.builtIn(setting.setting, options)
            return (setting.setting.rawValue, value, setting.originText)
        }
        let files = configuration.files.joined(separator: " ")
        rows.append(("files", files.isEmpty ? "none" : files, ""))
        rows.append(("directory", options.configurationDirectory ?? "none", ""))
        rows.append(("socket", options.socket, "unless one is passed"))
        rows.append(("state", options.stateDirectory, ""))
        rows += state.rows.map { row -> Row in (row.name, row.value, "") }
        report = rows.map(Self.line).joined()
    }

    private typealias Row = (name: String, value: String, note: String)

    private static func line(_ row: Row) -> String {
        let padding = String(repeating: " ", count: max(2, 14 - row.name.count))
        return "\(row.name)\(padding)\(row.value)\(row.note.isEmpty ? "" : "  (\(row.note))")\n"
    }

    private static func builtIn(_ setting: Setting, _ options: Options) -> String {
        switch setting {
        case .group: "none: root and the user of gatherd alone"
        case .remoteUser: "none: the user of gatherd alone"
        case .submitter: options.submitter
        case .submitAfter: "\(options.submitAfter.components.seconds)"
        }
    }

    /// Returns the faults of the formats, which `gatherctl format` explains in other words.
    private static func formatFaults(_ options: Options) -> [String] {
        let files = FormatFiles(in: options.directories)
        return files.names.compactMap { name -> String? in
            do throws(GatherError) {
                _ = try files.format(named: name)
                return nil
            } catch {
                guard case .invalidFormat(let fault) = error else { return nil }
                let line = fault.line.map { ", line \($0)" } ?? ""
                let field = fault.field.map { " of '\($0)'" } ?? ""
                return "\(fault.path)\(line): \(fault.problem.rawValue)\(field); "
                    + "'gatherctl format' explains it"
            }
        }
    }
}
