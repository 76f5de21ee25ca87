import Testing

@testable import GatherControl

@Suite struct AnswerTests {
    /// The words for yes in some languages.
    private static let yes = ["en": "yes", "pl": "tak", "es": "sí", "el": "ναι", "sq": "nai"]

    private static func isYes(_ line: String, _ language: String) -> Bool {
        Answer("yes", yes[language] ?? "").isTypedOrBegun(in: line)
    }

    @Test(
        "the word of the language or its first letter is a yes, and so are the English ones",
        arguments: ["en", "pl", "es", "el", "sq"])
    func yes(language: String) {
        for line in ["y", "yes", "Y", "YES", " yes ", "y\r"] {
            #expect(Self.isYes(line, language), "\(line)")
        }
        let word = Self.yes[language] ?? ""
        for line in [word, word.uppercased(), "\(word) "] {
            #expect(Self.isYes(line, language), "\(line)")
        }
        let letter = String(word.prefix(1))
        #expect(Self.isYes(letter, language) == (letter != "n"))
    }

    @Test("accents may be left out")
    func accents() {
        for line in ["si", "SI", "sí", "si\u{301}", "s", "S"] {
            #expect(Self.isYes(line, "es"), "\(line)")
        }
    }

    @Test("an English no is never a yes, even where the word for yes begins with it")
    func no() {
        for line in ["n", "no", "N", "No", " no ", "n\r"] {
            #expect(!Self.isYes(line, "sq"), "\(line)")
            #expect(!Answer("yes", "no").isTypedOrBegun(in: line), "\(line)")
            #expect(!Answer("send", "no").isTyped(in: line), "\(line)")
        }
    }

    @Test("nothing else is a yes", arguments: ["en", "pl", "es", "el", "sq"])
    func others(language: String) {
        for line in ["", " ", "ye", "yess", "ta", "takk", "x", "1", "\u{301}", "yn"] {
            #expect(!Self.isYes(line, language), "\(line)")
        }
        #expect(!Answer("yes", "").isTypedOrBegun(in: ""))
    }

    @Test("a word that has to be typed is none by its first letter")
    func words() {
        let send = Answer("send", "wyślij")
        for line in ["send", "SEND ", "wyślij", "wyslij"] {
            #expect(send.isTyped(in: line), "\(line)")
        }
        for line in ["s", "w", "", "keep", "zachowaj", "sendwyslij"] {
            #expect(!send.isTyped(in: line), "\(line)")
        }
    }

    @Test("a question shows the word with a capital")
    func capital() {
        #expect(Answer.yes.capital == "Yes")
        #expect(Answer("yes", "sí").capital == "Sí")
        #expect(Answer("yes", "").capital == "")
    }
}
