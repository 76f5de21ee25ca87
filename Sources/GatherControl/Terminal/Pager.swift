import LinuxIO

// Swift takes the variable `environ` for one that several threads might use.
@preconcurrency import Glibc

/// The programs that may show a long text, and their restrictions.
struct Pagers: Hashable {
    /// The programs to try in order, each with its arguments.
    var programs: [[String]] = []

    /// True if they may do nothing but show the text.
    var isSecure = false

    init() {}

    /// The variables that name a pager; the first that is set counts.
    static let variables = ["GATHERCTL_PAGER", "PAGER"]

    /// Makes the choice of programs.
    ///
    /// - Parameter wanted: The command line of the pager; empty, or `cat`, for none, and nil for
    ///   the default.
    init(_ wanted: String?, _ environment: Environment) {
        isSecure = PagerSafety.isSecure(environment)
        let words = wanted?.split(separator: " ").map(String.init)
        if let words, words.isEmpty || words == ["cat"] { return }
        // Only less is known to be able to run without a shell.
        programs = isSecure ? [["less"]] : (words.map { [$0] } ?? []) + [["less"], ["more"]]
    }
}

/// A program that shows a long text a screen at a time, such as less.
final class Pager {
    private var input: Output?
    private let process: pid_t

    private init(input: Output, process: pid_t) {
        self.input = input
        self.process = process
    }

    /// Starts the first of these programs that exists.
    ///
    /// - Parameter screen: The output on which it shows the text.
    /// - Returns: The program, or nil if none exists.
    static func start(_ pagers: Pagers, on screen: Descriptor) -> Pager? {
        guard let (reader, writer) = pipe() else { return nil }
        let variables = variables(Self.given, isSecure: pagers.isSecure)
        for program in pagers.programs {
            guard let process = spawn(program, variables, reading: reader, on: screen) else {
                continue
            }
            // The pager decides if ^C ends it; it would otherwise be left behind while the shell
            // reads the terminal.
            Signals.ignore(SIGINT)
            return Pager(input: Output(writer, isTerminal: false), process: process)
        }
        return nil
    }

    func write(_ text: String) throws(Failure) {
        try input?.write(text)
    }

    /// Ends the text, and waits until the user leaves the pager.
    func finish() {
        input = nil
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        Signals.reset([SIGINT])
    }

    private static func pipe() -> (reader: Descriptor, writer: Descriptor)? {
        var numbers: [Int32] = [-1, -1]
        guard Glibc.pipe(&numbers) == 0 else { return nil }
        // The pager would wait forever for the end of a pipe that it holds open itself.
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    private static func spawn(
        _ program: [String], _ variables: [String], reading reader: Descriptor,
        on screen: Descriptor
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, reader.number, 0)
        posix_spawn_file_actions_adddup2(&actions, screen.number, 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let arguments = program.map { strdup($0) }
        let variables = variables.map { strdup($0) }
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let error = posix_spawnp(
            &process, program[0], &actions, &attributes, arguments + [nil], variables + [nil])
        return error == 0 ? process : nil
    }

    /// Returns the environment of a pager, in which the first variable with a name counts.
    ///
    /// The defaults follow the variables of this process: colours, no wrapped lines, the text stays
    /// on the screen, and ^C ends it, as in systemd's tools. A secure pager gets nothing that names
    /// a program or a file, as `LESSOPEN`, `LESSKEYIN`, `EDITOR` and an option of `LESS` do.
    static func variables(_ given: [String], isSecure: Bool) -> [String] {
        let defaults = ["LESS=FRSXMK", "LESSCHARSET=utf-8"]
        guard isSecure else { return given + defaults }
        let left = given.filter { variable in
            !["LESS", "EDITOR=", "VISUAL="].contains { variable.hasPrefix($0) }
        }
        return ["LESSSECURE=1", "LESSHISTFILE=-"] + left + defaults
    }

    private static var given: [String] {
        var variables: [String] = []
        while let variable = environ[variables.count] {
            variables.append(String(cString: variable))
        }
        return variables
    }
}

/// The rule that decides if a pager may start a shell and write files.
///
/// As root through sudo it must not: a user who may run gatherctl in this way has no right to more.
/// The rule is that of systemd's tools with `$SYSTEMD_PAGERSECURE`.
enum PagerSafety {
    /// The variables with the user ID of the caller of sudo, run0 or pkexec.
    private static let users = ["SUDO_UID", "PKEXEC_UID"]

    /// Returns true if the pager must do nothing but show a text.
    static func isSecure(_ environment: Environment) -> Bool {
        // The caller of a program with more rights has also set the variables.
        guard !environment.isSetID else { return true }
        guard let wish = environment.given("GATHERCTL_PAGERSECURE") else {
            return isElevated(environment)
        }
        return Environment.truth(wish) ?? true
    }

    private static func isElevated(_ environment: Environment) -> Bool {
        let own = "\(environment.uid)"
        let isOther = users.compactMap { environment[$0] }.contains { $0 != own }
        return isOther || environment.loginUID.map { $0 != environment.uid } ?? false
    }
}
