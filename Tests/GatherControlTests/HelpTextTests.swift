import GatherAPI
import Testing

@testable import GatherControl

@Suite struct HelpTextTests {
    @Test("the help lists every verb and every common option, and fits a terminal")
    func all() {
        for verb in Verb.all { #expect(HelpText.all.contains("\n  \(verb.name)")) }
        for option in Option.ofEveryVerb { #expect(HelpText.all.contains(option.spelling)) }
        #expect(HelpText.all.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(HelpText.all.hasSuffix("\n"))
        for verb in Verb.all {
            let lines = HelpText.text(verb).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(verb.name)")
        }
    }

    @Test("a verb that does several things lists them, with their options below")
    func forms() throws {
        let help = HelpText.text(try .named("team"))
        #expect(
            help.hasPrefix(
                """
                gatherctl team [TEAM|bench|out|swap|clear|names|colors|draw] ...

                Show, move, name or draw the sides.

                  team                        show the sides and the bench
                  team a PLAYER...            put players in Team A

                """))
        let submissions = HelpText.text(try .named("submissions"))
        for word in ["check", "retry", "drop", "adopt", "create", "remove", "keep"] {
            #expect(submissions.contains("\n  submissions \(word) "), "\(word)")
        }
        #expect(help.contains("\n  --seed N"))
        #expect(help.contains("A PLAYER is a number"))
    }

    @Test("the kinds of a card are listed where one is asked for", arguments: ["card", "edit"])
    func kinds(verb: String) throws {
        let help = HelpText.text(try .named(verb))
        for kind in CardKind.allCases { #expect(help.contains(" \(kind.word)"), "\(kind.word)") }
    }

    @Test("a subcommand has a help of its own, by 'help' as by '--help'")
    func subcommand() throws {
        let text = """
            gatherctl team draw [--seed N] [--again] [all|1-14|PLAYER|-PLAYER...]

            Draw two fair sides.

              --seed N                    draw the same sides again, 0 to 4294967295
              --again                     draw others that are as fair
              --force                     also for a player who was sent off

            A PLAYER is a number that 'player list' shows, or a part of the name that no
            other player has; case and accents make no difference.

            'gatherctl --help' lists the options that every verb has.

            """
        for line in [["help", "team", "draw"], ["team", "draw", "--help"]] {
            #expect(try CommandLine(line).command as? PlainText == PlainText(text: text))
        }
        for verb in Verb.all {
            for form in verb.forms where !form.name.isEmpty {
                let lines = HelpText.text(verb, form).split(separator: "\n")
                #expect(lines.allSatisfy { $0.count <= 80 }, "\(verb.name) \(form.name)")
            }
        }
        let mistakes = [
            (["help", "player", "ad"], "cannot do 'player ad': there is no such command"),
            (["help", "team", "foo"], "cannot do 'team foo': there is no such command"),
            (["help", "team", ""], "cannot do 'team ': there is no such command"),
            (["help", "start", "now"], "cannot show the help: unexpected argument 'now'"),
            (["help", "team", "draw", "x"], "cannot show the help: unexpected argument 'x'"),
        ]
        for (line, message) in mistakes {
            #expect {
                try CommandLine(line)
            } throws: {
                ($0 as? UsageError)?.message.hasPrefix(message) == true
            }
        }
    }

    @Test("every option of a form is one of its verb, and every other way round")
    func options() {
        for verb in Verb.all where !verb.forms.isEmpty {
            #expect(Set(verb.forms.flatMap(\.options)) == Set(verb.options), "\(verb.name)")
        }
    }

    @Test("the help of a verb has its options and other names")
    func verb() throws {
        #expect(
            HelpText.text(try .named("reset")) == """
                gatherctl cancel

                Reset the clock; the score stays.
                Also written: reset.

                'gatherctl --help' lists the options that every verb has.

                """)
        #expect(
            HelpText.text(try .named("pause")) == """
                gatherctl pause [--ago D]

                Pause the countdown.

                  --ago D                     as if done this long ago

                A length of time D is 01:30, 8s, 500ms or 1m30s; a number alone is not enough.

                'gatherctl --help' lists the options that every verb has.

                """)
    }

    @Test("what the words of a verb stand for is told, and nothing else")
    func notes() throws {
        let history = HelpText.text(try .named("history"))
        #expect(history.contains("A DATE is ") && !history.contains("A time T"))
        let show = HelpText.text(try .named("show"))
        #expect(show.contains("An ID is ") && !show.contains("A DATE is "))
        let watch = HelpText.text(try .named("watch"))
        #expect(!watch.contains(" is 12:00"))
        for field in LineFormat.Field.allCases { #expect(watch.contains("{\(field.rawValue)}")) }
        for name in ScorePresenter.names { #expect(watch.contains(name)) }
        let taken = [
            ("new", "A time T is "), ("new", "A PLAYER is "), ("goal", "A TEAM is "),
            ("scorer", "An ID is "), ("watch", "A DIR gets "),
            ("watch", "A PROGRAM plays "), ("sound", "A PROGRAM plays "),
            ("replay", "An ID is "), ("submissions", "An ID is "), ("submit", "An ID is "),
        ]
        for (verb, note) in taken { #expect(HelpText.text(try .named(verb)).contains(note)) }
        let others = [
            ("export", "A FORMAT is "), ("adjust", "A time T is "), ("set", "A length of time D "),
            ("new", "A TEAM is "), ("undo", "A PLAYER is "), ("end", " is a"),
            // Of a fixture and of a phone.
            ("new", "An ID is "), ("devices", "An ID is "),
        ]
        for (verb, note) in others { #expect(!HelpText.text(try .named(verb)).contains(note)) }
        let on = HelpText.text(try .named("on"))
        for word in MatchEvent.Kind.words { #expect(on.contains(word)) }
    }
}
