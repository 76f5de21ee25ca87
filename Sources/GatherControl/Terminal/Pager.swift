// Swift takes the variable `environ` for one that several threads might use.
@preconcurrency import Glibc
import LinuxIO

/// A program that shows a long text a screen at a time, such as less.
final class Pager {
    private var input: Output?
    private let process: pid_t

    private init(input: Output, process: pid_t) {
        self.input = input
        self.process = process
    }

    /// The programs to try, each with its arguments, until one is there; none where nobody wants a
    /// pager.
    static func programs(_ environment: Environment) -> [[String]] {
        let ours = [["less"], ["more"]]
        guard let wanted = environment.given("GATHERCTL_PAGER") ?? environment.given("PAGER") else {
            return ours
        }
        let words = wanted.split(separator: " ").map(String.init)
        return words.isEmpty || words == ["cat"] ? [] : [words] + ours
    }

    /// Starts the first of these programs that is there.
    ///
    /// - Parameter screen: Where it shows the text.
    /// - Returns: The program, or nil if none is there.
    static func start(_ programs: [[String]], on screen: Descriptor) -> Pager? {
        guard let (reader, writer) = pipe() else { return nil }
        for program in programs {
            guard let process = spawn(program, reading: reader, on: screen) else { continue }
            // Whether ^C ends it is for the pager to say; it would be left alone with the shell.
            Signals.ignore(SIGINT)
            return Pager(input: Output(writer, isTerminal: false), process: process)
        }
        return nil
    }

    /// Writes a part of the text.
    func write(_ text: String) throws(Failure) {
        try input?.write(text)
    }

    /// Ends the text, and waits until the person who reads it has had enough.
    func finish() {
        input = nil
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        Signals.reset([SIGINT])
    }

    private static func pipe() -> (reader: Descriptor, writer: Descriptor)? {
        var numbers: [Int32] = [-1, -1]
        guard Glibc.pipe(&numbers) == 0 else { return nil }
        // The pager would wait for ever for the end of what it holds open itself.
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    private static func spawn(
        _ program: [String], reading reader: Descriptor, on screen: Descriptor
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
        let defaults = defaults.map { strdup($0) }
        defer { for text in arguments + defaults { free(text) } }
        var process: pid_t = 0
        let error = posix_spawnp(
            &process, program[0], &actions, &attributes, arguments + [nil],
            variables + defaults + [nil])
        return error == 0 ? process : nil
    }

    /// Behind the variables of the process, of which the first with a name counts: colours, no
    /// wrapped lines, the text stays on the screen, and ^C ends it, as systemd's tools have it.
    private static let defaults = ["LESS=FRSXMK", "LESSCHARSET=utf-8"]

    private static var variables: [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        while let variable = environ[variables.count] { variables.append(variable) }
        return variables
    }
}
