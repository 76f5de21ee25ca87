import FoundationEssentials
import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Formats that a person keeps in files, from the shell.
@Suite struct FormatFilesTests {
    private let match: MatchFixture

    init() throws {
        match = try MatchFixture()
        try FileManager.default.createDirectory(
            atPath: "\(match.daemon.directory)/formats", withIntermediateDirectories: false)
    }

    private func path(_ name: String) -> String {
        "\(match.daemon.directory)/formats/\(name).json"
    }

    private func write(_ text: String, as name: String = "u9") throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    /// Writes a format into the directory of the configuration, and returns its path.
    private func configure(_ text: String, as name: String = "u9") throws -> String {
        let formats = "\(match.daemon.configurationDirectory)/formats"
        try FileManager.default.createDirectory(
            atPath: formats, withIntermediateDirectories: true)
        let path = "\(formats)/\(name).json"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private static let thirds = """
        {"periods": [
          {"id": "first third", "length": "8"},
          {"id": "break", "kind": "break", "length": 2},
          {"id": "second third", "length": 8},
          {"id": "last third", "length": "8:30"}],
         "timeOuts": {"perPeriod": 1, "length": "0:30"}}
        """

    @Test func aMatchIsPlayedInOne() throws {
        try match.ctl("new", "--format", "u9", says: "there is no such format", status: 1)
        try write(Self.thirds)
        try match.ctl(
            "format", says: "halves: 2 x 45:00",
            "u9: 08:00, 08:00, 08:30; breaks of 02:00; the clock counts down")
        try match.ctl(
            "format", "show", "u9", says: path("u9"), "  08:00  first third: the clock counts down",
            "  02:00  break\n", "time-outs of a side in a period: 1 of 00:30")
        try match.ctl("new", "--format", "u9", says: "opened: 08:00, Team A - Team B, u9")
        try match.ctl("start", says: "first third, running")
        // The match keeps its format, whatever becomes of the file.
        try write("{")
        try match.daemon.restart()
        match.clock.advance(by: .seconds(480))
        try match.ctl("period", says: "break; next: second third")
        match.clock.advance(by: .seconds(60))
        try match.ctl("period", says: "08:00 second third, running")
        try match.ctl("format", "choose", "u9", "--force", says: "u9.json, line 1: ", status: 1)
        try match.ctl("discard", "--yes")
        try match.ctl("new", "--format", "u9", says: "line 1: this is not JSON", status: 1)
        #expect(try match.match().phase == .discarded)
    }

    @Test func aBrokenOneIsListedWithItsLine() throws {
        try write("{\"periods\": [\n{\"id\": \"a\", \"length\": \"soon\"}]}", as: "a")
        try write(Self.thirds, as: "b")
        try write(Self.thirds, as: "halves")
        try match.ctl(
            "format", "list", says: "gather: a plain countdown",
            "small-sided: 2 x 20:00", "\nb: 08:00",
            "\(path("a")), line 2: 'length' is a number of minutes such as 25, or a time",
            "\(path("halves")): a format of this name needs no file")
        try match.ctl("format", "show", "a", says: "\(path("a")), line 2: 'length'", status: 1)
        try match.ctl("format", "show", "c", says: "there is no format 'c'", status: 1)
        try match.ctl("format", "choose", "../b", says: "there is no such format", status: 1)
    }

    @Test func aPitchCanHaveOneAsUsual() throws {
        try write(Self.thirds)
        try match.ctl("defaults", "--format", "u9", says: "format   u9")
        try FileManager.default.removeItem(atPath: path("u9"))
        try match.daemon.restart()
        try match.ctl("new", says: "opened: 08:00, Team A - Team B, u9")
        try match.ctl("discard", "--yes")
        try match.ctl("defaults", "--format", "u9", says: "there is no such format", status: 1)
        try match.ctl("new", says: "opened: 08:00, Team A - Team B, u9")
    }

    @Test func aCommandThatIsSentAgainNeedsNoFile() throws {
        try write(Self.thirds)
        let client = try match.daemon.client()
        let parameters: JSONObject = ["format": "u9", "requestId": "once"]
        let first = try client.call(.open, parameters)
        try write("{")
        let again = try client.call(.open, parameters)
        #expect(again.parameters["outcome"] == first.parameters["outcome"])
        #expect(try client.call(.open, ["format": "u9", "requestId": "twice"]).error != nil)
    }

    @Test func aShellOffersThem() throws {
        try write(Self.thirds)
        let offered = try match.ctl("__complete", "new", "--format", "")
        for name in ["gather", "halves", "futsal", "u9"] {
            #expect(offered.split(separator: "\n").contains(name[...]), "\(offered)")
        }
        // The gatherd that plays an invented match has no files.
        let builtIn = try match.ctl("__complete", "simulate", "--format", "")
        let ours = offered.split(separator: "\n").filter { $0 != "u9" }
        #expect(builtIn.split(separator: "\n") == ours, "\(builtIn)")
    }

    @Test func oneOfTheConfigurationIsListedShownAndPlayed() throws {
        let path = try configure(Self.thirds)
        try match.ctl(
            "format", "list",
            says: "\nu9: 08:00, 08:00, 08:30; breaks of 02:00; the clock counts down")
        try match.ctl("format", "show", "u9", says: "u9, \(path)\n  08:00  first third: ")
        try match.ctl("new", "--format", "u9", says: "opened: 08:00, Team A - Team B, u9")
        try match.ctl("period", says: "08:00 first third, running")
    }

    @Test func oneOfTheStateDirectoryComesBeforeOneOfTheConfiguration() throws {
        let other = try configure("{\"periods\": [{\"id\": \"match\", \"length\": 30}]}")
        try write(Self.thirds)
        let list = try match.ctl("format", "list")
        let lines = list.split(separator: "\n").filter { $0.hasPrefix("u9") }
        #expect(lines.count == 1 && list.contains("\nu9: 08:00, 08:00, 08:30"), "\(list)")
        try match.ctl("format", "show", "u9", says: "u9, \(path("u9"))\n  08:00  first third: ")
        try match.ctl("new", "--format", "u9", says: "opened: 08:00, ")
        try match.ctl("discard", "--yes")
        try FileManager.default.removeItem(atPath: path("u9"))
        try match.ctl("format", "show", "u9", says: "u9, \(other)\n  30:00  match: ")
        try match.ctl("new", "--format", "u9", says: "opened: 30:00, ")
    }

    @Test func aBrokenOneOfTheStateDirectoryIsNotHiddenByOneOfTheConfiguration() throws {
        let other = try configure(Self.thirds)
        try write("{")
        let fault = "\(path("u9")), line 1: this is not JSON"
        let list = try match.ctl("format", "list", says: fault)
        #expect(!list.contains("\nu9: ") && !list.contains(other), "\(list)")
        try match.ctl("format", "show", "u9", says: fault, status: 1)
        try match.ctl("new", "--format", "u9", says: fault, status: 1)
        try FileManager.default.removeItem(atPath: path("u9"))
        try match.ctl("new", "--format", "u9", says: "opened: 08:00, ")
    }
}
