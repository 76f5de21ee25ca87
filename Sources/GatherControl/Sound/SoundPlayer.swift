import GatherAPI
import Glibc
import LinuxIO

/// Plays the sounds of a match by another program, without waiting for it.
final class SoundPlayer {
    private struct Run {
        enum Stage {
            case playing
            /// It is killed, as the same sound is played anew.
            case replaced
            /// It is killed, as it has taken too long.
            case overdue
        }

        let sound: Sound
        let process: SpawnedProcess
        /// The descriptor that is readable when the program has ended.
        let end: Descriptor
        /// The output of the program, which is needed only if it fails.
        let output: Descriptor
        /// The time at which the program is killed.
        let deadline: Duration
        var stage = Stage.playing

        mutating func kill(as stage: Stage) {
            process.send(SIGKILL)
            self.stage = stage
        }
    }

    private let programs: SoundPrograms
    private let time: any Timekeeper
    private let files: [Sound: [UInt8]]
    private var runs: [Run] = []
    private var problem: String?

    /// The longest time that a program may take for a sound of less than two seconds: a sound
    /// server may be slow to end.
    static let patience = Duration.seconds(10)

    /// The longest part of a program's output that is looked at, in bytes.
    private static let longestOutput = 1_024

    /// Makes a player of some sounds, which are calculated here and not when they are due.
    ///
    /// - Throws: A ``Failure`` if there is no program for it now.
    init(
        _ programs: SoundPrograms, sounds: [Sound] = Sound.allCases, time: any Timekeeper
    ) throws(Failure) {
        self.programs = programs
        self.time = time
        files = Dictionary(uniqueKeysWithValues: sounds.map { ($0, $0.file) })
        _ = try programs.command()
    }

    /// The descriptors to wait for: one of them is readable when a program has ended.
    var descriptors: [Descriptor] { runs.map(\.end) }

    /// The time of the next call to ``work()`` without such a descriptor, by the boot time of the
    /// daemon's machine.
    var alarm: Duration? {
        runs.filter { $0.stage == .playing }.map(\.deadline).min().map { $0 + time.lead }
    }

    /// Plays the sounds of the events that happen at this moment, and handles the programs that
    /// have ended.
    ///
    /// - Returns: What has failed, each cause once until a sound is played again.
    func handle(_ events: [MatchEvent]) -> [String] {
        var problems: [String] = []
        for sound in Sound.allCases
        where events.contains(where: { sound.moments.contains($0.kind) && !$0.isLate }) {
            do { try play(sound) } catch { problems += news(error.message ?? "") }
        }
        return problems + work()
    }

    /// Starts a sound, from its beginning if it is being played already.
    func play(_ sound: Sound) throws(Failure) {
        guard let file = files[sound] else { return }
        let command = try programs.command()
        for index in runs.indices where runs[index].sound == sound {
            runs[index].kill(as: .replaced)
        }
        do { runs.append(try start(sound, file, by: command)) } catch {
            throw Self.failure(sound, tr("cannot run '%1$@': %2$@", command[0], error))
        }
    }

    private func start(
        _ sound: Sound, _ file: [UInt8], by command: [String]
    ) throws(SystemError) -> Run {
        let output = try MemoryFile.of([])
        // Behind a path it can be read again and from any place, which some programs need.
        let process = try SpawnedProcess(
            command + ["/dev/stdin"],
            streams: SpawnedProcess.Streams(
                input: try MemoryFile.of(file), output: output, errors: output),
            leadsGroup: true)
        do {
            return Run(
                sound: sound, process: process, end: try process.descriptor(), output: output,
                deadline: time.ownBoottime + Self.patience)
        } catch {
            process.send(SIGKILL)
            _ = process.end()
            throw error
        }
    }

    /// Handles the programs that have ended, and kills those that take too long.
    ///
    /// - Returns: What has failed, each cause once until a sound is played again.
    func work() -> [String] {
        let now = time.ownBoottime
        var left: [Run] = []
        var problems: [String] = []
        for var run in runs {
            if run.process.hasEnded {
                problems += conclude(run)
                continue
            }
            if run.stage == .playing, run.deadline <= now { run.kill(as: .overdue) }
            left.append(run)
        }
        runs = left
        return problems
    }

    private func conclude(_ run: Run) -> [String] {
        let end = run.process.end()
        if run.stage == .replaced { return [] }
        if let problem = Self.problem(run, end) { return news(problem) }
        problem = nil
        return []
    }

    /// Plays one sound, and waits for its end.
    func playToEnd(_ sound: Sound) throws(Failure) {
        try play(sound)
        while !runs.isEmpty {
            _ = time.wait(
                for: descriptors, orLossOf: nil, orRoomIn: nil, timeout: nil, alarm: alarm)
            if let problem = work().first { throw Failure(.refused, problem) }
        }
    }

    /// Returns a problem unless it is the same as the last one.
    private func news(_ text: String) -> [String] {
        guard text != problem else { return [] }
        problem = text
        return [text]
    }

    private static func failure(_ sound: Sound, _ cause: String) -> Failure {
        Failure(.refused, tr("cannot play %1$@: %2$@", sound.title, cause))
    }

    /// Returns the reason why a program that has ended did not play; nil if it did.
    private static func problem(_ run: Run, _ end: SpawnedProcess.End) -> String? {
        if run.stage == .overdue {
            return failure(
                run.sound, tr("the program did not end within %1$@", TimeText.length(patience))
            ).message
        }
        guard end != .exited(0) else { return nil }
        let output = (try? run.output.read(longestOutput, at: 0)) ?? []
        let lastLine = String(decoding: output, as: UTF8.self).split(separator: "\n").last
        let cause =
            switch (lastLine, end) {
            case (let lastLine?, _): String(lastLine).shown
            case (nil, .exited(let status)): tr("the program ended with status %1$@", status)
            case (nil, .killed(let signal)): tr("the program was ended by signal %1$@", signal)
            }
        return failure(run.sound, cause).message
    }
}
