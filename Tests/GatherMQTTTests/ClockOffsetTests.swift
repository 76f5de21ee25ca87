import Testing

@testable import GatherMQTT

struct ClockOffsetTests {
    /// Our clocks: the wall clock is 1,000 s ahead of the boot clock.
    private func moment(_ boottime: Int) -> Payloads.Moment {
        Payloads.Moment(
            wallMicroseconds: boottime + 1_000_000_000, boottimeMicroseconds: boottime,
            isWallTrusted: true)
    }

    /// Takes messages of a clock that is so far ahead, one each 5 s, each so late.
    private func offset(ahead: Int, late: [Int], from first: Int = 0) -> ClockOffset {
        var offset = ClockOffset()
        for (index, delay) in late.enumerated() {
            let sent = first + index * 5_000_000
            let shown = (sent + 1_000_000_000) / 1_000 + ahead
            offset.take(shown, at: sent + delay * 1_000)
        }
        return offset
    }

    @Test("the message that was least late tells, however late others are")
    func least() {
        #expect(ClockOffset().milliseconds(at: moment(0)) == nil)
        let offset = offset(ahead: 3_600_000, late: [40, 900, 3, 150, 60])
        #expect(offset.milliseconds(at: moment(60_000_000)) == 3_599_997)
        let behind = self.offset(ahead: -250, late: [0])
        #expect(behind.milliseconds(at: moment(7)) == -250)
    }

    @Test("a clock that is set back is believed after three messages, one set ahead at once")
    func steps() {
        var offset = offset(ahead: 0, late: [0, 0, 0, 0])
        for (index, expected) in [0, 0, -5_000].enumerated() {
            let sent = 100_000_000 + index * 5_000_000
            offset.take((sent + 1_000_000_000) / 1_000 - 5_000, at: sent)
            #expect(offset.milliseconds(at: moment(sent)) == expected)
        }
        offset.take((200_000_000 + 1_000_000_000) / 1_000 + 9_000, at: 200_000_000)
        #expect(offset.milliseconds(at: moment(0)) == 9_000)
    }

    @Test("messages that were held up, and come together, set no clock back")
    func heldUp() {
        var offset = offset(ahead: 100, late: [0, 0, 0, 0])
        for late in [22_500, 17_500, 12_500, 7_500, 2_500] {
            let sent = 100_000_000 - late * 1_000
            offset.take((sent + 1_000_000_000) / 1_000 + 100, at: 100_000_000)
            #expect(offset.milliseconds(at: moment(0)) == 100)
        }
    }

    @Test("a step of our own wall clock changes nothing but the difference")
    func ownStep() {
        let offset = offset(ahead: 100, late: [0])
        var now = moment(10_000_000)
        now.wallMicroseconds += 2_000_000
        #expect(offset.milliseconds(at: now) == -1_900)
    }

    @Test(
        "what no clock shows is passed over",
        arguments: [.min, -9_223_372_000_000_000, -1, 9_223_372_000_000_000, .max])
    func nonsense(shown: Int) {
        var offset = ClockOffset()
        offset.take(shown, at: 5)
        #expect(offset == ClockOffset())
    }
}
