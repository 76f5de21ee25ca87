import Testing

struct BannedWordTests {
    /// The files that are looked through; the ones here have to name what they ban.
    private static var files: [SourceFile] {
        SourceTree.swiftFiles(below: "Sources", "Tests").filter {
            !$0.path.hasPrefix("Tests/TidyTests/")
        }
    }

    @Test("no file does what is banned")
    func tree() {
        let violations = Self.files.flatMap { file in
            BannedWord.all.flatMap { $0.violations(in: file) }
        }
        #expect(violations == [])
    }

    @Test("each of the banned words is found, with its line, what to use and why")
    func found() {
        for banned in BannedWord.all {
            for folder in banned.folders {
                let text = "let a = 1\n    _ = \(banned.word) 7)\n"
                let file = SourceFile(path: "\(folder)/X/A.swift", text: text)
                let advice = "use \(banned.instead): \(banned.reason)"
                let violation = "\(folder)/X/A.swift:2: '\(banned.word)': \(advice)"
                #expect(banned.violations(in: file) == [violation])
            }
        }
    }

    /// Lines that are wrong in a folder.
    private static let bad: [(folder: String, line: String)] = [
        ("Sources/GatherDaemon", "usleep(1_000)"), ("Tests/LinuxIOTests", "Thread.sleep(1)"),
        ("Tests/LinuxIOTests", "try await Task.sleep(for: .seconds(1))"),
        ("Sources/GatherDaemon", "Task { await run() }"),
        ("Sources/GatherDaemon", "Task.detached { }"),
        ("Sources/GatherDaemon", "clock_gettime(CLOCK_REALTIME, &now)"),
        ("Sources/GatherControl", "let now = Date()"),
        ("Sources/GatherCore", "fatalError(\"never\")"), ("Sources/Varlink", "let a = try! b()"),
        ("Sources/Varlink", "let a = b as! Int"), ("Sources/GatherDaemon", "import Foundation"),
        ("Tests/VarlinkTests", "import Foundation"), ("Sources/GatherDaemon", "print(1)"),
        ("Sources/LinuxIO", "let a = Mutex(1)"), ("Tests/LinuxIOTests", "let a = Mutex<Int?>(nil)"),
        ("Sources/GatherCore", "// TODO: more"), ("Tests/GatherCoreTests", "/// FIXME"),
        ("Sources/GatherDaemon/Service", "final class A: @unchecked Sendable {"),
        ("Sources/GatherDaemon/Service", "// SAFETY: no\nnonisolated(unsafe) var a = 1"),
        ("Sources/LinuxIO", "final class A: @unchecked Sendable {"),
        ("Sources/LinuxIO", "// SAFETY: too far\n\n\n\nnonisolated(unsafe) var a = 1"),
    ]

    /// Lines that only look wrong, or are right where they stand.
    private static let good: [(folder: String, line: String)] = [
        ("Sources/GatherDaemon", "import FoundationEssentials"),
        ("Sources/GatherDaemon", "fingerprint(call)"), ("Sources/GatherControl", "print(1)"),
        ("Sources/GatherDaemon", "// it must not sleep(1)"), ("Sources/Varlink", "let a = try b()"),
        ("Sources/Varlink", "let a = b as? Int"), ("Sources/Varlink", "let toDo = TODOs"),
        ("Sources/GatherDaemon", "SubTask { }"), ("Tests/LinuxIOTests", "Task { await run() }"),
        ("Sources/LinuxIO", "let clock = CLOCK_BOOTTIME"),
        ("Sources/LinuxIO", "/// It stands for `Mutex`."),
        ("Sources/GatherCore", "/// `CLOCK_BOOTTIME`: since the machine started."),
        ("Sources/LinuxIO", "// SAFETY: locked.\nfinal class A: @unchecked Sendable {"),
        ("Sources/GatherDaemon/Store", "// SAFETY: the queue.\nnonisolated(unsafe) let a = b"),
    ]

    @Test("what is wrong is found, and what only looks so is not")
    func samples() {
        for (isBad, samples) in [(true, Self.bad), (false, Self.good)] {
            for (folder, line) in samples {
                let file = SourceFile(path: "\(folder)/A.swift", text: line)
                let isFound = BannedWord.all.contains { !$0.violations(in: file).isEmpty }
                #expect(isFound == isBad, "\(folder): \(line)")
            }
        }
    }
}
