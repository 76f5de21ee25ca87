import Testing

struct LayoutTests {
    private static let topLevel: Set = ["Package.swift", "README.md", "Sources", "Tests", "units"]

    private static func longLines(in file: SourceFile) -> [String] {
        file.lines.enumerated().filter { $0.element.count > 100 }.map {
            "\(file.path):\($0.offset + 1) has \($0.element.count) columns"
        }
    }

    /// A file in a folder `Generated` whose first line does not say what made it, or one elsewhere
    /// whose first line does.
    private static func falseOrigins(of file: SourceFile) -> [String] {
        let isMade = file.path.contains("/Generated/")
        let isSaid = file.lines.first?.hasPrefix("// Made by ") == true
        return isMade == isSaid ? [] : ["\(file.path): edit its source, and run units/generate"]
    }

    /// Lines with a path of the machine this was written on, which nobody else has.
    private static func foreignPaths(in file: SourceFile) -> [String] {
        file.lines.enumerated().filter { hasForeignPath($0.element) }.map {
            "\(file.path):\($0.offset + 1): \($0.element)"
        }
    }

    private static func hasForeignPath(_ line: Substring) -> Bool {
        // Put together, so that this file has none itself.
        let (work, shared) = ("/" + "work", "../" + "shared")
        if line.contains(shared) { return true }
        return line.ranges(of: work).contains { range in
            let before = line[..<range.lowerBound].last
            let after = line[range.upperBound...].first
            let isTail = before.map { $0.isLetter || $0.isNumber || "}._-/*".contains($0) } ?? false
            let isHead = after.map { $0.isLetter || $0.isNumber || "._-".contains($0) } ?? false
            return !isTail && !isHead
        }
    }

    /// The files with a source of Dispatch, which watches no socket that a peer can close.
    ///
    /// They watch listeners, a timer and sets of epoll(7); ``SocketMonitor`` has the reason.
    private static let filesWithSources: Set = [
        "Sources/GatherWeb/HTTP/HTTPEngine.swift", "Sources/GatherWeb/Server/Listener.swift",
        "Sources/LinuxIO/ReadinessSet.swift", "Sources/LinuxIO/WallClock.swift",
    ]

    @Test("no source of Dispatch watches a connected socket")
    func sources() {
        let made = [".makeReadSource", ".makeWriteSource"]
        let files = SourceTree.swiftFiles(below: "Sources").filter { file in
            file.lines.contains { line in made.contains { line.contains($0) } }
        }
        #expect(Set(files.map(\.path)) == Self.filesWithSources)
    }

    @Test("the top of the tree holds what is agreed and nothing else that is visible")
    func top() {
        #expect(SourceTree.topLevel == Self.topLevel)
    }

    @Test("no line of Swift is longer than 100 columns")
    func lines() {
        let files = SourceTree.swiftFiles(below: "Sources", "Tests")
        #expect(files.flatMap(Self.longLines) == [])
        #expect(files.count > 100)
    }

    @Test("no file names a path of the machine it was written on")
    func paths() {
        #expect(SourceTree.files.flatMap(Self.foreignPaths) == [])
    }

    @Test("what is generated says so in its first line, and nothing else does")
    func generated() {
        let files = SourceTree.swiftFiles(below: "Sources")
        #expect(files.flatMap(Self.falseOrigins) == [])
        #expect(files.contains { $0.path.contains("/Generated/") })
    }

    @Test("a file that is said to be made, and one that does not say so, is found")
    func origin() {
        let first =
            "// Made by varlink-gen from Interfaces/A.varlink; units/generate makes it anew."
        let bad = [
            ("Sources/A/Generated/A.swift", "import A\n\(first)"), ("Sources/A/A.swift", first),
        ]
        for (path, text) in bad {
            #expect(Self.falseOrigins(of: SourceFile(path: path, text: text)).count == 1)
        }
        let good = [("Sources/A/Generated/A.swift", first), ("Sources/A/A.swift", "import A")]
        for (path, text) in good {
            #expect(Self.falseOrigins(of: SourceFile(path: path, text: text)) == [])
        }
    }

    @Test("a line of 101 columns is found, one of 100 is not")
    func longLine() {
        let line = String(repeating: "ä", count: 100)
        let file = SourceFile(path: "A.swift", text: "\(line)\n\(line)x\n")
        #expect(Self.longLines(in: file) == ["A.swift:2 has 101 columns"])
    }

    @Test("a path of the machine is found, one that only ends alike is not")
    func foreignPath() {
        let work = "/" + "work"
        let bad = [
            work, "cd \(work)/main", "\"\(work)/x\"", "see ../" + "shared/a.md", "a=\(work)",
        ]
        for line in bad { #expect(Self.hasForeignPath(line[...]), "\(line)") }
        let good = ["/tmp\(work)", "$home\(work)/x", "${a}\(work)", "\(work)ing", "\(work)-tree"]
        for line in good { #expect(!Self.hasForeignPath(line[...]), "\(line)") }
    }
}
