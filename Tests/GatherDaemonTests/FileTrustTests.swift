import FoundationEssentials
import Glibc
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("The commands that mend a file")
final class FileTrustTests {
    private let directory: String

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Names that a shell would take apart.
    private static let names = [
        "plain", "two words", "it's", "'", "a''b", "$HOME `id` \"q\" \\", "~", "#*?[a]", ";exit 1;",
        "'\u{301}; exit 1; '\u{301}", "two\nlines", "서울",
    ]

    /// The command in a reason, as somebody copies it.
    private func command(_ error: UntrustedFile?) throws -> String {
        let reason = try #require(error?.reason)
        let parts = reason.split(separator: " with '", maxSplits: 1)
        try #require(parts.count == 2 && reason.hasSuffix("'"), "\(reason)")
        return String(parts[1].unicodeScalars.dropLast())
    }

    private func refusal(
        of path: String, _ closed: FileTrust.Closed
    ) throws -> UntrustedFile? {
        let status = try #require(try Files.status(of: path))
        guard status.kind != .pipe else { return .notAFile(path, status.kind) }
        do throws(UntrustedFile) { try FileTrust.check(status, of: path, closed) } catch {
            return error
        }
        return nil
    }

    @Test("each can be pasted into a shell, whatever the path", arguments: names)
    func pasted(name: String) throws {
        let path = "\(directory)/\(name)"
        for (mode, closed) in [(0o666, .secret), (0o646, .file)] as [(UInt32, FileTrust.Closed)] {
            try Files.replace(path, with: [])
            try Files.permit(mode, to: path)
            #expect(try system(command(refusal(of: path, closed))) == 0)
            #expect(try refusal(of: path, closed) == nil)
        }
        if geteuid() == 0 {
            for closed in [FileTrust.Closed.directory, .file] {
                try #require(chown(path, 65_533, 65_533) == 0)
                #expect(try system(command(refusal(of: path, closed))) == 0)
                #expect(try refusal(of: path, closed) == nil)
            }
        }
        try Files.remove(path)
        try #require(mkfifo(path, 0o600) == 0)
        #expect(try system(command(refusal(of: path, .secret))) == 0)
        #expect(try Files.names(in: directory) == ["\(name).old"])
        try Files.remove("\(path).old")
        try Files.makeDirectory(path)
        try Files.permit(0o777, to: path)
        #expect(try system(command(refusal(of: path, .directory))) == 0)
        #expect(try refusal(of: path, .directory) == nil)
    }
}
