import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("The daemon's command line")
struct OptionsTests {
    private let user = Environment(
        variables: ["HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/user/1000"], uid: 1_000)

    @Test("socket and state are the user's unless others are given")
    func defaults() throws {
        let options = try Options([], environment: user)
        #expect(options.socket == "/run/user/1000/gatherd/gatherd.sock")
        #expect(options.stateDirectory == "/home/u/.local/state/gatherd")
        let given = try Options(["--socket=/s", "--state-directory", "/d"], environment: user)
        #expect(given.socket == "/s")
        #expect(given.stateDirectory == "/d")
        #expect(given.action == .serve)
    }

    @Test("the variable that tells gatherctl where the daemon is tells the daemon, too")
    func variable() throws {
        let environment = Environment(
            variables: [
                "HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/user/1000", "GATHERD_SOCKET": "/e",
            ], uid: 1_000)
        let options = try Options([], environment: environment)
        #expect(options.socket == "/e")
        #expect(options.stateDirectory == "/home/u/.local/state/gatherd")
        #expect(try Options(["--socket", "/s"], environment: environment).socket == "/s")
        let unset = Environment(variables: ["HOME": "/home/u", "GATHERD_SOCKET": ""], uid: 1_000)
        #expect(
            try Options([], environment: unset).socket
                == "/home/u/.local/state/gatherd/gatherd.sock")
    }

    @Test(
        "a wrong argument is named",
        arguments: [
            (["--sock", "x"], "unknown argument '--sock'"), (["x"], "unknown argument 'x'"),
            (["--socket"], "--socket needs a value"), (["--socket="], "--socket needs a value"),
            (["--check", "--restore", "x"], "--restore cannot be given along with --check"),
            (
                ["--restore=x", "--check-backup", "x"],
                "--check-backup cannot be given along with --restore"
            ),
        ])
    func wrong(arguments: [String], message: String) {
        #expect(throws: OptionError(message: message)) {
            _ = try Options(arguments, environment: user)
        }
    }

    @Test("a path that fits no socket address is a wrong argument")
    func longPath() {
        let path = "/" + String(repeating: "x", count: 107)
        #expect(throws: OptionError.self) {
            _ = try Options(["--socket", path], environment: user)
        }
        #expect(throws: Never.self) {
            _ = try Options(["--socket", String(path.dropLast())], environment: user)
        }
    }

    @Test("without a home there is no guess")
    func noHome() {
        #expect(throws: OptionError.self) {
            _ = try Options([], environment: Environment(variables: [:], uid: 1_000))
        }
    }
}
