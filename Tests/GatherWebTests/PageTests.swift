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
        #expect(store["strings.js"]?.type == "text/javascript; charset=utf-8")
        #expect(store["../Limits.swift"] == nil)
    }

    @Test("names stand in the head as text")
    func escaped() {
        #expect(PageTitle.escaped("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
        let page = Array("<head>\n<!-- og -->\n</head>".utf8)
        let made = page.withUnsafeBytes { PageTitle(nil, in: .english).inserted(into: $0) }
        let text = String(decoding: made, as: UTF8.self)
        #expect(text.contains("<meta property=\"og:title\" content=\"gatherd\">"))
        #expect(!text.contains("<!-- og -->"))
    }
}

struct PageLanguageTests {
    private static func code(_ asked: String?, _ preferred: String?) -> String {
        PageLanguage(asked: asked, preferred: preferred).code
    }

    @Test(
        "the address decides, then the browser, and English is for all others",
        arguments: [
            (nil, nil, "en"), (nil, "de", "de"), (nil, "DE-at", "de"), ("pl", "de", "pl"),
            ("en", "de", "en"), ("de-AT", nil, "de"), ("DE", nil, "de"), ("de-Latn-AT", nil, "de"),
            ("xx", "ro", "ro"), ("", "fr", "fr"), ("de_AT", nil, "en"), ("<script>", nil, "en"),
            ("deu", nil, "en"), ("d", nil, "en"), ("-", nil, "en"), ("messages", nil, "en"),
            (String(repeating: "de", count: 40), "es", "es"),
            ("de-" + String(repeating: "x", count: 40), nil, "de"),
        ] as [(String?, String?, String)])
    func choice(_ asked: String?, _ preferred: String?, _ code: String) {
        #expect(Self.code(asked, preferred) == code)
    }

    @Test(
        "a browser's list goes by its weights, and by its order where they are equal",
        arguments: [
            ("en, de;q=0.9", "en"), ("de;q=0.8, fr;q=0.9", "fr"), ("sv, pl;q=0.3", "pl"),
            ("de;q=0", "en"), ("de;q=0, fr;q=0.1", "fr"), ("*", "en"), ("*, de;q=0.5", "de"),
            ("fr,de", "fr"), ("de ; q=0.5 , es ; q=0.7", "es"), ("de;q=", "en"),
            ("de;q=x, fr", "fr"), ("de;q=nan, fr;q=0.1", "fr"), (",,;;,de", "de"), ("", "en"),
            (";q=1", "en"), ("de;level=1;q=0.2, ro;q=0.3", "ro"),
            (String(repeating: "xx,", count: 15) + "de", "de"),
            (String(repeating: "xx,", count: 16) + "de", "en"),
        ])
    func list(_ list: String, _ code: String) {
        #expect(Self.code(nil, list) == code)
    }

    @Test("a text has its arguments in the places of the language, and stays one in English")
    func places() {
        let german = PageLanguage(asked: "de", preferred: nil)
        let text = tr("the goals of a side are from %1$@ to %2$@", 0, "%1$@ 5%")
        #expect(text.text(in: .english) == "the goals of a side are from 0 to %1$@ 5%")
        #expect(text.text(in: german) != text.text(in: .english))
        #expect(text.text(in: german).hasSuffix("%1$@ 5%"))
        let unknown = tr("%2$@ of 100% %0$@ %", "a")
        #expect(unknown.text(in: german) == "%2$@ of 100% %0$@ %")
    }

    @Test("each language has both of its catalogues")
    func catalogues() {
        for code in ["de", "es", "fr", "pl", "ro"] {
            let language = PageLanguage(asked: code, preferred: nil)
            #expect(language.catalogue == "texts\(code).js")
            #expect(PageStore()["texts\(code).js"] != nil)
            #expect(language.messages["there is no such page"]?.isEmpty == false)
        }
        #expect(PageLanguage.english.catalogue == nil)
    }

    @Test("a page names its language and its catalogue, and is as it was in English")
    func pages() throws {
        let store = PageStore()
        let german = PageLanguage(asked: "de", preferred: nil)
        for name in PageStore.embedded.keys where name.hasSuffix(".html") {
            let english = try #require(store[name])
            #expect(store[name, .english]?.tag == english.tag)
            let page = try #require(store[name, german])
            #expect(page.tag != english.tag)
            let text = String(decoding: page.body.content, as: UTF8.self)
            #expect(text.contains("<html lang=\"de\">"))
            #expect(
                text.contains("<script defer data-catalogue src=\"/assets/textsde.js\"></script>"))
            #expect(!text.contains("This page needs"))
        }
        #expect(store["base.css", german]?.tag == store["base.css"]?.tag)
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
        #expect(throws: OptionError.self) { try Options(arguments) }
    }
}
