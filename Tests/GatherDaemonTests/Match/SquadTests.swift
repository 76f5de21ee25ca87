import FoundationEssentials
import GatherAPI
import Testing
import Varlink

/// The squad from the shell.
@Suite struct SquadTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    @Test func aPlayerIsAddedListedShownEditedAndRemoved() throws {
        let added = try match.ctl(
            "player", "add", "  Anna  ", "--age", "20", "--skill", "amateur", "--position", "gk",
            "--favourite-team", "CF United")
        #expect(added == "added: 1  Anna  GK  amateur  20  CF United\n")
        #expect(try match.ctl("player") == "1  Anna  GK  amateur  20  CF United\n")
        try match.ctl("player", "show", "ann", says: "goalkeeper (GK)")
        let changed = try match.ctl("player", "edit", "anna", "--age", "21", "--skill", "none")
        #expect(changed == "changed: 1  Anna  GK  -  21  CF United\n")
        let same = try match.ctl("player", "edit", "1", "--age", "21")
        #expect(same == "no change: 1  Anna  GK  -  21  CF United\n")
        try match.ctl("player", "edit", "anna", says: "nothing to change; give", status: 2)
        try match.ctl("player", "remove", "anna", says: "use --yes", status: 2)
        try match.ctl("player", says: "Anna")
        try match.ctl("player", "remove", "anna", "--yes", says: "removed: Anna")
        #expect(try match.squad().isEmpty)
        try match.ctl("player", "show", "anna", says: "no player 'anna'", status: 1)
    }

    @Test func whatAPlayerCanBe() throws {
        let good = [
            "Jo", "김민준", "أحمد", "Zoe\u{308} Nun\u{303}ez", "👩‍👩‍👧 Dora", "⚽🇷🇴 Gheorghe",
            "东京 FC\u{200B}", String(repeating: "x", count: 100),
            String(repeating: "한", count: 100), String(repeating: "e\u{301}", count: 100),
            "Jean-Luc O'Neill", "7", String(repeating: "a", count: 100), "نجلاء", "-",
        ]
        for name in good { try match.ctl("player", "add", "--", name) }
        let bad = [
            ("", "no letters"), ("   ", "no letters"), ("\u{200B}\u{AD}", "no letters"),
            (String(repeating: "x", count: 101), "more than 100"),
            (String(repeating: "한", count: 101), "more than 100"), ("a\tb", "control"),
            ("a\nb", "control"), ("\u{1B}[2J", "control"), ("a\u{202E}b", "control"),
        ]
        for (name, reason) in bad {
            try match.ctl("player", "add", name, says: reason, status: 2)
            for option in name.isEmpty ? [] : ["--name", "--favourite-team"] {
                try match.ctl("player", "edit", "1", option, name, says: reason, status: 2)
            }
        }
        for age in ["1", "120"] { try match.ctl("player", "edit", "1", "--age", age) }
        for age in ["0", "121", "9223372036854775807"] {
            try match.ctl(
                "player", "edit", "1", "--age", age, says: "is from 1 to 120", status: 2)
        }
        for age in ["-1", "1.5", "x", "9223372036854775808", "٣"] {
            try match.ctl(
                "player", "edit", "1", "--age", age, says: "not a whole number", status: 2)
        }
        #expect(try match.squad().count == good.count)
        #expect(try match.squad().first { $0.name == "Jo" }?.age == 120)
    }

    @Test func aPlayerIsFoundByAPartOfTheName() throws {
        let names = [
            "José Núñez", "Łukasz", "Søren", "Αλέξης", "Фёдор", "김민준", "أحمد", "Straße", "Joseph",
        ]
        for name in names { try match.ctl("player", "add", name) }
        let words = [
            ("jose n", "José Núñez"), ("NUNEZ", "José Núñez"), ("lukasz", "Łukasz"),
            ("soren", "Søren"), ("αλεξησ", "Αλέξης"), ("федор", "Фёдор"), ("민준", "김민준"),
            ("احمد", "\u{2068}أحمد\u{2069}"), ("strasse", "Straße"),
            (" Nu\u{301}n\u{303}ez ", "José Núñez"), ("joseph", "Joseph"), ("2", "Łukasz"),
        ]
        for (word, name) in words {
            #expect(try match.ctl("player", "show", word).hasPrefix("\(name)\n"))
        }
        try match.ctl(
            "player", "edit", "jose", "--age", "9", says: "'jose' matches 2 players",
            "  1  José Núñez\n  9  Joseph\n", status: 1)
        try match.ctl(
            "player", "show", "lukazs", says: "did you mean one of these?\n  2  Łukasz\n", status: 1
        )
        #expect(try match.squad().allSatisfy { $0.age == nil })
    }

    @Test func newPlayersCountOnce() throws {
        for _ in 1...2 { try match.ctl("player", "add", "Anna", "--request-id", "x7") }
        #expect(try match.squad().count == 1)
    }

    @Test func twoPlayersCanHaveTheSameName() throws {
        try match.ctl("player", "add", "Anna")
        try match.ctl("player", "add", "ÁNNA", says: "others have that name:\n1  Anna")
        try match.ctl("player", "show", "anna", "--json", says: "matches 2 players", status: 1)
    }

    @Test func withoutADaemon() throws {
        match.daemon.stop()
        let commands = [
            ["player"], ["player", "add", "x"], ["team"], ["team", "a", "x"], ["scorers"],
            ["goal", "a", "x"],
        ]
        for command in commands {
            try match.ctl(command, says: ["cannot reach gatherd"], status: 3)
        }
    }
}
