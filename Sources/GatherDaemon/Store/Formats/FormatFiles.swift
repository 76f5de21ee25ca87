import GatherAPI
import GatherCore
import Glibc
import LinuxIO
import Varlink

/// The formats that people keep in files, `formats/NAME.json` in some directories.
///
/// A file is read each time, so that an edit counts at once; only a queue that may wait for the
/// disk reads it.
struct FormatFiles: Sendable {
    private let directories: [String]

    /// Makes the formats of these directories; a file in the first takes precedence.
    init(in parents: [String]) { directories = parents.map { "\($0)/formats" } }

    /// The names of the files in order, as many as ``Limits/formatFiles``.
    var names: [String] {
        let files = directories.flatMap { (try? Files.names(in: $0)) ?? [] }
        let names = files.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(Self.suffix.count)) }
        return Array(Set(names).sorted().prefix(Limits.formatFiles))
    }

    /// Returns the format with a name, and its file; nil if there is no file.
    ///
    /// - Throws: ``GatherError/invalidFormat(fault:)``.
    func format(named name: String) throws(GatherError) -> (format: MatchFormat, path: String)? {
        // A name with a slash would be of a file elsewhere.
        guard name.utf8.count + Self.suffix.utf8.count <= Self.longestFileName,
            !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0)
        else { return nil }
        for directory in directories {
            let path = "\(directory)/\(name)\(Self.suffix)"
            guard let bytes = try Self.contents(of: path) else { continue }
            return (try FormatFile(path: path, name: name, bytes: bytes).format(), path)
        }
        return nil
    }

    /// Returns the format with a name.
    ///
    /// - Throws: ``GatherError/invalidFormat(fault:)``, or a `VarlinkError` if there is no file.
    func requiredFormat(named name: String) throws -> MatchFormat {
        guard let found = try format(named: name) else {
            throw VarlinkError.invalidParameter("format")
        }
        return found.format
    }

    private static let suffix = ".json"

    /// The most bytes in the name of a file on Linux.
    private static let longestFileName = 255

    private static func contents(of path: String) throws(GatherError) -> [UInt8]? {
        var problem = FormatProblemFields.unreadable
        do {
            switch try Files.kind(at: path) {
            case nil: return nil
            case .file?, .link?:
                // A named pipe behind a link is not waited for.
                return try Files.contents(of: path, limit: Limits.formatFileBytes, waiting: false)
            default: break
            }
        } catch {
            if error.code == EFBIG { problem = .tooLong }
        }
        throw .invalidFormat(fault: FormatFaultFields(path: path, problem: problem))
    }
}

/// A query of one format, or of all; it reads one file at a time.
final class FormatReading: Reading {
    private let files: FormatFiles
    private let wanted: String?
    private var names: [String]?
    private var formats: [FormatFields] = []
    private var faults: [FormatFaultFields] = []

    /// Makes a query of the format with a name; nil for all.
    init(_ name: String?, in files: FormatFiles) { (wanted, self.files) = (name, files) }

    func advance(in tables: ArchiveTables) -> ReadingResult? {
        guard var rest = names else {
            names = wanted.map { [$0] } ?? files.names
            formats = wanted == nil ? MatchFormat.builtIn.map { FormatFields($0) } : []
            return nil
        }
        guard let name = rest.popLast() else {
            if wanted != nil, let fault = faults.first {
                return { GatherError.invalidFormat(fault: fault).reply }
            }
            let builtIn = wanted == nil ? MatchFormat.builtIn.count : 0
            formats[builtIn...].reverse()
            let reply = GatherMethod.GetFormats.Reply(
                formats: formats, faults: faults.isEmpty ? nil : faults.reversed()
            ).reply
            return { reply }
        }
        names = rest
        do {
            if let found = try files.format(named: name) {
                formats.append(FormatFields(found.format, path: found.path))
            }
        } catch {
            if case .invalidFormat(let fault) = error { faults.append(fault) }
        }
        return nil
    }

    func restart() { (names, formats, faults) = (nil, [], []) }
}
