import LinuxIO

/// Whether a pager may start a shell and write files.
///
/// As root through sudo it must not: who may run gatherctl so has no right to more. The rule is
/// that of systemd's tools with `$SYSTEMD_PAGERSECURE`.
enum PagerSafety {
    /// The variables that decide.
    static let variables = ["GATHERCTL_PAGERSECURE"] + users

    /// Who somebody was before sudo, run0 or pkexec, each by the user's number.
    private static let users = ["SUDO_UID", "PKEXEC_UID"]

    /// Whether the pager is one that does nothing but show a text.
    static func isSecure(_ environment: Environment) -> Bool {
        // Whoever has started a program with more rights has set the variables as well.
        guard !environment.isSetID else { return true }
        guard let wish = environment.given("GATHERCTL_PAGERSECURE") else {
            return isElevated(environment)
        }
        return truth(wish) ?? true
    }

    private static func isElevated(_ environment: Environment) -> Bool {
        let own = "\(environment.uid)"
        let isOther = users.compactMap { environment[$0] }.contains { $0 != own }
        return isOther || environment.loginUID.map { $0 != environment.uid } ?? false
    }

    /// A word for yes or no as systemd reads it; nil for any other.
    private static func truth(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "1", "yes", "y", "true", "t", "on": true
        case "0", "no", "n", "false", "f", "off": false
        default: nil
        }
    }
}
