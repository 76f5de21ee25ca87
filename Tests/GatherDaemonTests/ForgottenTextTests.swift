import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The texts without the name of a player")
struct ForgottenTextTests {
    private let text = ForgottenText(of: 7, named: ["Ann", "Ann Lee", "Z\u{E9} \"Q\""])

    @Test(
        "a name is replaced where it is a word of its own",
        arguments: [
            ("goal for Reds by Ann", "goal for Reds by somebody"),
            ("Ann: Ann, Ann", "somebody: somebody, somebody"),
            ("Ann Lee and Ann", "somebody and somebody"),
            ("Joann, Anna, Ann2, 2Ann", "Joann, Anna, Ann2, 2Ann"),
            ("(Z\u{E9} \"Q\")", "(somebody)"),
            ("ann", "ann"), ("", ""), ("nobody", "nobody"),
        ])
    func words(given: String, expected: String) {
        #expect(text.text(given) == expected)
        let value: JSONValue = .object(["a": .array([.string(given), .int(7), .null])])
        #expect(
            text.value(value) == .object(["a": .array([.string(expected), .int(7), .null])]))
    }

    @Test("of a command that has a name, or a checksum of names, nothing is left")
    func commands() {
        let edit = PlayersMethod.Edit.name
        for command in [
            "\(edit) {id=7 profile={name=\"X\"}}", "\(PlayersMethod.Import.name) -5",
            "\(edit) {id=8 profile={name=\"Ann\"}}",
            "\(edit) {id=8 profile={name=\"Z\u{E9} \\\"Q\\\"\"}}",
        ] {
            #expect(text.command(command) == ForgottenText.command)
        }
        for command in [
            "\(edit) {id=70 profile={name=\"X\"}}", "\(PlayersMethod.Remove.name) {id=7}",
            "io.gatherd.Gather.Undo {}",
        ] {
            #expect(text.command(command) == command)
        }
    }

    @Test("without a name nothing is replaced")
    func none() {
        let none = ForgottenText(of: 7, named: [])
        #expect(none.text("Ann") == "Ann")
        #expect(none.command("io.gatherd.Gather.Undo {}") == "io.gatherd.Gather.Undo {}")
    }
}
