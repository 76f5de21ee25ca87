import Testing

@testable import GatherControl

@Suite("The descriptions of the steps of a sync in another language")
struct SyncTextTests {
    /// A language in which each text stands in brackets.
    private static func text(_ wire: String) -> String? {
        SyncText.translated(wire) { "[\($0)]" }
    }

    /// Descriptions as they come, and in that language.
    private static let descriptions: [(String, String)] = [
        ("is made at the server", "[is made at the server]"),
        ("is number 14 of the server", "[is number 14 of the server]"),
        ("is sent", "[is sent]"),
        ("is sent: age 20 here, 19 there", "[is sent: [age 20 here, 19 there]]"),
        ("is new: number 7 of the server", "[is new: number 7 of the server]"),
        ("is taken over", "[is taken over]"),
        (
            "is taken over: name Ann here, Anne there; skill - here, amateur there",
            "[is taken over: [[name Ann here, Anne there]; [skill - here, amateur there]]]"
        ),
        ("is removed here", "[is removed here]"),
        ("number 9 of the server is deleted", "[number 9 of the server is deleted]"),
        (
            "number 14 of the server has the same name: is it the same player?",
            "[number 14 of the server has the same name: is it the same player?]"
        ),
        (
            """
            number 14 of the server has the name of player 3, who is another one there:\
             is it a new player?
            """,
            """
            [number 14 of the server has the name of player 3, who is another one there:\
             is it a new player?]
            """
        ),
        (
            "number 14 of the server is called Bo Ek by now: is it the same player?",
            "[number 14 of the server is called Bo Ek by now: is it the same player?]"
        ),
        (
            """
            both sides have changed: position winger here, - there; \
            favourite team The Reds here, Blues there
            """,
            """
            [both sides have changed: [[position winger here, - there]; \
            [favourite team The Reds here, Blues there]]]
            """
        ),
        (
            "the server has a word that is not known here, and would lose it: skill, position",
            """
            [the server has a word that is not known here, and would lose it: \
            [skill], [position]]
            """
        ),
        (
            "the server has what cannot be here: an age that is not from 1 to 120",
            "[the server has what cannot be here: [an age is from 1 to 120]]"
        ),
        (
            "the server has what cannot be here: a shirt that is not from 0 to 99",
            "[the server has what cannot be here: [a shirt has a number from 0 to 99]]"
        ),
        (
            "the server has what cannot be here: a name with nothing to be seen",
            "[the server has what cannot be here: [[the name] has no letters]]"
        ),
        (
            "the server has what cannot be here: a favourite team of more than 100 characters",
            """
            [the server has what cannot be here: \
            [[the favourite team] has more than 100 characters]]
            """
        ),
        (
            """
            the server has what cannot be here: a name with a control character,\
             or one that turns the text around
            """,
            """
            [the server has what cannot be here: \
            [[the name] has a control character, or one that reverses the text]]
            """
        ),
        ("number 9 is gone from the server", "[number 9 is gone from the server]"),
        (
            "is removed here; number 9 of the server is still there",
            "[is removed here; number 9 of the server is still there]"
        ),
    ]

    @Test("the values stand in the text of the language", arguments: descriptions)
    func known(wire: String, shown: String) { #expect(Self.text(wire) == shown) }

    @Test("what is not known stays as it is, as a whole")
    func unknown() {
        for wire in [
            "", "is it another one?", "number 14 has the same name",
            "is sent: shoe 42 here, 43 there", "is taken over: age 20",
            "is sent: age 20 here, 19 there; shoe 42 here, 43 there",
            "the server has a word that is not known here, and would lose it: skill, shoe",
            "the server has what cannot be here: a shoe", "is sent: ",
        ] {
            #expect(Self.text(wire) == nil, "\(wire)")
        }
    }

    @Test("a name that looks like a part of the text leaves the text in English")
    func names() {
        #expect(Self.text("is sent: name A; B here, C there") == nil)
        #expect(
            Self.text("is sent: name A here, B here, C there")
                == "[is sent: [name A here, B here, C there]]")
    }

    @Test("a name written from right to left is isolated")
    func directions() {
        #expect(
            Self.text("is sent: name أحمد here, Ahmed there")
                == "[is sent: [name \u{2068}أحمد\u{2069} here, Ahmed there]]")
    }
}
