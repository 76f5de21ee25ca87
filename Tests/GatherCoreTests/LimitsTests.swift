import GatherCore
import Testing

struct LimitsTests {
    @Test("the limits are those that the design has")
    func design() {
        #expect(Limits.messageBytes == 1_048_576)
        #expect(Limits.messageNesting == 16)
        #expect(Limits.connections == 4_096)
        #expect(Limits.connectionsPerUser == 2_048)
        #expect(Limits.callsInFlight == 64)
        #expect(Limits.nameCharacters == 100)
        #expect(Limits.time == .seconds(1) ... .seconds(86_400))
        #expect(Limits.score == 0...999)
        #expect(Limits.scoreDelta == -999...999)
        #expect(Limits.adjustmentSeconds == -86_400...86_400)
        #expect(Limits.agoMilliseconds == 1...86_400_000)
        #expect(Limits.descriptors == 8_192)
        #expect(Limits.requestIDCharacters == 64)
        #expect(Limits.requestMemory == .seconds(86_400))
        #expect(Limits.undoOfEnd == .seconds(43_200))
        #expect(Limits.databaseBusy <= .milliseconds(100))
        #expect(Limits.slowCommit == .seconds(1))
    }
}
