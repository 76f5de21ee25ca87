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
}
