import FoundationEssentials
import GatherAPI
import LinuxIO
import Testing

@testable import GatherWeb

struct PageTests {
    private static let folder = "Sources/GatherWeb/Pages"

    @Test("each file of the folder is embedded, with its bytes")
    func embedded() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(Self.folder)")
        #expect(Set(names) == Set(PageStore.embedded.keys))
        for name in names {
            let bytes = try Files.contents(of: "\(root)/\(Self.folder)/\(name)", limit: 1 << 20)
            #expect(PageStore.embedded[name] == bytes, "\(name)")
        }
    }

    @Test("each page is at its path, and has a type")
    func paths() throws {
        let store = PageStore()
        for path in [
            "/", "/overlay", "/history", "/squad", "/pitches", "/table", "/remote", "/match/1234",
        ] {
            let name = try #require(PageStore.page(at: path))
            #expect(store[name]?.type == "text/html; charset=utf-8")
        }
        for path in ["", "/match", "/board", "/board.html", "//", "/overlay/"] {
            #expect(PageStore.page(at: path) == nil)
        }
        #expect(store["words.js"]?.type == "text/javascript; charset=utf-8")
        #expect(store["../Limits.swift"] == nil)
    }

    @Test("names stand in the head as text")
    func escaped() {
        #expect(PageTitle.escaped("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
        let page = Array("<head>\n<!-- og -->\n</head>".utf8)
        let made = page.withUnsafeBytes { PageTitle(nil).inserted(into: $0) }
        let text = String(decoding: made, as: UTF8.self)
        #expect(text.contains("<meta property=\"og:title\" content=\"gatherd\">"))
        #expect(!text.contains("<!-- og -->"))
    }
}

struct CrestTests {
    /// The head of a PNG with a width and a height.
    private static func head(_ width: UInt8, _ height: UInt8) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 1, width, 0, 0, 1, height]
            + [UInt8](repeating: 0, count: 9)
    }

    @Test("a PNG is known by its header, and by a size that a screen shows")
    func header() {
        #expect(CrestStore.isPicture(Self.head(0, 0)))
        #expect(!CrestStore.isPicture([]))
        #expect(!CrestStore.isPicture(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)))
        #expect(!CrestStore.isPicture(Array(Self.head(0, 0).dropLast(9))))
        var wide = Self.head(0, 0)
        wide[18] = 9
        #expect(!CrestStore.isPicture(wide))
        var empty = Self.head(0, 0)
        (empty[22], empty[23]) = (0, 0)
        #expect(!CrestStore.isPicture(empty))
    }

    @Test("no directory has no pictures")
    func none() {
        #expect(CrestStore(nil).picture(of: "Reds") == nil)
        #expect(CrestStore("/nonexistent").picture(of: "Reds") == nil)
    }
}

struct QRCodeTests {
    @Test("a code is square, with its three corners")
    func corners() throws {
        let code = try #require(QRCode("http://192.0.2.7:8081/remote#123456"))
        let size = code.rows.count
        #expect(size >= 21 && code.rows.allSatisfy { $0.count == size })
        for (row, column) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            #expect(code.rows[row][column..<column + 7].allSatisfy { $0 })
            #expect(code.rows[row + 3][column + 3])
            #expect(!code.rows[row + 1][column + 1])
        }
        #expect(QRCode("a\0b") == nil)
        #expect(QRCode(String(repeating: "a", count: 5_000)) == nil)
    }

    @Test("it has four light modules around it")
    func quiet() throws {
        let code = try #require(QRCode("a"))
        let lines = code.lines(isColored: false)
        #expect(lines.count == (code.rows.count + 9) / 2)
        #expect(lines[0].allSatisfy { $0 == "█" } && lines[1].allSatisfy { $0 == "█" })
        #expect(lines.allSatisfy { $0.count == code.rows.count + 8 })
        #expect(code.lines(isColored: true)[0].contains("\u{1B}[0m"))
    }
}

struct OptionsTests {
    @Test("the command line")
    func options() throws {
        let options = try Options([
            "--listen", "0.0.0.0:80", "--listen=[::]:80", "--socket", "/run/a.sock", "--host", "a",
            "--trusted-proxy", "127.0.0.1", "--per-address=7", "--certificate", "c", "--key", "k",
            "--remote",
        ])
        #expect(options.endpoints.map(\.description) == ["0.0.0.0:80", "[::]:80"])
        #expect(options.perAddress == 7)
        #expect(options.isRemote)
        #expect(options.proxies == Set([InternetAddress("127.0.0.1")].compactMap(\.self)))
        #expect(try Options(["--qr", "text"]).action == .encode("text"))
        #expect(try Options(["--help"]).action == .showHelp)
    }

    @Test(
        "a wrong one is refused",
        arguments: [
            ["--listen", "8080"], ["--listen", "localhost:8080"], ["--listen", "::1:80"],
            ["--listen", "[1.2.3.4]:80"], ["--listen", "1.2.3.4:65536"], ["--per-address", "0"],
            ["--trusted-proxy", "proxy"], ["--certificate", "c"], ["--key", "k"], ["--host", ""],
            ["--socket"], ["x"], ["--socket", String(repeating: "a", count: 108)],
        ])
    func wrong(_ arguments: [String]) {
        #expect(throws: Options.UsageError.self) { try Options(arguments) }
    }
}
