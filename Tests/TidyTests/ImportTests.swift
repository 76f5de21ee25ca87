import Testing

/// The permitted imports of each module: the compiler does not check them, as it accepts
/// transitive imports.
struct ImportTests {
    /// The modules that the files of a folder may import, and the reason why no others.
    private struct Row {
        var folder: String
        var allowed: Set<String>
        var reason: String
    }

    private static let daemon: Set = [
        "GatherCore", "GatherAPI", "Varlink", "LinuxIO", "Dispatch", "Glibc",
    ]

    private static let submitter: Set = ["GatherAPI", "Varlink", "LinuxIO", "Glibc"]

    /// A folder inside another one has a row of its own; that of the outer folder is not added.
    private static let rows = [
        Row(
            folder: "Sources/GatherCore", allowed: [],
            reason: "the rules are pure: no clock, no I/O, no library can change a decision"),
        Row(
            folder: "Sources/Varlink", allowed: [],
            reason: "the protocol is bytes in and messages out, tested without a socket"),
        Row(
            folder: "Sources/VarlinkGenerator", allowed: [],
            reason: "definitions in and Swift out: the tests make it anew without a file"),
        Row(
            folder: "Sources/varlink-gen",
            allowed: ["VarlinkGenerator", "FoundationEssentials", "Glibc"],
            reason: "an entry point of a few lines, which reads and writes the files"),
        Row(
            folder: "Sources/GatherAPI", allowed: ["CEmbedded", "Varlink"],
            reason: "both programs share the interfaces, so they bring neither rules nor I/O"),
        Row(
            folder: "Sources/GatherClub", allowed: ["GatherAPI", "Varlink"],
            reason: "a table is a fold, tested without a broker, a file or a clock"),
        Row(
            folder: "Sources/LinuxIO", allowed: ["CLinux", "Dispatch", "Glibc", "Synchronization"],
            reason: "the kernel's side knows nothing of gathers or of the protocol"),
        Row(
            folder: "Sources/GatherDaemon", allowed: daemon,
            reason: "SQLite and libsystemd have one folder each that touches them"),
        Row(
            folder: "Sources/GatherDaemon/Store",
            allowed: daemon.union(["CSQLite", "Synchronization"]),
            reason: "the one folder that touches SQLite"),
        Row(
            folder: "Sources/GatherDaemon/Store/Chain",
            allowed: ["CNettle", "GatherCore", "Varlink", "LinuxIO"],
            reason: "the one folder that touches nettle"),
        Row(
            folder: "Sources/GatherDaemon/Systemd",
            allowed: daemon.union(["CSystemd"]),
            reason: "the one folder that touches libsystemd"),
        Row(
            folder: "Sources/GatherControl",
            allowed: ["GatherAPI", "GatherClub", "Varlink", "LinuxIO", "Glibc"],
            reason: "gatherctl starts for every key press, and decides nothing"),
        Row(
            folder: "Sources/GatherControl/Terminal",
            allowed: ["GatherAPI", "Varlink", "LinuxIO", "Glibc", "CNCurses"],
            reason: "the one folder that touches ncurses"),
        Row(
            folder: "Sources/GatherControl/Texts", allowed: ["CIntl", "GatherAPI", "LinuxIO"],
            reason: "the one folder that touches gettext"),
        Row(
            folder: "Sources/GatherSubmit", allowed: submitter,
            reason: "libcurl and libcrypto have one folder each that touches them"),
        Row(
            folder: "Sources/GatherSubmit/HTTP", allowed: submitter.union(["CCurl"]),
            reason: "the one folder that touches libcurl, and with it the network"),
        Row(
            folder: "Sources/GatherSubmit/Password", allowed: ["CCrypto", "LinuxIO"],
            reason: "the one folder that touches libcrypto"),
        Row(
            folder: "Sources/GatherClient",
            allowed: ["GatherAPI", "Varlink", "LinuxIO", "Dispatch"],
            reason: "who follows a match for others needs the protocol and a queue"),
        Row(
            folder: "Sources/GatherWeb", allowed: submitter.union(["Dispatch", "GatherClient"]),
            reason: "libmicrohttpd has one folder that touches it, and gathers are gatherd's"),
        Row(
            folder: "Sources/GatherWeb/Routes",
            allowed: submitter.union(["CEmbedded", "Dispatch", "GatherClient"]),
            reason: "the one folder with the files that browsers get"),
        Row(
            folder: "Sources/GatherWeb/HTTP",
            allowed: ["CMicroHTTP", "Dispatch", "LinuxIO"],
            reason: "the one folder that touches libmicrohttpd, which knows nothing of gathers"),
        Row(
            folder: "Sources/GatherWeb/Secrets", allowed: ["CGnuTLS", "LinuxIO"],
            reason: "the one folder that touches GnuTLS"),
        Row(
            folder: "Sources/GatherWeb/QRCode", allowed: ["CQRencode"],
            reason: "the one folder that touches libqrencode"),
        Row(
            folder: "Sources/gather-web", allowed: ["GatherWeb"],
            reason: "an entry point of a few lines; what it does is tested in GatherWeb"),
        Row(
            folder: "Sources/GatherMQTT",
            allowed: submitter.union(["GatherClient", "GatherClub"]),
            reason: "libmosquitto has one folder that touches it, and gathers are gatherd's"),
        Row(
            folder: "Sources/GatherMQTT/Messages", allowed: ["GatherAPI", "Varlink"],
            reason: "what is published, and in which order, is tested without a broker"),
        Row(
            folder: "Sources/GatherMQTT/Broker", allowed: ["CMosquitto", "Dispatch", "LinuxIO"],
            reason: "the one folder that touches libmosquitto, which knows nothing of gathers"),
        Row(
            folder: "Sources/gather-mqtt", allowed: ["GatherMQTT"],
            reason: "an entry point of a few lines; what it does is tested in GatherMQTT"),
        Row(
            folder: "Sources/gatherd", allowed: ["GatherDaemon"],
            reason: "an entry point of a few lines; what it does is tested in GatherDaemon"),
        Row(
            folder: "Sources/gatherctl", allowed: ["GatherControl"],
            reason: "an entry point of a few lines; what it does is tested in GatherControl"),
        Row(
            folder: "Sources/gather-submit", allowed: ["GatherSubmit"],
            reason: "an entry point of a few lines; what it does is tested in GatherSubmit"),
    ]

    private static func row(for path: String) -> Row? {
        rows.filter { path.hasPrefix($0.folder + "/") }.max { $0.folder.count < $1.folder.count }
    }

    /// The module that a line imports, whatever stands before and after it.
    private static func module(of line: Substring) -> String? {
        let words = SourceFile.code(of: line).split { " \t;".contains($0) }
        guard let index = words.firstIndex(of: "import"),
            words[..<index].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
        else { return nil }
        let rest = words[(index + 1)...].drop(while: kinds.contains)
        return rest.first?.split(separator: ".").first.map(String.init)
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]

    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]

    private static func violations(in file: SourceFile) -> [String] {
        let imports = file.lines.enumerated().compactMap { index, line in
            module(of: line).map { (module: $0, line: index + 1) }
        }
        guard let row = row(for: file.path) else { return ["\(file.path): no row for its folder"] }
        return imports.filter { !row.allowed.contains($0.module) }.map {
            "\(file.path):\($0.line): \(row.folder) may not import \($0.module): \(row.reason)"
        }
    }

    @Test("each folder of Sources imports only what its row allows")
    func imports() {
        #expect(SourceTree.swiftFiles(below: "Sources").flatMap(Self.violations) == [])
    }

    @Test("each row stands for a folder that has files")
    func rows() {
        let files = SourceTree.swiftFiles(below: "Sources")
        #expect(files.count > 50)
        for row in Self.rows {
            #expect(files.contains { $0.path.hasPrefix(row.folder + "/") }, "\(row.folder)")
        }
    }

    @Test(
        "an import that is not allowed is found, however it is written",
        arguments: [
            "import Glibc", "public import Glibc", "  @preconcurrency import Glibc",
            "@_exported public import Glibc", "internal import struct Glibc.timespec",
            "import Glibc // why not", "@testable import Glibc", "import Glibc;",
            "@_spi(Private) import Glibc",
        ])
    func found(line: String) {
        let file = SourceFile(path: "Sources/GatherCore/Gather.swift", text: "\n\(line)\n")
        let violation = """
            Sources/GatherCore/Gather.swift:2: Sources/GatherCore may not import Glibc: \
            the rules are pure: no clock, no I/O, no library can change a decision
            """
        #expect(Self.violations(in: file) == [violation])
    }

    @Test("what only looks like an import, or is allowed, is not found")
    func notFound() {
        let text = "// import Glibc\nlet import = 1\nimportant(Glibc)\n/// import Glibc\n"
        #expect(
            Self.violations(in: SourceFile(path: "Sources/GatherCore/A.swift", text: text)) == [])
        let paths = [
            ("Sources/GatherDaemon/Store/A.swift", "CSQLite", 0),
            ("Sources/GatherDaemon/Interactor/A.swift", "CSQLite", 1),
            ("Sources/GatherDaemon/Store/A.swift", "CSystemd", 1),
            ("Sources/GatherDaemon/Systemd/A.swift", "CSystemd", 0),
            ("Sources/GatherDaemon/A.swift", "Foundation", 1),
            ("Sources/GatherControl/A.swift", "GatherCore", 1),
            ("Sources/GatherDaemon/A.swift", "CCurl", 1),
            ("Sources/GatherControl/Terminal/A.swift", "CNCurses", 0),
            ("Sources/GatherControl/Board/A.swift", "CNCurses", 1),
            ("Sources/GatherControl/Texts/A.swift", "CIntl", 0),
            ("Sources/GatherControl/Board/A.swift", "CIntl", 1),
            ("Sources/GatherSubmit/HTTP/A.swift", "CCurl", 0),
            ("Sources/GatherSubmit/Steps/A.swift", "CCurl", 1),
            ("Sources/Elsewhere/A.swift", "GatherCore", 1),
        ]
        for (path, module, count) in paths {
            let file = SourceFile(path: path, text: "import \(module)\n")
            #expect(Self.violations(in: file).count == count, "\(path) imports \(module)")
        }
    }
}
