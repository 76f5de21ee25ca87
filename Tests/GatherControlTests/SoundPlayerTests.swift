import Glibc
import LinuxIO
import Testing

@testable import GatherControl

/// The programs that play, which are scripts here.
@Suite struct SoundPlayerTests {
    /// The sounds of a match, by a script.
    private final class Player {
        let time = SystemTimekeeper()
        let programs: TemporaryPrograms
        let player: SoundPlayer

        init(_ script: String, time: (any Timekeeper)? = nil) throws {
            programs = try TemporaryPrograms(["play"], script: script)
            let environment = Environment(variables: ["PATH": "/usr/bin:/bin"], uid: 1_000)
            player = try SoundPlayer(
                SoundPrograms("\(programs.path)/play", environment), time: time ?? self.time)
        }

        /// Lets an event happen; gives what is reported up to the end of all programs.
        func happen(_ kind: MatchEvent.Kind, isLate: Bool = false) -> [String] {
            var event = MatchEvent(kind: kind, gather: Sample.gather())
            event.isLate = isLate
            return player.handle([event]) + finish()
        }

        func finish() -> [String] {
            var problems: [String] = []
            while !player.descriptors.isEmpty {
                _ = time.wait(
                    for: player.descriptors, orLossOf: nil, orRoomIn: nil, timeout: nil, alarm: nil)
                problems += player.work()
            }
            return problems
        }

        /// The lines of a file beside the program.
        var lines: [Substring] {
            let path = "\(programs.path)/lines"
            guard let file = try? Files.open(path),
                let bytes = try? Files.contents(of: file, limit: 1 << 16)
            else { return [] }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        }
    }

    /// Writes how long the file is, read twice, and how it is given.
    private static let tell = """
        a=$(wc -c <"$1"); b=$(wc -c <"$1"); echo "$#" $a $b >>"${0%/*}/lines"
        """

    private static func line(_ sound: Sound) -> Substring {
        "1 \(sound.file.count) \(sound.file.count)"
    }

    @Test("time up and the last minute have their sounds, and nothing else has")
    func sounds() throws {
        let player = try Player(Self.tell)
        #expect(player.happen(.lastMinute) == [])
        #expect(player.happen(.timeUp) == [])
        let silent: [MatchEvent.Kind] = [
            .goal, .scorer, .started, .paused, .ended, .discarded,
            .remaining(milliseconds: 60_000),
        ]
        for kind in silent { #expect(player.happen(kind) == []) }
        #expect(player.happen(.timeUp, isLate: true) == [])
        #expect(player.lines == [Self.line(.whistle), Self.line(.horn)])
    }

    @Test("a sound that is due while it is played begins anew, and is one at a time")
    func anew() throws {
        let player = try Player("mkdir \"${0%/*}/first\" 2>&- && exec tail -f /dev/null")
        let event = MatchEvent(kind: .timeUp, gather: Sample.gather())
        #expect(player.player.handle([event]) == [])
        // Until the script has come so far.
        while !Files.exists("\(player.programs.path)/first") { sched_yield() }
        #expect(player.player.alarm != nil)
        #expect(player.happen(.timeUp) == ["cannot play the horn: the program ended with status 1"])
        #expect(player.player.alarm == nil)
    }

    @Test("a cause is reported once, until it has worked again")
    func reports() throws {
        let player = try Player(
            """
            n=${0%/*}; echo x >>$n/lines
            case $(wc -l <$n/lines) in
            1 | 2 | 5) echo no; echo "no card" >&2; exit 1 ;;
            3) kill -TERM $$ ;;
            esac
            """)
        #expect(player.happen(.timeUp) == ["cannot play the horn: no card"])
        #expect(player.happen(.timeUp) == [])
        #expect(
            player.happen(.timeUp) == ["cannot play the horn: the program was ended by signal 15"])
        #expect(player.happen(.timeUp) == [])
        #expect(player.happen(.timeUp) == ["cannot play the horn: no card"])
    }

    @Test("a program that hangs is killed after some seconds")
    func hangs() throws {
        let time = VirtualTimekeeper()
        let player = try Player("exec tail -f /dev/null", time: time)
        do {
            try player.player.playToEnd(.whistle)
            Issue.record("it has come to an end")
        } catch {
            #expect(error.status == .refused)
            #expect(
                error.message
                    == "cannot play the whistle: the program did not end within 10 s")
        }
        #expect(time.elapsed == SoundPlayer.patience)
    }

    /// Reads this many bytes, or as many as come.
    private static func contents(_ reader: Descriptor, count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < count,
            (try? reader.waitUntilReadable(timeout: .seconds(30))) == true,
            let read = try? reader.read(into: &buffer), read > 0
        {
            bytes += buffer[..<read]
        }
        return bytes
    }

    @Test("watching plays the horn at the deadline, also if the daemon is lost")
    func watched() throws {
        let programs = try TemporaryPrograms(["play"], script: "cat \"$1\" >\"${0%/*}/pipe\"")
        // The program goes with them, and may still have to be run.
        defer { withExtendedLifetime(programs) {} }
        let pipe = "\(programs.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = Descriptor(owning: open(pipe, O_RDONLY | O_NONBLOCK))
        let running = Sample.message(
            Sample.gather(Sample.running(.milliseconds(2_500))), "snapshot")
        let bench = Bench(.replies([running], thenEnds: true))
        var bytes: [UInt8] = []
        // The bench's clock stands meanwhile, and so the program is not taken for one that hangs.
        bench.time.afterWait = { elapsed in
            guard elapsed > .milliseconds(2_500), bytes.isEmpty else { return }
            bytes = Self.contents(reader, count: Sound.horn.file.count)
        }
        let result = try bench.watchUntil(.seconds(5), "--sound=\(programs.path)/play")
        // The bench's clock may run on before the program has ended, which is then called late.
        let late = "gatherctl: cannot play the horn: the program did not end within 10 s\n"
        #expect(["", late].contains(result.errors))
        #expect(bytes == Sound.horn.file)
    }

    @Test("without a program for it, nothing is watched")
    func noProgram() throws {
        let result = try Bench().watch("--sound=/nowhere/play")
        #expect(result.status == .usage)
        #expect(
            result.errors
                == "gatherctl: cannot play sounds with '/nowhere/play': "
                + "there is no such program\n")
    }

    @Test("a board says what is wrong with the sound, and a public one when it is left")
    func board() throws {
        for options in [[], ["--public"]] {
            let programs = try TemporaryPrograms(["play"])
            let program = "\(programs.path)/play"
            let running = Sample.message(
                Sample.gather(Sample.running(.milliseconds(2_500))), "snapshot")
            let bench = Bench(.replies([running]))
            bench.terminals = .all
            let terminal = try FakeTerminal(rows: 24, columns: 80)
            bench.boardTerminal = terminal
            var screen = ""
            bench.time.afterWait = { elapsed in
                if elapsed > .zero { unlink(program) }
                if elapsed >= .milliseconds(2_600), screen.isEmpty { screen = terminal.screen }
                // It could be read on the board for a second, and need not be told again.
                let end = Duration.milliseconds(options.isEmpty ? 3_700 : 2_600)
                if elapsed >= end { terminal.send(SIGTERM) }
            }
            let result = try bench.run(["watch", "--sound=\(program)"] + options)
            let problem = "cannot play sounds with '\(program)': there is no such program"
            #expect(screen.contains("cannot play sounds with") == options.isEmpty)
            #expect(result.errors == (options.isEmpty ? "" : "gatherctl: \(problem)\n"))
        }
    }

    @Test("a sound is written as a file, and not on a terminal")
    func written() throws {
        for (words, sound) in [([], Sound.horn), (["horn"], .horn), (["whistle"], .whistle)] {
            let bench = Bench()
            let result = try bench.run(["sound", "--wav"] + words)
            #expect(result.status == .done)
            #expect(result.output == String(decoding: sound.file, as: UTF8.self))
            bench.terminals.output = true
            #expect(try bench.run(["sound", "--wav"] + words).status == .usage)
        }
    }

    @Test("a sound that is not there, and two ways to have it, are told")
    func usage() throws {
        for (words, message) in [
            (["hornn"], "there is no sound 'hornn'; did you mean 'horn'?"),
            (["trumpet"], "there is no sound 'trumpet'; use horn, whistle"),
            (["--wav", "--program", "x"], "'--program' cannot be given along with '--wav'"),
        ] {
            do {
                _ = try CommandLine(["sound"] + words)
                Issue.record("\(words) are taken")
            } catch {
                #expect(error.message == "cannot play the sound: \(message)")
            }
        }
    }
}
