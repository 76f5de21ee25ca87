import Glibc
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("The daemon's configuration files")
final class ConfigurationTests {
    private let directory: String

    init() throws {
        directory = try DaemonFixture.temporaryDirectory()
        try Files.makeDirectory("\(directory)/gatherd.conf.d")
    }

    deinit {
        for name in written.reversed() { unlink("\(directory)/\(name)") }
        rmdir("\(directory)/gatherd.conf.d")
        rmdir(directory)
    }

    private var written: [String] = []

    private func write(_ name: String, _ text: String) throws {
        let path = "\(directory)/\(name)"
        try Files.put(Array(text.utf8), at: path, by: "\(path).new")
        written.append(name)
    }

    private func configuration(pitch: String? = nil) -> Configuration {
        Configuration(in: directory, pitch: pitch, for: geteuid())
    }

    private func options(
        _ arguments: [String] = [], variables: [String: String] = [:]
    ) throws -> Options {
        try Options(
            ["--state-directory=/s", "--socket=/s/s"] + arguments,
            environment: Environment(variables: variables, uid: 1_000),
            configuration: configuration())
    }

    @Test("an option comes before a file, and that before the environment")
    func order() throws {
        let variables = ["GATHERD_GROUP": "gather", "GATHERD_SUBMIT_AFTER": "10"]
        #expect(try options(variables: variables)[.group].value == "gather")
        try write("gatherd.conf", "[Daemon]\nGroup=referees\n")
        let read = try options(variables: variables)
        #expect(read[.group].value == "referees")
        #expect(read.submitAfter == .seconds(10))
        #expect(read[.group].originText == "\(directory)/gatherd.conf, line 2")
        #expect(read[.submitAfter].originText == "$GATHERD_SUBMIT_AFTER")
        let given = try options(["--group=players"], variables: variables)
        #expect(given[.group].value == "players")
        #expect(given[.group].origin == .option)
    }

    @Test("files are read in their order, and the pitch's last")
    func files() throws {
        try write("gatherd.conf", "[Daemon]\nGroup=a\n")
        try write("gatherd.conf.d/20.conf", "[Daemon]\nGroup=c\n")
        try write("gatherd.conf.d/10.conf", "[Daemon]\nGroup=b\nSubmitAfter=1\n")
        #expect(configuration()[.group]?.text == "c")
        #expect(configuration()[.submitAfter]?.text == "1")
        try write("gatherd@north.conf", "[Daemon]\nGroup=d\nSubmitAfter=\n")
        let north = configuration(pitch: "north")
        #expect(north[.group]?.text == "d" && north[.submitAfter] == nil)
        #expect(north.files.count == 4 && north.faults.isEmpty)
        #expect(configuration(pitch: "south")[.group]?.text == "c")
    }

    @Test(
        "a pitch that gatherctl cannot name is said, and has its match all the same",
        arguments: [
            ("north", true), (String(repeating: "n", count: 64), true),
            (String(repeating: "n", count: 65), false), ("north.1", false), ("", true),
        ])
    func pitch(_ name: String, _ isQuiet: Bool) {
        let configuration = Configuration(
            Environment(
                variables: ["CONFIGURATION_DIRECTORY": directory, "GATHERD_PITCH": name],
                uid: geteuid()))
        #expect(configuration.faults.isEmpty == isQuiet)
        #expect(configuration.fatalFault == nil)
    }

    @Test("a wrong line is ignored, and what was said before it counts")
    func wrong() throws {
        try write("gatherd.conf", "[Daemon]\nSubmitAfter=5\nSubmitAfter=x\nSubmitafter=6\n")
        let configuration = configuration()
        #expect(configuration[.submitAfter]?.text == "5")
        #expect(
            configuration.faults.map(\.place)
                == [3, 4].map {
                    "\(directory)/gatherd.conf, line \($0)"
                })
        #expect(configuration.fatalFault == nil)
    }

    @Test("a file that others can write, or nobody read, forbids a start")
    func untrusted() throws {
        try write("gatherd.conf", "[Daemon]\nGroup=a\n")
        try Files.permit(0o666, to: "\(directory)/gatherd.conf")
        #expect(configuration().fatalFault != nil)
        #expect(configuration()[.group] == nil)
        try Files.permit(0o644, to: "\(directory)/gatherd.conf")
        #expect(configuration().fatalFault == nil)
        try Files.put([0xFE], at: "\(directory)/gatherd.conf", by: "\(directory)/new")
        #expect(configuration().fatalFault?.reason == "it is no text in UTF-8")
    }

    @Test("a link to a file that is not there, and a file in the place of the directory, as well")
    func misplaced() throws {
        for name in ["gatherd.conf", "gatherd.conf.d/a.conf"] {
            let path = "\(directory)/\(name)"
            #expect(symlink("nowhere", path) == 0)
            #expect(
                configuration().fatalFault?.description
                    == "\(path): its link leads to no file that can be read")
            try Files.remove(path)
            #expect(configuration().fatalFault == nil)
        }
        try write("gatherd@north.conf.d", "")
        #expect(
            configuration(pitch: "north").fatalFault?.description
                == "\(directory)/gatherd@north.conf.d: Not a directory")
        try Files.remove("\(directory)/gatherd@north.conf.d")
        #expect(symlink("nowhere", "\(directory)/gatherd@north.conf.d") == 0)
        #expect(configuration(pitch: "north").fatalFault != nil)
    }

    @Test("a wrong value of an option or a variable is an error of the command line")
    func wrongOptions() throws {
        #expect(throws: OptionError.self) { try options(["--submit-after=x"]) }
        #expect(throws: OptionError.self) { try options(["--submit-after", "86401"]) }
        #expect(throws: OptionError.self) {
            try options(variables: ["GATHERD_SUBMIT_AFTER": "x"])
        }
        #expect(try options(["--submitter=near/by"]).submitter == "near/by")
        #expect(try options(["--check"]).action == .check)
    }

    @Test("the remote's user is an option, a setting and a variable, and what is wrong says which")
    func remoteUser() throws {
        let variables = ["GATHERD_REMOTE_USER": "gather-remote"]
        var options = try options(variables: variables)
        #expect(options[.remoteUser].value == "gather-remote")
        #expect(
            options[.remoteUser].complaint(because: "why")
                == "$GATHERD_REMOTE_USER: why, ignoring")
        try write("gatherd.conf", "[Daemon]\nRemoteUser=web\n")
        options = try self.options(variables: variables)
        #expect(options[.remoteUser].value == "web")
        #expect(
            options[.remoteUser].complaint(because: "why")
                == "\(directory)/gatherd.conf, line 2: RemoteUser: why, ignoring")
        options = try self.options(["--remote-user", "me"], variables: variables)
        #expect(options[.remoteUser].value == "me")
        #expect(
            options[.remoteUser].complaint(because: "why") == "--remote-user: why, ignoring")
    }

    @Test(
        "a length of time has units, as in systemd.time(7)",
        arguments: [
            ("60", 60), ("0", 0), ("90s", 90), ("1min 30s", 90), ("2 hours", 7_200), ("1d", 86_400),
            ("1h1m1s", 3_661),
        ])
    func times(text: String, seconds: Int) {
        #expect(TimeSpan.duration(text) == .seconds(seconds))
    }

    @Test(
        "any other text is no length of time",
        arguments: ["", " ", "s", "-1", "1 2x", "1.5h", "1y", "99999999", "ten"])
    func noTimes(text: String) {
        #expect(TimeSpan.duration(text) == nil)
    }
}
