import FoundationEssentials
import Testing
import VarlinkGenerator

/// What is checked in against the interfaces of which it is made.
struct GeneratedTests {
    private static let top = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    private static let api = "Sources/GatherAPI"

    /// The texts of the files of a folder by their names.
    private static func texts(in folder: String) throws -> [String: String] {
        var texts: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(top)/\(folder)") {
            texts[name] = try String(contentsOfFile: "\(top)/\(folder)/\(name)", encoding: .utf8)
        }
        return texts
    }

    @Test("what is checked in is what units/generate makes of the interfaces")
    func fresh() throws {
        let made = try Generator.swift(of: Self.texts(in: "\(Self.api)/Interfaces"))
        let kept = try Self.texts(in: "\(Self.api)/Generated")
        #expect(made.keys.sorted() == kept.keys.sorted())
        let stale = made.keys.filter { made[$0] != kept[$0] }.sorted()
        #expect(stale == [], "run units/generate")
        #expect(made.count > 10)
    }

    @Test("the limits of the core are what units/generate makes of the interfaces")
    func limits() throws {
        let made = try Generator.limits(of: Self.texts(in: "\(Self.api)/Interfaces"))
        let kept = try Self.texts(in: "Sources/GatherCore/Generated")
        #expect(kept == ["Limits+Interface.swift": made], "run units/generate")
    }

    @Test("each interface of ours has a page, with what units/generate makes of it")
    func manual() throws {
        let kept = try Self.texts(in: "units/man")
        let interfaces = try Self.texts(in: "\(Self.api)/Interfaces")
        let made = try Generator.manual(kept, of: interfaces)
        let ours = interfaces.keys.filter { $0 != "Service.varlink" }.sorted()
        #expect(made.keys.sorted() == ours.map { "io.gatherd.\($0.split(separator: ".")[0]).7" })
        let stale = made.keys.filter { made[$0] != kept[$0] }.sorted()
        #expect(stale == [], "run units/generate")
    }
}
