import GatherAPI
import Glibc
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct RemoteHostTests {
    private func command(_ arguments: String..., ssh: String? = nil) throws -> RemoteCommand {
        let options = try CommandLine(arguments).options
        let host = try #require(options.host)
        let variables = ssh.map { ["GATHERCTL_SSH": $0] } ?? [:]
        return RemoteCommand(host, options, Environment(variables: variables, uid: 1_000))
    }

    @Test("ssh runs a bridge over there, as systemctl does")
    func arguments() throws {
        let plain = try command("-H", "anna@pitch.local").arguments(
            isAttended: true, isFirst: true)
        #expect(
            plain == [
                "ssh", "-xT", "-oServerAliveInterval=5", "-oServerAliveCountMax=3",
                "-oConnectTimeout=10", "--", "anna@pitch.local", "gatherctl bridge",
            ])
        let unattended = try command("--host=pitch:2222", "-p", "north", ssh: "ssh -F x")
            .arguments(isAttended: false, isFirst: false)
        #expect(unattended.prefix(3) == ["ssh", "-F", "x"])
        #expect(unattended.contains("-oBatchMode=yes"))
        #expect(unattended.contains("-oConnectTimeout=5"))
        #expect(
            unattended.suffix(5) == ["-p", "2222", "--", "pitch", "gatherctl --pitch north bridge"])
        let socket = try command("-H", "pitch", "--socket", "/run/it's; rm").arguments(
            isAttended: true, isFirst: true)
        #expect(socket.last == #"gatherctl --socket '/run/it'\''s; rm' bridge"#)
        let marked = try command("-H", "pitch", "--socket", "/run/'\u{301};id;'").arguments(
            isAttended: true, isFirst: true)
        let words = "gatherctl --socket '/run/'\\''\u{301};id;'\\''' bridge"
        #expect(marked.last.map { Array($0.utf8) } == Array(words.utf8))
    }

    static let names = [
        ("pitch", "pitch", ""), ("anna@pitch", "anna@pitch", ""), ("pitch:22", "pitch", "22"),
        ("anna@[fe80::1]:2222", "anna@fe80::1", "2222"), ("fe80::1", "fe80::1", ""),
    ]

    @Test("a host is a name or an address, with a user and a port", arguments: names)
    func name(text: String, destination: String, port: String) throws {
        let name = try HostName(text)
        #expect(name.destination == destination)
        #expect(name.port ?? "" == port)
    }

    static let wrong = [
        ("", "use HOST, USER@HOST or USER@HOST:PORT"),
        ("@pitch", "use HOST, USER@HOST or USER@HOST:PORT"),
        ("anna@", "use HOST, USER@HOST or USER@HOST:PORT"),
        ("-oProxyCommand=true", "a name cannot begin with '-'"),
        ("anna@-pitch", "a name cannot begin with '-'"), ("pitch:0", "'0' is not a port"),
        ("pitch:ssh", "'ssh' is not a port"),
        ("a b", "a name has no blanks and no characters with a meaning for a shell"),
        ("$(id)", "a name has no blanks and no characters with a meaning for a shell"),
    ]

    @Test("what is no host is named", arguments: wrong)
    func noName(text: String, cause: String) {
        #expect(throws: UsageError("cannot use the host '\(text)': \(cause)")) {
            try HostName(text)
        }
    }

    @Test("a program that is not there cannot be reached over")
    func missing() throws {
        let bench = Bench()
        bench.environment["GATHERCTL_SSH"] = "/nowhere/ssh"
        let result = try bench.run("-H", "pitch")
        #expect(result.status == .unreachable)
        #expect(
            result.errors == "gatherctl: cannot reach gatherd at pitch: cannot run /nowhere/ssh: "
                + "No such file or directory (Debian has it in openssh-client)\n")
    }

    @Test("what fails is tried less and less often")
    func pauses() throws {
        let time = SteppedTimekeeper()
        let errors = Output(Descriptor(owning: dup(STDERR_FILENO)), isTerminal: false)
        let host = RemoteHost(
            try command("-H", "pitch", ssh: "false"), time: time, errors: errors,
            isAttended: true)
        let connect = host.connectorOfWatcher(waitsAtFirst: false)
        var failures: [Int] = []
        for tenth in 0..<500 {
            time.boottime = Sample.now.boottime + .milliseconds(tenth * 100)
            do { _ = try connect("") } catch {
                if error.code != EINPROGRESS { failures.append(tenth) }
            }
        }
        #expect(failures == [1, 11, 31, 71, 151, 301, 451])
        #expect(host.failure == "false ended with status 1, without a message")
    }

    @Test("the other clock is what its freshest stamp says, and half of the shortest way")
    func clock() {
        var clock = RemoteClock()
        #expect(clock.offset == .zero)
        // It is 100 s ahead, and each way takes 20 ms.
        clock.add(.milliseconds(100_020), requestedAt: .zero, arrival: .milliseconds(40))
        #expect(clock.offset == .seconds(100))
        clock.add(.milliseconds(101_500), arrival: .milliseconds(2_000))
        #expect(clock.offset == .seconds(100))
        clock.add(.milliseconds(102_985), arrival: .milliseconds(3_000))
        #expect(clock.offset == .milliseconds(100_005))
        clock.add(.milliseconds(104_000), requestedAt: .seconds(4), arrival: .milliseconds(4_100))
        #expect(clock.offset == .milliseconds(100_005))
        // What is known wears off as slowly as clocks drift apart.
        clock.add(.milliseconds(1_103_980), arrival: .milliseconds(1_004_000))
        #expect(clock.offset == .seconds(100))
        clock.begin()
        clock.add(.seconds(5), arrival: .seconds(1_005))
        #expect(clock.offset == .milliseconds(-999_980))
    }

    @Test("the time is that of the other machine, and an alarm this one's")
    func keeper() {
        let keeper = RemoteTimekeeper(VirtualTimekeeper())
        keeper.clock.add(.seconds(100), arrival: Sample.now.boottime)
        #expect(keeper.now().boottime == .seconds(100))
        #expect(keeper.now().wall == Sample.now.wall)
        let ready = keeper.wait(
            for: [], orLossOf: nil, orRoomIn: nil, timeout: nil, alarm: .seconds(130))
        #expect(ready == [])
        #expect(keeper.now().boottime == .seconds(130))
        keeper.synchronize(with: MatchState(gather: Sample.gather()))
        #expect(keeper.now().boottime == Sample.now.boottime)
    }

    @Test("a restart of the other machine does not set the clock by which this one waits")
    func restart() {
        let keeper = RemoteTimekeeper(VirtualTimekeeper())
        let time: any Timekeeper = keeper
        for stamp in [Duration.seconds(5_000_000), .seconds(60)] {
            keeper.clock.begin()
            keeper.clock.add(stamp, arrival: Sample.now.boottime)
            #expect(time.now().boottime == stamp)
            #expect(time.ownBoottime == Sample.now.boottime)
            #expect(time.lead == stamp - Sample.now.boottime)
        }
        #expect(VirtualTimekeeper().lead == .zero)
    }

    @Test("a state that is known goes on by its own clock until the next one arrives")
    func laterConnection() {
        let keeper = RemoteTimekeeper(VirtualTimekeeper())
        keeper.begin(.seconds(5_000_000), awaitsState: false)
        #expect(keeper.now().boottime == .seconds(5_000_000))
        keeper.begin(.seconds(60), awaitsState: true)
        #expect(keeper.now().boottime == .seconds(5_000_000))
        keeper.synchronize(with: MatchState())
        #expect(keeper.now().boottime == .seconds(60))
        keeper.begin(.seconds(70), awaitsState: true)
        keeper.begin(.seconds(80), awaitsState: false)
        keeper.synchronize(with: MatchState())
        #expect(keeper.now().boottime == .seconds(80))
    }

    @Test("a greeting is found behind what a shell says, and what is none is not waited for")
    func greeting() throws {
        var greeting = Greeting()
        #expect(try greeting.take(Array("Welcome!\ngatherctl-".utf8)[...]) == nil)
        #expect(try greeting.take(Array("bridge 1234567\n".utf8)[...]) == .microseconds(1_234_567))
        #expect(try greeting.take(Bridge.line(at: .seconds(2))[...]) == .seconds(2))
        let title = Array("\u{1B}]0;pitch\u{07}".utf8)
        #expect(try greeting.take(title[...]) == nil)
        #expect(try greeting.take(Bridge.line(at: .seconds(3))[...]) == .seconds(3))
        #expect(try greeting.take(Array("no gatherctl-bridge 4 here\n".utf8)[...]) == nil)
        var noise = Greeting()
        #expect(throws: SystemError(EPROTO)) {
            try noise.take([UInt8](repeating: 0x41, count: 20_000)[...])
        }
    }
}

/// A clock that stands where it is put; what is to come from a program comes before it goes on.
private final class SteppedTimekeeper: Timekeeper {
    var boottime = Duration.zero
    private let system = SystemTimekeeper()

    func now() -> ClockReading {
        var reading = Sample.now
        reading.boottime = boottime
        return reading
    }

    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int] {
        system.wait(
            for: sources, orLossOf: output, orRoomIn: full, timeout: .seconds(30), alarm: nil)
    }
}
