import Glibc
import LinuxIO
import Testing

@Suite("Files of settings")
struct SettingsFileTests {
    private static func lines(_ text: String) -> [SettingsFile.Line] {
        SettingsFile(path: "/f", text: text).lines
    }

    private static func setting(_ name: String, _ value: String) -> SettingsFile.Content {
        .setting(name: name, value: value)
    }

    @Test("sections, settings and other texts are told apart, with their lines")
    func contents() {
        let lines = Self.lines("# a\n; b\n\n [A] \nb = c = d\n  e\n[F\ng=\n")
        #expect(lines.map(\.number) == [4, 5, 6, 7, 8])
        #expect(
            lines.map(\.content) == [
                .section("[A]"), Self.setting("b", "c = d"), .text("e"), .section("[F"),
                Self.setting("g", ""),
            ])
    }

    @Test("a line that ends in a backslash goes on, over comments as well")
    func continued() {
        let lines = Self.lines("a=b \\\n# c\n  d\\\n\ne=f\\")
        #expect(lines.map(\.number) == [1, 5])
        #expect(lines.map(\.content) == [Self.setting("a", "b d"), Self.setting("e", "f")])
    }

    @Test("lines may end in CR LF, behind a byte order mark")
    func windows() {
        let lines = Self.lines("\u{FEFF}[A]\r\nb=c\r\n")
        #expect(lines.map(\.content) == [.section("[A]"), Self.setting("b", "c")])
    }

    @Test("nothing else ends a line, so that no part of a comment is a setting")
    func oneLine() {
        let lines = Self.lines("# a\u{0B}b=c\u{0C}b=c\u{85}b=c\u{2028}b=c\rd=e\u{2029}f\n")
        #expect(lines.map(\.number) == [2])
        #expect(lines.map(\.content) == [Self.setting("d", "e\u{2029}f")])
    }

    @Test("a file is read if nobody else can change it")
    func reading() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/f"
        #expect(try SettingsFile(reading: path, for: geteuid()) == nil)
        #expect(try SettingsFile(reading: "\(path)/g", for: geteuid()) == nil)
        try Files.put(Array("[A]\n".utf8), at: path, by: "\(path).new")
        #expect(try SettingsFile(reading: path, for: geteuid())?.lines.count == 1)
        #expect(try SettingsFile(reading: "/dev/null", for: geteuid())?.lines == [])
        for bytes: [UInt8] in [[0xFF], Array("a=b\0\n".utf8), [0, 0], [0x1B], [0x7F]] {
            try Files.put(bytes, at: path, by: "\(path).new")
            #expect(throws: SettingsFile.Problem.notText) {
                _ = try SettingsFile(reading: path, for: geteuid())
            }
        }
        for mode: UInt32 in [0o620, 0o602] {
            try Files.permit(mode, to: path)
            #expect(throws: SettingsFile.Problem.open) {
                _ = try SettingsFile(reading: path, for: geteuid())
            }
        }
        #expect(throws: SettingsFile.Problem.unreadable(SystemError(EISDIR))) {
            _ = try SettingsFile(reading: directory.path, for: geteuid())
        }
    }
}
