import GatherCore
import Testing

/// The laws that hold after every step of any history, tested on random histories.
struct CoreLawTests {
    /// Seeds that are always tried.
    static let kept: [UInt64] = [
        20_260_613, 5_010_323_493_420_540_715, 11_728_581_050_539_711_654,
        4_018_508_865_191_556_275, 7_057_227_302_137_974_132, 16_141_272_849_547_207_001,
    ]

    /// Those seeds, and another one each time.
    static let seeds = kept + [.random(in: 0 ... .max)]

    @Test("the laws of the core hold over 10,000 random commands of each seed", arguments: seeds)
    func laws(seed: UInt64) throws {
        var history = try RandomHistory(seed: seed)
        for number in 1...10_000 {
            history.step()
            let law = history.brokenLaw ?? ""
            try #require(law.isEmpty, "seed \(seed), command \(number): \(law)")
        }
        // A script that only meets refusals would find nothing.
        #expect(history.undone > 150, "seed \(seed)")
        #expect(history.redone > 30, "seed \(seed)")
        #expect(history.gathers > 7, "seed \(seed)")
        #expect(history.unchanged > 150, "seed \(seed)")
        #expect(history.refused > 700, "seed \(seed)")
        #expect(history.timesUp > 70, "seed \(seed)")
        #expect(history.kicks > 0 || !Self.kept.contains(seed), "seed \(seed)")
    }
}

/// A random history of a pitch, which checks the laws as it goes.
private struct RandomHistory {
    private(set) var brokenLaw: String?
    private(set) var undone = 0
    private(set) var redone = 0
    private(set) var gathers = 0
    private(set) var unchanged = 0
    private(set) var refused = 0
    private(set) var timesUp = 0
    private(set) var kicks = 0

    private var commands: RandomCommands
    private var pitch: Pitch
    private var hasClockStepped = false
    private var revisionOfClockStep = 0

    /// After how many events a gather ends: some last longer than what a fold remembers.
    private var longest: Int { gathers.isMultiple(of: 8) ? 700 : 150 }

    init(seed: UInt64) throws {
        commands = RandomCommands(seed: seed)
        pitch = try Pitch()
    }

    mutating func step() {
        waitOrReboot()
        let command = commands.command()
        let before = pitch.gather
        let remaining = pitch.remaining
        do throws(Refusal) {
            let events = try pitch.give(command)
            if events.isEmpty {
                unchanged += 1
                expect(pitch.gather == before, "a no-op leaves no event: \(command)")
            } else if case .undone(let step) = events.first {
                undone += 1
                checkUndo(of: before, step)
            } else if case .redone(let step) = events.first {
                redone += 1
                expect(
                    before.redoableUndo?.event == .undone(step: step),
                    "redo takes back the last undo")
                expect(pitch.gather.stands(step), "what is redone stands")
            } else if case .opened = events.first {
                gathers += 1
                expect(pitch.gather.revision == events.count, "an opening begins a gather")
            } else {
                expect(
                    pitch.gather.revision == before.revision + events.count, "every event counts")
                if case .kickTaken = events.first { kicks += 1 }
            }
        } catch {
            refused += 1
            expect(pitch.gather == before, "a refusal changes nothing: \(command)")
            expect(pitch.remaining == remaining, "a refusal changes nothing: \(command)")
        }
        checkState()
        if commands.once(in: 40) || pitch.gather.revision > longest { checkReplay() }
        if pitch.gather.revision > longest { pitch.record([.ended]) }
    }

    private mutating func waitOrReboot() {
        let before = pitch.gather.settled(at: pitch.now)
        let (state, left) = (before.timer.state(at: pitch.now), before.timer.left(at: pitch.now))
        let duration = commands.waiting()
        let clockStep = commands.stepOfWallClock()
        let reboots = commands.once(in: 200)
        pitch.now.wall += clockStep
        if pitch.gather.revision != revisionOfClockStep { hasClockStepped = false }
        if clockStep != .zero { hasClockStepped = true }
        revisionOfClockStep = pitch.gather.revision
        if reboots { pitch.reboot(for: duration) } else { pitch.wait(duration) }
        checkWait(of: duration, from: before, state, left)
        if reboots, commands.once(in: 2) { pitch.record([.rebooted]) }
    }

    private mutating func checkWait(
        of duration: Duration, from before: Gather, _ state: GatherTimeHandler.State,
        _ left: Duration
    ) {
        let after = pitch.gather.settled(at: pitch.now)
        let isWallClockWrong =
            hasClockStepped && pitch.now.boot != pitch.gather.log.last?.moment.boot
        // A period that has begun by itself has a clock of its own.
        guard after.course?.index == before.course?.index else {
            if !isWallClockWrong {
                let gone = after.timer.elapsed(at: pitch.now)
                let most = after.timer.runsOn ? .seconds(86_400) : after.timer.initial
                expect(gone <= max(duration, most), "a period that began has its own clock")
                expect(left <= duration, "a break ends once its time is up")
            }
            return
        }
        let now = after.timer.left(at: pitch.now)
        if isWallClockWrong {
            // All that is known then is what was left at the last event, or the whole of a period
            // that has begun by itself since.
            let last = pitch.gather.log.last?.moment ?? pitch.now
            let known = pitch.gather.settled(at: last)
            let isSamePeriod = known.course?.index == after.course?.index
            let limit = isSamePeriod ? known.timer.left(at: last) : after.timer.initial
            expect(now <= limit, "a wrong clock gives no time back")
        } else if case .running = state {
            let expected = after.timer.runsOn ? left - duration : max(left - duration, .zero)
            expect(now == expected, "a running countdown loses what passes")
            if left > .zero, left <= duration { timesUp += 1 }
        } else {
            expect(after.timer.state(at: pitch.now) == state, "a countdown at rest rests")
        }
    }

    private mutating func checkState() {
        let gather = pitch.gather
        expect(gather.revision == gather.log.count, "the revision counts the events")
        for side in Side.allCases {
            expect((0...999).contains(gather.score[side]), "a score is from 0 to 999")
        }
        let ids = gather.lineup.everybody.map(\.id)
        expect(Set(ids).count == ids.count, "a player stands in one place")
        expect(pitch.remaining >= .zero, "what remains is never negative")
        for penalty in gather.penalties(at: pitch.now) {
            expect(penalty.remaining > .zero, "a penalty that runs has time left")
            let longest: Duration = .seconds(Limits.penaltySeconds.upperBound)
            expect(penalty.remaining <= longest, "a penalty does not grow")
        }
        expect(pitch.remaining <= .seconds(86_400), "what remains is never over 24 h")
        expect(gather.timer.initial <= .seconds(86_400), "the chosen time is never over 24 h")
        switch pitch.state {
        case .stopped(let remaining), .paused(let remaining):
            let left = gather.timer.left(at: pitch.now)
            expect(remaining == left, "state and remaining time agree")
        case .running(let deadline):
            let left = deadline.elapsed(since: pitch.now)
            let isPossible = left > .zero || gather.timer.runsOn
            expect(left == gather.timer.left(at: pitch.now), "deadline and time left agree")
            expect(isPossible, "a running countdown has time left, or runs on")
            expect(gather.phase == .open, "a countdown runs in an open gather only")
        }
    }

    private mutating func checkReplay() {
        expect(Gather(replaying: pitch.gather.log) == pitch.gather, "state equals replay")
    }

    /// Undoing is as if the command had never been given: only that time passed is known of it.
    private mutating func checkUndo(of before: Gather, _ step: Int) {
        let steps = Set(before.events(ofStep: step).map(\.number))
        var log = pitch.gather.log
        for index in log.indices where steps.contains(index + 1) || index + 1 == log.count {
            log[index].event = .rebooted
        }
        let without = Gather(replaying: log)
        let same =
            without.course == pitch.gather.course && without.timer == pitch.gather.timer
            && without.score == pitch.gather.score
            && without.phase == pitch.gather.phase && without.id == pitch.gather.id
            && without.endedAt == pitch.gather.endedAt
            && without.lineup == pitch.gather.lineup && without.goals == pitch.gather.goals
            && without.cards == pitch.gather.cards
            && Side.allCases.allSatisfy { without.name(of: $0) == pitch.gather.name(of: $0) }
        expect(same, "undo is as if the command had never been given")
    }

    private mutating func expect(_ holds: Bool, _ law: @autoclosure () -> String) {
        if !holds, brokenLaw == nil { brokenLaw = law() }
    }
}
