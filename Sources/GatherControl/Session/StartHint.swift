import LinuxIO

/// The text that says how to start a program that does not run.
enum StartHint {
    /// The directories of systemd, each with one for the units of the machine and one for those of
    /// users, systemd.unit(5).
    private static let directories = ["/etc", "/run", "/usr/local/lib", "/usr/lib"]

    /// Returns the text; nil without a command that starts it.
    static func text(_ commands: [String?]) -> String? {
        let known = commands.compactMap(\.self)
        return switch known.count {
        case 0: nil
        case 1: tr("start it with '%1$@'", known[0])
        default: tr("start it with '%1$@' or '%2$@'", known[0], known[1])
        }
    }

    /// Returns the text that says where the log of a service is; nil where no such unit is
    /// installed.
    ///
    /// Its parameters are those of ``unit(_:pitch:isOfMachine:exists:)``.
    static func log(
        _ name: String, pitch: String? = nil, isOfMachine: Bool = true,
        exists: (String) -> Bool = Files.exists
    ) -> String? {
        guard unit(name, pitch: pitch, isOfMachine: isOfMachine, exists: exists) != nil else {
            return nil
        }
        // Not translated: a command.
        let command = isOfMachine ? "journalctl" : "journalctl --user"
        let log = "\(command) -u \(name)\(pitch.map { "@\($0)" } ?? "")"
        return tr("its log says more: '%1$@'", log)
    }

    /// Returns the command that starts the socket of a service; nil where no such unit is
    /// installed.
    ///
    /// - Parameters:
    ///   - name: The name of the unit, without that of a pitch.
    ///   - pitch: The pitch of which it is; nil for none.
    ///   - isOfMachine: True for the machine's manager, false for the user's own.
    ///   - exists: Returns true if there is a file at a path.
    static func unit(
        _ name: String, pitch: String? = nil, isOfMachine: Bool = true,
        exists: (String) -> Bool = Files.exists
    ) -> String? {
        let manager = isOfMachine ? "system" : "user"
        let file = pitch == nil ? "\(name).socket" : "\(name)@.socket"
        guard directories.contains(where: { exists("\($0)/systemd/\(manager)/\(file)") }) else {
            return nil
        }
        let command = isOfMachine ? "systemctl" : "systemctl --user"
        // Not translated: a command.
        return "\(command) start \(name)\(pitch.map { "@\($0)" } ?? "").socket"
    }
}
