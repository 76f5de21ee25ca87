import FoundationEssentials
import Glibc

/// A text file of the tree.
struct SourceFile {
    /// The path from the top of the tree.
    var path: String

    /// All of it.
    var text: String

    /// Its lines, without their ends.
    var lines: [Substring]

    /// Makes a file of its text.
    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// A line without the comment at its end; a `//` in a string is taken for one as well.
    static func code(of line: Substring) -> Substring {
        guard let slashes = line.firstRange(of: "//") else { return line }
        return line[..<slashes.lowerBound]
    }
}

/// The tree this test stands in.
enum SourceTree {
    /// Its top: the directory of `Package.swift`.
    static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// All text files that belong to it: what git lists, or else what is there.
    static let files: [SourceFile] = {
        let listed = listedByGit()
        return (listed.isEmpty ? walk("") : listed).compactMap { path in
            guard let data = FileManager.default.contents(atPath: "\(root)/\(path)"),
                let text = String(validating: data, as: UTF8.self)
            else { return nil }
            return SourceFile(path: path, text: text)
        }
    }()

    /// The Swift files below some folders.
    static func swiftFiles(below folders: String...) -> [SourceFile] {
        files.filter { file in
            file.path.hasSuffix(".swift") && folders.contains { file.path.hasPrefix($0 + "/") }
        }
    }

    /// The names at the top that belong to the tree, dot-files left out.
    static var topLevel: Set<String> {
        Set(files.compactMap { $0.path.split(separator: "/").first.map(String.init) })
            .filter { !$0.hasPrefix(".") }
    }

    /// Files that are tracked, and new ones that are not ignored; none outside of a repository.
    private static func listedByGit() -> [String] {
        guard FileManager.default.fileExists(atPath: "\(root)/.git") else { return [] }
        let command =
            "git -C '\(root)' ls-files -z --cached --others --exclude-standard 2>/dev/null"
        guard let pipe = popen(command, "r") else { return [] }
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The files below a folder, dot-files left out.
    private static func walk(_ folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
        return (names ?? []).sorted().flatMap { name -> [String] in
            if name.hasPrefix(".") || name == "__pycache__" { return [] }
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            var isDirectory = false
            _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory)
            return isDirectory ? walk(path) : [path]
        }
    }
}
