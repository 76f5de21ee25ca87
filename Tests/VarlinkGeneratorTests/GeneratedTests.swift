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

    @Test("the lists in the manual are what units/generate makes of the interfaces")
    func manual() throws {
        let kept = try Self.texts(in: "units/man")
        let made = try Generator.manual(kept, of: Self.texts(in: "\(Self.api)/Interfaces"))
        #expect(made.keys.sorted() == ["gather-submit.8", "io.gatherd.Gather.7"])
        let stale = made.keys.filter { made[$0] != kept[$0] }.sorted()
        #expect(stale == [], "run units/generate")
    }
}
