import FoundationEssentials
import Glibc
import VarlinkGenerator

/// Returns the texts of the files of a folder by their names.
private func texts(in folder: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        texts[name] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    return texts
}

/// Generates `Sources/GatherAPI/Generated`, the limits of the core, and the lists in `units/man`
/// from `Sources/GatherAPI/Interfaces`; runs in the top folder of the repository.
private func generate() throws {
    let (generated, manual) = ("Sources/GatherAPI/Generated", "units/man")
    let core = "Sources/GatherCore/Generated"
    let sources = try texts(in: "Sources/GatherAPI/Interfaces")
    let made = try Generator.swift(of: sources)
    for folder in [generated, core] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for name in try texts(in: generated).keys where made[name] == nil {
        try FileManager.default.removeItem(atPath: "\(generated)/\(name)")
    }
    for (folder, files) in [
        (generated, made), (core, ["Limits+Interface.swift": try Generator.limits(of: sources)]),
        (manual, try Generator.manual(texts(in: manual), of: sources)),
    ] {
        for (name, text) in files {
            try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        }
    }
}

do {
    try generate()
} catch {
    let line = Array("varlink-gen: \(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
}
