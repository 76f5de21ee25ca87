import LinuxIO
import Testing

@testable import GatherControl

@Suite struct SocketChoiceTests {
    private static let runtime = ["XDG_RUNTIME_DIR": "/run/user/1000"]
    private static let own = "/run/user/1000/gatherd/gatherd.sock"

    @Test("the option comes before the variable, and that before the default")
    func order() throws {
        let variables = ["GATHERD_SOCKET": "/e.sock"].merging(Self.runtime) { first, _ in first }
        #expect(try choose("--socket /o.sock", variables).path == "/o.sock")
        #expect(try choose("", variables).path == "/e.sock")
        #expect(try choose("", Self.runtime, [Self.own]).path == Self.own)
    }

    @Test("the system's daemon serves whoever has none")
    func system() throws {
        let system = StandardPaths.systemSocket
        #expect(try choose("", Self.runtime, [system]).path == system)
        #expect(try choose("", Self.runtime, [system, Self.own]).path == Self.own)
        #expect(try choose("", Self.runtime).path == Self.own)
        #expect(try choose("", [:]).path == system)
        #expect(try choose("", Self.runtime, [Self.own], uid: 0).path == system)
    }

    @Test("a pitch is beside the default")
    func pitch() throws {
        let system = StandardPaths.systemSocket
        let systemPitch = "/run/gatherd/north.sock"
        let ownPitch = "/run/user/1000/gatherd/north.sock"
        #expect(try choose("-p north", Self.runtime, [Self.own]).path == ownPitch)
        #expect(try choose("-p north", Self.runtime, [system]).path == systemPitch)
        #expect(try choose("-p north", Self.runtime, [systemPitch]).path == systemPitch)
        #expect(try choose("-p north", Self.runtime, [ownPitch, system]).path == ownPitch)
        #expect(try choose("-p north", [:], uid: 0).path == systemPitch)
        #expect(
            try choose("-p north", ["GATHERD_SOCKET": "/tmp/x/g.sock"]).path == "/tmp/x/north.sock")
    }

    @Test("the hint starts a daemon at that socket")
    func hint() throws {
        let units = Set(
            ["/usr/lib/systemd/system", "/etc/systemd/user"].flatMap {
                ["\($0)/gatherd.socket", "\($0)/gatherd@.socket"]
            })
        #expect(
            try hint("", [:], units, uid: 0)
                == "start it with 'systemctl start gatherd.socket' or 'gatherd &'")
        #expect(
            try hint("", Self.runtime, units)
                == "start it with 'systemctl --user start gatherd.socket' or 'gatherd &'")
        #expect(
            try hint("-p north", [:], units, uid: 0)
                == "start it with 'systemctl start gatherd@north.socket'")
        #expect(
            try hint("-p north", Self.runtime, units)
                == "start it with 'systemctl --user start gatherd@north.socket'")
    }

    @Test("the hint names no unit that is not installed")
    func hintWithoutUnits() throws {
        #expect(try hint("", [:], uid: 0) == "start it with 'gatherd &'")
        let ofMachine: Set = ["/usr/lib/systemd/system/gatherd.socket"]
        #expect(try hint("", Self.runtime, ofMachine) == "start it with 'gatherd &'")
        #expect(try hint("-p north", [:], ofMachine, uid: 0) == nil)
        #expect(try hint("-H pi", [:], ofMachine) == nil)
    }

    @Test("the hint for a socket that was named has the directory of the state, or none is given")
    func hintForNamed() throws {
        #expect(try hint("--socket g", [:]) == "start it with 'gatherd --socket g &'")
        let variables = ["GATHERD_SOCKET": "/srv/a b/g.sock"]
        // It is in the directory of a state.
        #expect(
            try hint("", variables, ["/srv/a b/gatherd.lock", "/srv/a b/g.sock"])
                == "start it with 'gatherd --socket '/srv/a b/g.sock' "
                + "--state-directory '/srv/a b' &'")
        // A daemon was killed whose state is anywhere.
        #expect(
            try hint("", variables, ["/srv/a b/g.sock"])
                == "start it with 'gatherd --socket '/srv/a b/g.sock' --state-directory DIR &'")
    }

    @Test("the log of one that does not answer is that of its unit, if it has one")
    func log() throws {
        let units = ["socket", "@.socket"].flatMap { name in
            ["/usr/lib/systemd/system/gatherd", "/usr/lib/systemd/user/gatherd"].map {
                $0 + (name.hasPrefix("@") ? name : ".\(name)")
            }
        }
        let own = ["XDG_RUNTIME_DIR": "/run/user/1000"]
        let socket = "/run/user/1000/gatherd/gatherd.sock"
        for (line, variables, files, command) in [
            ("", [:], units, "journalctl -u gatherd"),
            ("-p north", [:], units, "journalctl -u gatherd@north"),
            ("", own, units + [socket], "journalctl --user -u gatherd"),
            ("-p north", own, units + [socket], "journalctl --user -u gatherd@north"),
        ] as [(String, [String: String], [String], String)] {
            let choice = try choose(line, variables, Set(files))
            #expect(
                choice.logHint(exists: files.contains) == "its log says more: '\(command)'")
            #expect(choice.logHint { _ in false } == nil)
        }
        for line in ["--socket /run/x", "--host pitch.local"] {
            #expect(try choose(line, [:]).logHint { _ in true } == nil)
        }
    }

    @Test("a path that fits no address is a usage error")
    func tooLong() throws {
        let path = "/" + String(repeating: "x", count: 106)
        #expect(try choose("--socket \(path)", [:]).path == path)
        #expect(throws: UsageError.self) { try choose("--socket \(path)x", [:]) }
        #expect(throws: UsageError.self) { try choose("", ["GATHERD_SOCKET": "\(path)x"]) }
    }

    private func hint(
        _ line: String, _ variables: [String: String], _ files: Set<String> = [],
        uid: UInt32 = 1_000
    ) throws -> String? {
        try choose(line, variables, files, uid: uid).startHint { files.contains($0) }
    }

    private func choose(
        _ line: String, _ variables: [String: String], _ files: Set<String> = [],
        uid: UInt32 = 1_000
    ) throws -> SocketChoice {
        let options = try CommandLine(line.split(separator: " ").map(String.init)).options
        let environment = Environment(variables: variables, uid: uid)
        return try SocketChoice(options, environment) { files.contains($0) }
    }
}
