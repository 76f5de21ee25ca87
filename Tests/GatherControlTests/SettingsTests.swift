import FoundationEssentials
import GatherAPI
import Glibc
import LinuxIO
import Testing

@testable import GatherControl

/// The file of a person's settings, in a directory of the test.
@Suite final class SettingsTests {
    private let directory: String
    private var path: String { "\(directory)/gatherctl/config" }

    init() throws {
        var template = Array("/tmp/gatherctl-settings-XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&template)))
        try FileManager.default.createDirectory(
            atPath: "\(directory)/gatherctl", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func write(_ text: String, permissions: UInt32 = 0o600) throws {
        let bytes = Data(text.utf8)
        try #require(FileManager.default.createFile(atPath: path, contents: bytes))
        try #require(chmod(path, permissions) == 0)
    }

    private func bench(_ variables: [String: String] = [:]) -> Bench {
        let bench = Bench(.replies([Sample.reply(Sample.gather(Sample.running()))]))
        bench.uid = geteuid()
        bench.environment = ["XDG_CONFIG_HOME": directory].merging(variables) { $1 }
        return bench
    }

    private func config(
        _ options: String..., variables: [String: String] = [:]
    ) throws -> [[String]] {
        let result = try bench(variables).run(["config"] + options)
        #expect(result.status == .done)
        return result.output.split(separator: "\n").map { line in
            line.replacing(#/ {2,}/#, with: "|").split(separator: "|").map(String.init)
        }
    }

    private static let file = """
        # What I always type.
        [Client]
        Pitch = north
        ; not: Host=a
        Color=off
        Pager=less \\
          -R
        """

    @Test("a pitch of the file is used, and a line is continued")
    func used() throws {
        try write(Self.file)
        let bench = bench()
        let result = try bench.run("status")
        #expect(result.status == .done && result.errors.isEmpty)
        #expect(bench.paths.first?.hasSuffix("/north.sock") == true)
        #expect(
            try config().dropLast() == [
                ["pitch", "north", "\(path), line 3"], ["host", "-", "default"],
                ["color", "no", "\(path), line 5"], ["pager", "less -R", "\(path), line 6"],
            ])
    }

    @Test("an option comes before the environment, and that before the file")
    func order() throws {
        try write("[Client]\nPitch=north\nHost=pitch.local\nPager=most\n")
        let socket = ["GATHERD_SOCKET": "/e.sock", "PAGER": "more", "NO_COLOR": "1"]
        #expect(
            try config(variables: socket) == [
                ["pitch", "-", "$GATHERD_SOCKET"], ["host", "-", "$GATHERD_SOCKET"],
                ["color", "no", "$NO_COLOR"], ["pager", "more", "$PAGER"], ["socket", "/e.sock"],
            ])
        #expect(
            try config("-p", "south", "-H", "", "--no-pager", variables: socket) == [
                ["pitch", "south", "--pitch"], ["host", "-", "--host"],
                ["color", "no", "$NO_COLOR"], ["pager", "-", "--no-pager"],
                ["socket", "/south.sock"],
            ])
        #expect(try config("--socket", "/o.sock").first == ["pitch", "-", "--socket"])
        #expect(
            try config().last == ["socket", "pitch.local, pitch north"])
        #expect(try config("--pitch=").last == ["socket", "pitch.local"])
    }

    @Test("lines may end in CR LF, behind a byte order mark")
    func windows() throws {
        try write("\u{FEFF}[Client]\r\nPitch=north\r\n\r\nColor=no\r\n")
        #expect(try config().first == ["pitch", "north", "\(path), line 2"])
        #expect(try config()[2] == ["color", "no", "\(path), line 4"])
    }

    @Test("a line that means nothing is named, and the rest counts")
    func unknown() throws {
        try write("Pitch=a\n[Client]\nPich=b\nnorth\n[Sound]\nHorn=c\n[Client]\nPitch=south\n")
        let result = try bench().run("config")
        #expect(
            result.errors == """
                gatherctl: \(path), line 1: ignored: 'Pitch' is not in the section [Client]
                gatherctl: \(path), line 3: ignored: unknown setting 'Pich'; did you mean 'Pitch'?
                gatherctl: \(path), line 4: ignored: 'north' has no '='
                gatherctl: \(path), line 5: ignored: unknown section [Sound]; use [Client]
                gatherctl: \(path), line 6: ignored: 'Horn' is not in the section [Client]

                """)
        #expect(result.output.contains("south"))
    }

    @Test(
        "a wrong value is an error, as the command would go elsewhere",
        arguments: [
            ("Pitch=no rth", "cannot use the pitch 'no rth'"), ("Host=-x", "cannot use the host"),
            ("Color=blue", "'blue' is not a choice; use yes or no"),
        ])
    func wrong(line: String, message: String) throws {
        try write("[Client]\n\(line)\n")
        let bench = bench()
        let result = try bench.run("goal", "a")
        #expect(result.status == .usage)
        #expect(result.errors.hasPrefix("gatherctl: \(path), line 2: \(message)"))
        #expect(bench.paths.isEmpty)
        #expect(try self.bench().run("-p", "a", "-H", "", "--no-color", "config").status == .done)
    }

    @Test("a file that others can change is ignored, and one that cannot be read is an error")
    func trust() throws {
        try write(Self.file, permissions: 0o620)
        let result = try bench().run("config")
        #expect(
            result.errors == "gatherctl: \(path) is ignored: others than you can change it\n")
        #expect(result.output.hasPrefix("pitch   -"))
        try write("[Client]\nPitch=a\u{0}\n")
        #expect(try bench().run("config").status == .usage)
        try #require(FileManager.default.createFile(atPath: path, contents: Data([0xFF])))
        #expect(try bench().run("status").errors.contains("it is no text in UTF-8"))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        #expect(try bench().run("status").errors.contains("cannot read the settings in"))
        #expect(try bench().run("--version").status == .done)
    }

    @Test("without a file, everything is as ever")
    func none() throws {
        #expect(
            try config("--socket", "/o.sock").suffix(3) == [
                ["color", "yes", "default"], ["pager", "-", "default"], ["socket", "/o.sock"],
            ])
        let json = try bench().run("config", "--json", "--socket", "/o.sock").output
        #expect(json.contains(#""color":{"value":"yes","from":null}"#))
        #expect(json.contains("\"file\":\"\(path)\""))
    }

    @Test("the bridge does not read it")
    func bridge() throws {
        try write("[Client]\nPitch=no rth\n")
        #expect(try bench().run("bridge").status == .done)
    }
}
