import GatherCore
import Testing

@testable import GatherDaemon

@Suite("The watch for the kick-off")
struct KickOffWatchTests {
    private static let wall = Duration.seconds(1_800_000_000)

    private func moment(_ seconds: Int, wallAhead: Int = 0) -> Moment {
        Moment(
            boottime: .seconds(seconds), wall: Self.wall + .seconds(seconds + wallAhead), boot: "b")
    }

    /// Returns a match whose kick-off is 100 s after the boot.
    private func gather(isAutomatic: Bool = true) -> Gather {
        let kickOff = KickOff(wall: Self.wall + .seconds(100), isAutomatic: isAutomatic)
        let events: [Event] = [
            .opened(id: "g", time: .standard, teamAName: "A", teamBName: "B"),
            .kickOffSet(kickOff),
        ]
        return Gather(
            replaying: events.enumerated().map { index, event in
                RecordedEvent(
                    number: index + 1, step: index + 1, moment: moment(1), operatorUID: nil,
                    event: event)
            })
    }

    @Test("an automatic kick-off that is ahead has its moment by the boot time")
    func ahead() {
        var watch = KickOffWatch()
        let look = watch.look(at: gather(), at: moment(10))
        #expect(look.due == .seconds(100))
        #expect(!look.isMoved)
        #expect(!watch.isDue(gather(), at: moment(10)))
        #expect(watch.look(at: gather(isAutomatic: false), at: moment(10)).due == nil)
    }

    @Test("a wall clock that is set moves the kick-off")
    func moved() {
        var watch = KickOffWatch()
        #expect(!watch.look(at: gather(), at: moment(10)).isMoved)
        let look = watch.look(at: gather(), at: moment(20, wallAhead: 30))
        #expect(look.isMoved)
        #expect(look.due == .seconds(70))
        #expect(!watch.look(at: gather(), at: moment(21, wallAhead: 30)).isMoved)
    }

    @Test("a kick-off that is due is tried again until it is refused")
    func due() {
        var watch = KickOffWatch()
        let now = moment(101)
        #expect(watch.isDue(gather(), at: now))
        #expect(watch.look(at: gather(), at: now).due == now.boottime + Limits.kickOffRetry)
        watch.miss(gather())
        #expect(!watch.isDue(gather(), at: now))
        #expect(watch.look(at: gather(), at: now).due == nil)
        // The wall clock was set back, so that it is ahead again.
        #expect(watch.look(at: gather(), at: moment(102, wallAhead: -60)).due == .seconds(160))
        #expect(watch.isDue(gather(), at: now))
    }
}
