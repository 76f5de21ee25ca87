import GatherCore
import Testing

@Suite("The name of a user at a server")
struct AccountNameTests {
    @Test("a name is trimmed")
    func trimmed() throws {
        #expect(try AccountName("alice").text == "alice")
        #expect(try AccountName(" \t alice in chains\n").text == "alice in chains")
        let longest = String(repeating: "é", count: 20)
        #expect(try AccountName("  \(longest) ").text == longest)
    }

    @Test("what cannot be a name is refused, each for its own reason")
    func refused() {
        #expect(throws: AccountName.Refusal.empty) { try AccountName("") }
        #expect(throws: AccountName.Refusal.blank) { try AccountName(" \u{A0}\t") }
        let long = String(repeating: "x", count: 21)
        #expect(throws: AccountName.Refusal.tooLong) { try AccountName(long) }
        let huge = "e" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(throws: AccountName.Refusal.tooLong) { try AccountName(huge) }
        #expect(throws: AccountName.Refusal.colon) { try AccountName("al:ice") }
    }
}
