import Testing

@testable import GatherMQTT

struct QuietTimeTests {
    @Test("it is quiet when nothing has come for a while")
    func rest() {
        var quiet = QuietTime()
        #expect(quiet.end == nil)
        quiet.note(isRetained: false, at: .seconds(5))
        #expect(quiet.end == .seconds(5) + Limits.retained)
        quiet.note(isRetained: false, at: .seconds(6))
        #expect(quiet.end == .seconds(6) + Limits.retained)
        quiet.finish()
        #expect(quiet.end == nil)
    }

    @Test("changes without end are not waited for, and what is retained is")
    func bound() {
        var quiet = QuietTime()
        for second in 0..<100 { quiet.note(isRetained: false, at: .seconds(second)) }
        #expect(quiet.end == Limits.changes)
        quiet.note(isRetained: true, at: .seconds(100))
        quiet.note(isRetained: false, at: .seconds(101))
        #expect(quiet.end == .seconds(100) + Limits.retained)
        quiet.finish()
        quiet.note(isRetained: false, at: .seconds(200))
        #expect(quiet.end == .seconds(200) + Limits.retained)
    }
}
