import LinuxIO
import Testing

@Suite("A word of a command line")
struct ShellWordTests {
    @Test("only what a shell would interpret is put in quotes")
    func plain() {
        #expect(ShellWord.of("/var/lib/gatherd/a-b_c.token") == "/var/lib/gatherd/a-b_c.token")
        #expect(ShellWord.of("") == "''")
        #expect(ShellWord.of("it's") == "'it'\\''s'")
        #expect(ShellWord.of("Z\u{E9}") == "'Z\u{E9}'")
        #expect(ShellWord.of("Z\u{E9}", plain: .letters) == "Z\u{E9}")
        #expect(ShellWord.of("a b", plain: .letters) == "'a b'")
        #expect(ShellWord.of("", plain: .letters) == "''")
        #expect(ShellWord.of("a", plain: .none) == "'a'")
    }

    @Test(
        "a quote with a combining mark ends the quotes of a shell as any other does",
        arguments: [ShellWord.Plain.ascii, .letters, .none])
    func combiningMark(_ plain: ShellWord.Plain) {
        let word = ShellWord.of("a'\u{301};id;'\u{308}", plain: plain)
        // Texts would be compared as characters, of which such a quote is another one.
        #expect(Array(word.utf8) == Array("'a'\\''\u{301};id;'\\''\u{308}'".utf8))
    }
}
