import Testing

@testable import GatherControl

@Suite struct FoldedNameTests {
    static let same: [(String, String)] = [
        ("ANNA", "anna"), ("jose", "José"), ("Jose\u{301}", "José"), ("soren", "Søren"),
        ("lukasz", "Łukasz"), ("strasse", "Straße"), ("STRASSE", "stra\u{1E9E}e"),
        ("istanbul", "İstanbul"), ("isik", "Işık"), ("nguyen van anh", "Nguyễn  Văn\tÁnh "),
        ("αλεξης", "Αλέξης"), ("ΑΛΕΞΗΣ", "Αλέξης"), ("федор", "Фёдор"), ("сергеи", "Сергей"),
        ("сергеи\u{306}", "Сергей"), ("احمد", "أحمد"), ("محمد", "مُحَمَّد"),
        ("\u{1100}\u{1175}\u{11B7}", "김"), ("か\u{3099}", "が"), ("かく", "がく"),
        ("ﬁn", "FIN"), ("👍", "👍"),
    ]

    @Test("case, accents and blanks make no difference", arguments: same)
    func equal(first: String, second: String) {
        #expect(FoldedName(first) == FoldedName(second))
    }

    static let different: [(String, String)] = [
        ("a", "b"), ("an na", "anna"), ("김", "금"), ("😀", "😎"), ("α", "a"), ("с", "c"),
        ("1", "2"), ("東", "京"),
    ]

    @Test("letters do, also of different scripts that look alike", arguments: different)
    func unequal(first: String, second: String) {
        #expect(FoldedName(first) != FoldedName(second))
    }

    @Test("a part is found anywhere")
    func parts() {
        let name = FoldedName("Zoë van der Berg")
        for part in ["zoe", "OË", "der b", "Berg", "", " zoë "] {
            #expect(name.contains(FoldedName(part)), "\(part)")
        }
        for part in ["zoë  b", "bergs", "vander"] {
            #expect(!name.contains(FoldedName(part)), "\(part)")
        }
        #expect(FoldedName("김민준").contains(FoldedName("김미")))
    }
}
