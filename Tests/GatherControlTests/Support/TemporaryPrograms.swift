import FoundationEssentials
import Glibc
import Testing

/// A directory of shell scripts, which disappears with the test.
final class TemporaryPrograms {
    let path: String

    /// Makes programs with these names, which do what the script says.
    init(_ names: [String], script: String = "exit 3") throws {
        var template = Array("/tmp/gatherctl-programs-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
        for name in names {
            let file = "\(path)/\(name)"
            let text = Data("#!/bin/sh\n\(script)\n".utf8)
            try #require(FileManager.default.createFile(atPath: file, contents: text))
            try #require(chmod(file, 0o755) == 0)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
