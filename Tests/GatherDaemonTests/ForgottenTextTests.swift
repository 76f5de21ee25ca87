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

    @Test("the forms of a text stay, and a value that is the name becomes the form of nobody")
    func forms() throws {
        let text = ForgottenText(of: 7, named: ["1", "by", "Ann"])
        let value = try #require(
            JSONObject(
                text: """
                    {"form":"goal for %1$@ by %2$@","values":[{"name":"Ann B"},{"name":"Ann"}]}
                    """))
        let expected = try #require(
            JSONObject(
                text: """
                    {"form":"goal for %1$@ by %2$@","values":[{"name":"somebody B"},\
                    {"form":"somebody"}]}
                    """))
        #expect(text.value(.object(value)) == .object(expected))
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

    @Test("a name within the name of another player stays")
    func others() {
        let text = ForgottenText(of: 7, named: ["Ann", "Jo Z"], besides: ["Ann Lou", "Jo", "Ann"])
        #expect(text.text("goal by Ann Lou, goal by Ann") == "goal by Ann Lou, goal by somebody")
        #expect(text.text("Jo, Jo Z, Ann Lou2") == "Jo, somebody, somebody Lou2")
        let edit = "\(PlayersMethod.Edit.name) {id=8 profile={name=\"Ann Lou\"}}"
        #expect(text.command(edit) == edit)
    }

    @Test("a short name is not taken for a part of a command")
    func short() {
        let text = ForgottenText(of: 7, named: ["a", "team", "1", "\\"])
        for command in [
            "io.gatherd.Gather.AddToScore {delta=1 scorer=1 team=\"teamA\"}",
            "io.gatherd.Gather.Name {name=\"\\\"banana\\\"\"}", "io.gatherd.Gather.X {a=\"",
        ] {
            #expect(text.command(command) == command)
        }
        for name in ["a", "the a", #"\\"#] {
            let command = "io.gatherd.Gather.SetTeamName {name=\"\(name)\"}"
            #expect(text.command(command) == ForgottenText.command)
        }
    }

    @Test("without a name nothing is replaced")
    func none() {
        let none = ForgottenText(of: 7, named: [])
        #expect(none.text("Ann") == "Ann")
        #expect(none.command("io.gatherd.Gather.Undo {}") == "io.gatherd.Gather.Undo {}")
    }
}
