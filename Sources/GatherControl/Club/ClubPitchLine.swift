import GatherAPI
import LinuxIO
import Varlink

/// A pitch of a club, with its clock by that of this machine.
struct ClubPitchLine {
    /// The match; nil before the first one.
    let gather: GatherSnapshot?
    /// The clock of the match.
    let clock: ClockViewModel

    private let pitch: ClubPitch
    private let isLive: Bool
    private let isDoubtful: Bool

    /// The difference of two clocks in milliseconds from which it is worth a note.
    private static let notedOffset = 1_000

    /// Reads the last state of a pitch.
    ///
    /// - Parameter isLive: True if what is known of the club is.
    init(_ pitch: ClubPitch, isLive: Bool, at now: ClockReading) {
        self.pitch = pitch
        self.isLive = isLive && pitch.online
        isDoubtful = pitch.state?["clockDoubtful"]?.bool ?? false
        let match = Self.match(pitch, at: now)
        gather = match.flatMap { try? GatherSnapshot(json: $0, name: "gather") }
        clock = ClockViewModel(gather, at: now)
    }

    /// The name, the clock, the period, and notes: what stands before the score.
    var cells: [String] {
        [
            pitch.name.shownName, (isExact ? "" : "~") + clock.countedDigits,
            clock.period, notes.joined(separator: ", "),
        ]
    }

    /// Returns the score with the names, and how the kicks stand.
    ///
    /// - Parameter columns: The room for it, in which long names are shortened; nil for any.
    func score(columns: Int? = nil) -> String {
        guard let gather else { return tr("no match yet") }
        let kicks =
            gather.phase == .ended && gather.kicks != nil
            ? gather.resultText : KicksPresenter.status(gather)
        let score = columns.map { Self.scoreLine(gather, columns: $0) } ?? gather.scoreLine
        return [score, kicks].compactMap(\.self).joined(separator: ", ")
    }

    private static func scoreLine(_ gather: GatherSnapshot, columns: Int) -> String {
        let (nameA, nameB) = (gather.teamA.name, gather.teamB.name)
        let room = columns - TextWidth.of(" \(gather.score) ")
        // A short name leaves its room to the other one.
        let roomA = max(room / 2, room - TextWidth.of(nameB))
        let roomB = max(room / 2, room - TextWidth.of(nameA))
        let shownA = PrintableText.shortened(nameA, toColumns: roomA)
        let shownB = PrintableText.shortened(nameB, toColumns: roomB)
        return "\(shownA) \(gather.score) \(shownB)"
    }

    /// True if the clock is right to a fraction of a second, as far as can be known.
    private var isExact: Bool {
        clock.untilNextDigits == nil || pitch.clockOffsetMilliseconds != nil
    }

    private var notes: [String] {
        var notes: [String] = []
        if !isLive { notes.append(tr("STALE")) }
        if isDoubtful { notes.append(tr("its clock is in doubt")) }
        if let offset = pitch.clockOffsetMilliseconds, abs(offset) >= Self.notedOffset {
            let seconds = (abs(offset) + 500) / 1_000
            notes.append(
                offset > 0
                    ? tr("its clock is %1$@ s ahead", seconds)
                    : tr("its clock is %1$@ s behind", seconds))
        }
        return notes
    }

    /// Returns the match with the moments of its boot clock on that of this machine.
    private static func match(_ pitch: ClubPitch, at now: ClockReading) -> JSONValue? {
        guard let state = pitch.state, let gather = state["gather"], gather != .null,
            let published = state["publishedAt"]?.int,
            let boottime = state["publishedAtBoottimeMicroseconds"]?.int
        else { return nil }
        // The reading of this machine's wall clock when it was published.
        let offset = pitch.clockOffsetMilliseconds ?? 0
        let (shown, isTooFar) = published.subtractingReportingOverflow(offset)
        let ago = now.wall - .milliseconds(shown)
        guard let here = Int(exactly: ((now.boottime - ago) / .microseconds(1)).rounded()) else {
            return nil
        }
        let (shift, isBeyond) = here.subtractingReportingOverflow(boottime)
        return isTooFar || isBeyond ? nil : shifted(gather, by: shift)
    }

    /// Returns a value with all readings of the boot clock in it moved.
    private static func shifted(_ value: JSONValue, by shift: Int) -> JSONValue {
        switch value {
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        if member.key.hasSuffix("BoottimeMicroseconds"),
                            let moment = member.value.int
                        {
                            let moved = moment.addingReportingOverflow(shift)
                            return .init(member.key, .int(moved.partialValue))
                        }
                        return .init(member.key, shifted(member.value, by: shift))
                    }))
        case .array(let values): return .array(values.map { shifted($0, by: shift) })
        default: return value
        }
    }
}
