import FoundationEssentials
import Testing

@testable import GatherControl

/// The lists in pages that are written by hand around them.
struct VerbListTests {
    private static let top = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test(
        "the lists of verbs and options are what units/generate makes",
        arguments: ["units/man/gatherctl.1", "README.md"])
    func fresh(path: String) throws {
        let page = try String(contentsOfFile: "\(Self.top)/\(path)", encoding: .utf8)
        #expect(VerbList.page(page) == page, "run units/generate")
        // Of a page without any list it would be true as well.
        let lists = page.split(separator: "\n").filter { $0 == ".\\\" end" || $0 == "<!-- end -->" }
        #expect(lists.count == (path == "README.md" ? 1 : 11))
        for verb in Verb.all { #expect(page.contains(verb.name)) }
    }

    @Test("a list is made anew, and what stands around it stays")
    func page() {
        let page = "a\n.\\\" verbs Mistakes\nold\n.\\\" end\nb\n"
        let lines = VerbList.page(page).split(separator: "\n")
        #expect(lines.first == "a" && lines.last == "b")
        #expect(lines.contains(".It Cm undo Oo Ar N | Fl -match Oc"))
        #expect(lines.contains("Redo what was undone last."))
        #expect(!lines.contains("old") && lines.contains(".\\\" end"))
    }

    @Test("the hidden verb reads a page, and writes it with its lists")
    func hiddenVerb() throws {
        let bench = Bench()
        bench.input = "a\n<!-- verbs -->\n<!-- end -->\n"
        let result = try bench.run("__manual")
        #expect(result.status == .done)
        let lines = result.output.split(separator: "\n")
        #expect(lines.contains("| `set T` | choose a new time; a running clock stops |"))
        #expect(lines.contains("| `team names A B` | name the teams |"))
        #expect(lines.contains("| `team` | show, move, name or draw the sides |"))
        let topics = lines.filter { $0.hasPrefix("| **") }
        #expect(topics.first == "| **Showing** | |" && topics.count == Verb.Topic.allCases.count)
        #expect(lines.count == topics.count + Verb.all.flatMap(Self.places).count + 5)
        #expect((lines.first, lines.last) == ("a", "<!-- end -->"))
        #expect(bench.paths == [])
    }

    private static func places(_ verb: Verb) -> [String] {
        verb.forms.isEmpty ? [verb.name] : verb.forms.map(\.name)
    }

    @Test("a usage is written in macros")
    func usage() {
        for (usage, macros) in [
            ("a|b N|+N|-N", "Cm a | Cm b Ar N | Cm + Ns Ar N | Cm - Ns Ar N"),
            ("[--time T] ...", "Oo Fl -time Ar T Oc No ..."),
            ("--json[=short|pretty]", "Fl -json Ns Oo = Ns Cm short | Cm pretty Oc"),
            ("--host [USER@]HOST", "Fl -host Oo Ar USER@ Oc Ns Ar HOST"),
            ("NAME [--skill ...]", "Ar NAME Oo Fl -skill No ... Oc"), ("-p", "Fl p"),
            ("FILE|- -- X...", "Ar FILE | Cm - Fl - Ar X No ..."),
        ] {
            #expect(ManualText.usage(usage) == macros)
        }
    }

    @Test("a text is written in macros, a sentence a line")
    func text() {
        let text = """
            Say N to gatherctl (or 'now on'), with --time or $PAGER. See less(1), or "it's"; *undo*
            takes _a.txt_ (as ever).

            .It Sy x
            So.
            """
        #expect(
            ManualText(usage: "[N]").lines(text) == [
                "Say", ".Ar N", "to", ".Nm", "(or", ".Ql now on ) ,", "with", ".Fl -time", "or",
                ".Ev PAGER .", "See", ".Xr less 1 ,", "or", ".Dq it's ;", ".Cm undo", "takes",
                ".Pa a.txt", "(as ever).", ".Pp", ".It Sy x", "So.",
            ])
    }

    @Test("the lines of an example stay as they are")
    func literalLines() {
        let lines = [".Bd -literal", "gatherctl --json | jq N", "", "  'x' less(1)", ".Ed"]
        #expect(
            ManualText(usage: "[N]").lines((lines + ["Say N"]).joined(separator: "\n"))
                == lines.map { $0.isEmpty ? ".Pp" : $0 } + ["Say", ".Ar N"])
    }
}
