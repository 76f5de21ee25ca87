import Testing

@testable import GatherControl

@Suite struct TranslationTests {
    @Test func argumentsStandInTheirPlaces() {
        #expect(tr("cannot %2$@: %1$@", "no", 3) == "cannot 3: no")
        #expect(tr("%1$@ and %1$@", "a") == "a and a")
        #expect(tr("100 %% of %1$@", 5) == "100 % of 5")
    }

    @Test func anArgumentIsNotRead() {
        #expect(tr("%1$@, %2$@", "%2$@", "100 %%") == "%2$@, 100 %%")
    }

    @Test func whatIsNoPlaceStays() {
        #expect(tr("100 %, %x, %2$@", "a") == "100 %, %x, %2$@")
        #expect(tr("%") == "%")
        #expect(tr("") == "")
    }

    @Test func theCountChooses() {
        #expect(tr("%1$@ goal", "%1$@ goals", count: 1) == "1 goal")
        #expect(tr("%1$@ goal", "%1$@ goals", count: 0) == "0 goals")
        #expect(tr("%1$@ goal by %2$@", "%1$@ goals by %2$@", count: 2, "Ada") == "2 goals by Ada")
    }

    @Test func severalTextsAreSeparatedAsTheLanguageHasIt() {
        #expect(["a", "b", "c"].joinedBySemicolons() == "a; b; c")
        #expect(["%1$@"].joinedBySemicolons() == "%1$@")
        #expect([String]().joinedBySemicolons() == "")
    }

    @Test func aContextIsNeverShown() {
        #expect(tr("yes", context: "answer") == "yes")
        #expect(tr("%1$@ of %2$@", context: "a place", 1, 2) == "1 of 2")
    }

    @Test("texts are of another language only where all of UTF-8 can be shown")
    func charactersDecide() {
        for (variables, isPossible) in [
            (["LANG": "de_DE.UTF-8"], true), (["LC_ALL": "de_DE.utf8", "LANG": "C"], true),
            ([:], false), (["LANG": "C"], false), (["LANG": "de_DE@euro"], false),
            (["LANG": "pl_PL.ISO-8859-2"], false),
            (["LANG": "de_DE.UTF-8", "LC_CTYPE": "C"], false),
            (["LANG": "C.UTF-8", "LANGUAGE": "de:fr"], true),
            (["LANG": "C.UTF-8", "LANGUAGE": "../../tmp"], false),
            (["LANG": "C.UTF-8", "LANGUAGE": "de/../../tmp"], false),
            (["LANG": "C.UTF-8"], false), (["LANG": "en_GB.UTF-8"], false),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"], false),
            (["LANG": "en_US.UTF-8", "LC_MESSAGES": "pl_PL.UTF-8"], true),
        ] {
            #expect(Catalogue.canTranslate { variables[$0] } == isPossible, "\(variables)")
        }
    }

    @Test("without a catalogue all texts are English, also in between")
    func withoutCatalogue() {
        #expect(!Catalogue.isThere)
        #expect(Catalogue.inEnglish { tr("paused") } == "paused")
        #expect(Catalogue.text("") == "")
        #expect(Catalogue.text("a", "b", count: -1) == "b")
    }
}
