import FoundationEssentials
import Glibc
import LinuxIO
import Testing

@testable import GatherControl

@Suite("Reports of a bug")
final class BugReportCommandTests {
    private let directory: String

    init() throws {
        var template = Array("/tmp/gatherctl-report-XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    @Test("the file that it was written to is told, as JSON too, and the report is in it")
    func file() throws {
        let file = "\(directory)/report.txt"
        for (words, output) in [
            ([], "written to '\(file)'; look through it before you send it\n"),
            (["--json"], "{\"file\":\"\(file)\"}\n"),
            (["--json=pretty"], "{\n\t\"file\" : \"\(file)\"\n}\n"), (["-q"], ""),
        ] as [([String], String)] {
            // On the clock of a test no program has the time to answer.
            let result = try Bench().run(["bugreport", "-o", file] + words)
            #expect(result.status == .done)
            #expect((result.output, result.errors) == (output, ""))
            let text = try #require(try Files.contents(of: file, limit: 1 << 20))
            #expect(String(decoding: text, as: UTF8.self).hasPrefix("Report of gatherctl, "))
            try Files.remove(file)
        }
    }
}
