import FoundationEssentials
import Glibc
import VarlinkGenerator

/// Makes `Sources/GatherAPI/Generated` of `Sources/GatherAPI/Interfaces`, from the top of the tree.
private func generate() throws {
    let files = FileManager.default
    let (interfaces, generated) = ("Sources/GatherAPI/Interfaces", "Sources/GatherAPI/Generated")
    var sources: [String: String] = [:]
    for name in try files.contentsOfDirectory(atPath: interfaces)
    where name.hasSuffix(".varlink") {
        sources[name] = try String(contentsOfFile: "\(interfaces)/\(name)", encoding: .utf8)
    }
    let made = try Generator.swift(of: sources)
    try files.createDirectory(atPath: generated, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: generated) where made[name] == nil {
        try files.removeItem(atPath: "\(generated)/\(name)")
    }
    for (name, text) in made {
        try text.write(toFile: "\(generated)/\(name)", atomically: true, encoding: .utf8)
    }
}

do {
    try generate()
} catch {
    let line = Array("varlink-gen: \(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
}
