/// Generates files from the definitions of interfaces.
package enum Generator {
    /// The interfaces whose Swift is written by hand, as every service has them.
    private static let standard: Set = ["org.varlink.service"]

    /// Returns the first line of a generated file.
    package static func firstLine(madeOf source: String) -> String {
        "// Made by varlink-gen from \(source); units/generate makes it anew."
    }

    /// Generates the Swift code of interfaces.
    ///
    /// - Parameter sources: The texts of `.varlink` files by their names, such as `Gather.varlink`.
    /// - Returns: The files by their names.
    /// - Throws: A ``GeneratorError`` or a ``GrammarError`` for a definition that is not valid.
    package static func swift(of sources: [String: String]) throws -> [String: String] {
        let parsed = try sources.sorted { $0.key < $1.key }.map {
            (name: $0.key, definition: try InterfaceGrammar.parse($0.value))
        }.filter { !standard.contains($0.definition.name) }
        let limits = try SharedLimits(parsed.map(\.definition))
        let builder = try SwiftModelBuilder(parsed.map(\.definition))
        var writer = SwiftWriter(enums: builder.enums)
        var files = [
            "InterfaceLimits.swift": limits.file(
                "public enum InterfaceLimits",
                prose: "The limits of the interfaces, which a client can keep to before it asks.")
        ]
        for (name, definition) in parsed {
            let model = try builder.interface(definition)
            files.merge(try writer.files(of: model, source: "Interfaces/\(name)")) { _, new in new }
        }
        let lost = builder.enums.values.filter { !writer.written.contains($0) }.sorted()
        if let name = lost.first { throw GeneratorError(name, "no type has this enum in it") }
        return files
    }

    /// Generates the limits of interfaces for the core, which imports nothing.
    ///
    /// - Parameter sources: The texts of `.varlink` files by their names.
    package static func limits(of sources: [String: String]) throws -> String {
        let parsed = try sources.values.map { try InterfaceGrammar.parse($0) }
        return try SharedLimits(parsed).file("extension Limits", prose: nil)
    }

    /// Regenerates the lists of methods and errors in manual pages.
    ///
    /// - Parameters:
    ///   - pages: The texts of pages by their names.
    ///   - sources: The texts of `.varlink` files by their names.
    /// - Returns: The pages that have such lists.
    package static func manual(
        _ pages: [String: String], of sources: [String: String]
    ) throws -> [String: String] {
        let parsed = try sources.values.map { try InterfaceGrammar.parse($0) }
        let manual = ManualPage(
            definitions: Dictionary(uniqueKeysWithValues: parsed.map { ($0.name, $0) }))
        var made: [String: String] = [:]
        for (name, text) in pages { made[name] = try manual.remade(text, named: name) }
        return made
    }
}

/// An error in a definition from which no Swift can be generated.
package struct GeneratorError: Error, CustomStringConvertible {
    /// The place and the problem, in words.
    package var description: String

    /// Makes an error from a place, such as `Gather.Timer.state`, and the problem there.
    init(_ place: String, _ problem: String) {
        description = "\(place): \(problem)"
    }
}
