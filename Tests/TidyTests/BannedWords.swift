/// A rule: a word that must not stand in the code.
struct BannedWord {
    /// The word; only whole words count.
    var word: String

    /// The folders to which the rule applies.
    var folders = ["Sources"]

    /// The folders in them to which it does not apply.
    var except: [String] = []

    /// True if the word needs a `// SAFETY:` line above it in the folders of ``except``.
    var needsSafety = false

    /// True if the rule applies to comments as well.
    var inComments = false

    /// The replacement, in words.
    var instead: String

    /// The reason for the rule.
    var reason: String

    private static let clocks = ["Sources/LinuxIO"]
    private static let wrappers = [
        "Sources/LinuxIO", "Sources/GatherDaemon/Store", "Sources/GatherDaemon/Systemd",
        "Sources/Varlink/Secrets", "Sources/GatherMQTT/Broker",
    ]

    /// All rules.
    static let all: [BannedWord] =
        ["sleep(", "usleep(", "nanosleep(", "Task.sleep"].map {
            BannedWord(
                word: $0, folders: ["Sources", "Tests"], instead: "wait for the event",
                reason: "a sleep is either too short or too long")
        }
        + ["Task {", "Task(", "Task.detached", "Task.init"].map {
            BannedWord(
                word: $0, instead: "SerialQueue's bound and later",
                reason: "tasks that are started from callbacks were measured to arrive out of order"
            )
        }
        + [
            "CLOCK_", "clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock",
            "Date()",
            "DispatchTime.now", "DispatchWallTime.now", "Date.now",
        ].map {
            BannedWord(
                word: $0, except: clocks, instead: "MachineClock",
                reason: "clocks are read in one place, which tests replace")
        }
        + ["@unchecked Sendable", "nonisolated(unsafe)"].map {
            BannedWord(
                word: $0, except: wrappers, needsSafety: true,
                instead: "a value, an object of a queue or a lock; where C is wrapped, // SAFETY:",
                reason: "the compiler checks nothing there, so the reason has to be written down")
        }
        + ["Mutex(", "Mutex<"].map {
            BannedWord(
                word: $0, folders: ["Sources", "Tests"], instead: "LinuxIO's Lock",
                reason: "the thread sanitizer does not see it, and reports races that are none")
        }
        + [
            BannedWord(
                word: "DispatchQueue.global", instead: "a queue of its own",
                reason: "from the first use on, Dispatch looks at its threads once a second"),
            BannedWord(
                word: "fatalError(", instead: "precondition, or a refusal",
                reason: "only our own bug may end the process"),
            BannedWord(
                word: "try!", instead: "try, and an error",
                reason: "a peer's bytes must never reach a trap"),
            BannedWord(
                word: "as!", instead: "as?, or a generic", reason: "a wrong guess is a trap"),
            BannedWord(
                word: "import Foundation", folders: ["Sources", "Tests"],
                instead: "import FoundationEssentials",
                reason: "Foundation loads 40 MB of ICU"),
            BannedWord(
                word: "print(", except: ["Sources/GatherControl"], instead: "the log",
                reason: "a daemon's standard output is nobody's; only gatherctl prints"),
        ]
        + ["TODO", "FIXME", "XXX"].map {
            BannedWord(
                word: $0, folders: ["Sources", "Tests"], inComments: true,
                instead: "do it, or drop it", reason: "nobody reads it again")
        }

    /// Returns the places of a file that break the rule.
    func violations(in file: SourceFile) -> [String] {
        guard folders.contains(where: { file.path.hasPrefix($0 + "/") }) else { return [] }
        let isExcepted = except.contains { file.path.hasPrefix($0 + "/") }
        if isExcepted, !needsSafety { return [] }
        // Most files do not have the word, and a search line by line takes long.
        guard file.text.contains(word) else { return [] }
        return file.lines.indices.compactMap { index in
            let line = inComments ? file.lines[index] : SourceFile.code(of: file.lines[index])
            guard stands(in: line) else { return nil }
            if isExcepted, Self.isExplained(file.lines[max(0, index - 3)...index]) { return nil }
            return "\(file.path):\(index + 1): '\(word)': use \(instead): \(reason)"
        }
    }

    private static func isExplained(_ lines: ArraySlice<Substring>) -> Bool {
        lines.contains { $0.contains("// SAFETY: ") }
    }

    private func stands(in line: Substring) -> Bool {
        line.ranges(of: word).contains { range in
            let before = line[..<range.lowerBound].last
            let after = line[range.upperBound...].first
            let beginsWord = word.first.map(Self.isWordCharacter) == true
            let endsWord = word.last.map { Self.isWordCharacter($0) && $0 != "_" } == true
            return !(beginsWord && before.map(Self.isWordCharacter) == true)
                && !(endsWord && after.map(Self.isWordCharacter) == true)
        }
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
