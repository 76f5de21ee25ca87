import GatherAPI
import GatherCore

/// The presentation of formats and periods.
extension GatherPresenter {
    /// Returns the progress of a match through its periods.
    static func course(
        _ course: PeriodCourse, of gather: Gather, at now: Moment
    ) -> CourseFields {
        let hasNoClock = course.stage == .waiting || course.period.kind == .kicks
        let elapsed = hasNoClock ? .zero : gather.timer.elapsed(at: now)
        let isRunning = gather.phase == .open && gather.timer.isRunning(at: now)
        let stage: CourseFields.Stage =
            switch course.stage {
            case .waiting: .waiting
            case .underway: .underway
            case .over: .over
            }
        return CourseFields(
            format: course.format.name, index: course.index, stage: stage,
            period: PeriodFields(course.period), next: course.nextPeriod.map(PeriodFields.init),
            nextIndex: course.next, elapsedMilliseconds: elapsed.wholeMilliseconds,
            zeroAtBoottimeMicroseconds: isRunning
                ? (now.boottime - elapsed).wholeMicroseconds : nil,
            minute: gather.time(at: now).minute?.description,
            offersExtraTime: gather.offersExtraTime ? true : nil,
            offersKicks: gather.offersKicks ? true : nil)
    }

    /// Returns the name of a period.
    static func period(_ index: Int, of gather: Gather) -> String {
        guard let periods = gather.course?.format.periods, periods.indices.contains(index) else {
            return "period \(index + 1)"
        }
        return periods[index].id
    }
}

extension FormatFields {
    /// Makes the fields of a format.
    init(_ format: MatchFormat) {
        self.init(
            name: format.name, periods: format.periods.map(PeriodFields.init),
            extraTime: ExtraTimeFields(format.extra))
    }
}

extension ExtraTimeFields {
    fileprivate init(_ extra: ExtraTime) {
        self.init(
            periods: extra.count, seconds: extra.length.wholeSeconds,
            breakSeconds: extra.pause.wholeSeconds, halfTimeSeconds: extra.halfTime.wholeSeconds)
    }
}

extension PeriodFields {
    fileprivate init(_ period: MatchPeriod) {
        self.init(
            id: period.id, kind: Kind(period.kind),
            seconds: period.length.wholeSeconds, shows: period.shows == .down ? .down : .up,
            fromSeconds: period.from.wholeSeconds, atZero: period.atZero == .stop ? .stop : .run,
            begins: period.begins == .byHand ? .byHand : .atOnce)
    }
}

extension PeriodFields.Kind {
    fileprivate init(_ kind: MatchPeriod.Kind) {
        self =
            switch kind {
            case .play: .play
            case .pause: .break
            case .kicks: .kicks
            }
    }
}
