import GatherAPI
import GatherCore
import LinuxIO

/// The presentation of formats and periods.
extension GatherPresenter {
    /// Returns the progress of a match through its periods.
    static func course(_ course: PeriodCourse, of gather: Gather, at now: Moment) -> CourseFields {
        let hasNoClock = course.stage == .waiting || course.period.kind == .kicks
        let timer = gather.timer
        let elapsed: Duration =
            switch course.period.kind {
            case _ where hasNoClock: .zero
            // This is negative in a break that was made longer than its length.
            case .pause: timer.initial - timer.remaining(at: now)
            default: timer.elapsed(at: now)
            }
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
            fouls: fouls(gather), timeOuts: timeOuts(course, of: gather, at: now),
            stopsAt: stops(course.format.rules), addedMinutes: course.addedMinutes,
            offersExtraTime: gather.offersExtraTime ? true : nil,
            offersKicks: gather.offersKicks ? true : nil,
            endedPeriod: gather.earlyEnd?.period,
            endedMinute: gather.earlyEnd?.minute?.description)
    }

    /// Returns the fouls of the period; nil where they have no limit and none was counted.
    private static func fouls(_ gather: Gather) -> FoulsFields? {
        let (teamA, teamB) = (gather.fouls(of: .teamA), gather.fouls(of: .teamB))
        let limit = gather.course?.format.rules.foulLimit
        guard limit != nil || teamA + teamB > 0 else { return nil }
        return FoulsFields(teamA: teamA, teamB: teamB, limit: limit)
    }

    /// Returns the time-outs of the period; nil where there are none.
    private static func timeOuts(
        _ course: PeriodCourse, of gather: Gather, at now: Moment
    ) -> TimeOutsFields? {
        let present = gather.timeOut(at: now)
        let allowance = gather.allowance.wholeSeconds
        guard present != nil || allowance > 0 || course.timeOuts != nil else { return nil }
        return TimeOutsFields(
            leftA: gather.timeOutsLeft(of: .teamA) ?? 0,
            leftB: gather.timeOutsLeft(of: .teamB) ?? 0,
            allowanceSeconds: allowance,
            present: present.map { timeOut in
                let left = timeOut.remaining(at: now)
                return TimeOutFields(
                    number: timeOut.number, team: timeOut.side?.team,
                    remainingMilliseconds: (left + .microseconds(999)).wholeMilliseconds,
                    endsAtBoottimeMicroseconds: (now.boottime + left).wholeMicroseconds)
            })
    }

    /// Returns the happenings at which the clock is stopped by hand; nil if there are none.
    fileprivate static func stops(_ rules: MatchRules) -> [StopFields]? {
        let stops = MatchRules.Stop.allCases.filter(rules.stopsAt.contains)
        return stops.isEmpty ? nil : stops.map { $0 == .goal ? .goal : .card }
    }

    /// Adds what a whistle or an announcement recorded to its entry.
    static func addPeriod(
        of recorded: RecordedEvent, to entry: inout TimelineEntry, _ gather: Gather
    ) {
        switch recorded.event {
        case .periodEnded(let index, _): entry.period = period(index, of: gather)
        case .addedTimeAnnounced(let added):
            entry.period = period(added.period, of: gather)
            entry.addedMinutes = added.minutes
        default: break
        }
    }

    /// Returns the name of a period.
    static func period(_ index: Int, of gather: Gather) -> String {
        guard let periods = gather.course?.format.periods, periods.indices.contains(index) else {
            // A forged database can contain any number, so the addition must not trap.
            return "period \(index &+ 1)"
        }
        return periods[index].id
    }
}

extension FormatFields {
    /// Makes the fields of a format, and of its file if it has one.
    init(_ format: MatchFormat, path: String? = nil) {
        let rules = format.rules
        self.init(
            name: format.name, periods: format.periods.map(PeriodFields.init),
            extraTime: ExtraTimeFields(format.extra),
            stopsAt: GatherPresenter.stops(rules), timeOutsPerPeriod: rules.timeOuts?.perPeriod,
            timeOutSeconds: rules.timeOuts?.length.wholeSeconds, foulLimit: rules.foulLimit,
            path: path)
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
