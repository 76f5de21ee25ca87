import GatherAPI

/// A player in a file, with the position of each field.
struct PlayerLine: Hashable {
    var profile = ProfileFields(name: "")

    /// The number in the squad that the file was written from; nil if it has none.
    var number: Int?

    /// The offset of the line in the file, in bytes.
    let offset: Int
    var offsets: [PlayerField: Int] = [:]

    /// Sets a field from a text that begins at an offset; an empty text leaves it unchanged.
    ///
    /// - Throws: A ``PlayerFileError`` if no player can have the value.
    mutating func set(
        _ field: PlayerField, _ text: String, at offset: Int
    ) throws(PlayerFileError) {
        offsets[field] = offset
        do { try profile.set(field, text) } catch {
            throw PlayerFileError(offset, field: field.rawValue, error.problem)
        }
        if field.value(of: text).isEmpty { return }
        do { try profile.check(field) } catch { throw PlayerFileError(offset, error.problem) }
    }
}

/// The errors in a file of players, all that were found.
struct PlayerFileErrors: Error, Hashable {
    /// At least one error, in the order of the file.
    var errors: [PlayerFileError]
}

/// A file of players: values separated by commas, semicolons or tabs, with a header; JSON objects,
/// one after another; or a JSON array of objects.
struct PlayerFile {
    /// The players of a file, and what else is in it.
    struct Content: Hashable {
        var players: [PlayerLine] = []
        /// The columns or fields that no player has, in the order of the file.
        private(set) var leftOut: [String] = []
        private var seen: Set<String> = []

        /// Records a column that is left out; those that an export adds need no mention.
        mutating func leaveOut(_ name: String) {
            let isEmpty = name.trimmed.isEmpty
            if isEmpty || PlayerFile.isGivenByOthers(name) { return }
            if seen.insert(name).inserted { leftOut.append(name) }
        }
    }

    /// The text that offsets are of.
    let text: SpreadsheetText
    private let format: ExportFormat?

    /// Reads the text of a file.
    ///
    /// - Parameter format: Its format; if it is nil, a file that begins with a brace or a bracket
    ///   is JSON.
    init(_ bytes: [UInt8], _ format: ExportFormat?) throws(PlayerFileErrors) {
        self.format = format
        do { text = try SpreadsheetText(bytes) } catch { throw PlayerFileErrors(errors: [error]) }
    }

    /// Returns the players of the file.
    ///
    /// - Throws: ``PlayerFileErrors`` with everything that is wrong.
    func content() throws(PlayerFileErrors) -> Content {
        let first = text.bytes.first { !Self.blanks.contains($0) }
        let isArray = first == UInt8(ascii: "[")
        switch format ?? (first == UInt8(ascii: "{") || isArray ? .json : .csv) {
        case .csv: return try PlayerTable.content(text.bytes)
        case .json: return try objects(isArray ? elements() : sequence())
        }
    }

    private static let blanks = Array(" \t\r\n".utf8)

    private func objects(_ texts: [ArraySlice<UInt8>]) throws(PlayerFileErrors) -> Content {
        var content = Content()
        var errors: [PlayerFileError] = []
        for text in texts {
            do { try PlayerObject.read(text, into: &content) } catch { errors += error.errors }
        }
        guard errors.isEmpty else { throw PlayerFileErrors(errors: errors) }
        return content
    }

    /// Returns the objects that follow each other, on a line or over several.
    ///
    /// A line that begins with a brace begins an object, also after one that was never closed.
    private func sequence() -> [ArraySlice<UInt8>] {
        var groups: [ArraySlice<UInt8>] = []
        var depth = 0
        for line in text.bytes.split(separator: UInt8(ascii: "\n")) {
            if depth > 0, line.first != UInt8(ascii: "{"), let open = groups.popLast() {
                groups.append(text.bytes[open.startIndex..<line.endIndex])
            } else {
                groups.append(line)
                depth = 0
            }
            depth = max(depth + Self.scan(line), 0)
        }
        return groups.filter { !Self.isBlank($0) }.flatMap(Self.parts)
    }

    /// Returns the objects of lines that belong together: each begins with an outermost brace.
    private static func parts(_ lines: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var starts = [lines.startIndex]
        scan(lines) { index, byte, depth in
            guard byte == UInt8(ascii: "{"), depth == 0, !isBlank(lines[..<index]) else { return }
            starts.append(index)
        }
        return zip(starts, starts.dropFirst() + [lines.endIndex]).map { lines[$0..<$1] }
    }

    private static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { blanks.contains($0) }
    }

    /// Calls `body` with each byte outside of strings, and how deep in brackets and braces it is;
    /// these themselves are as deep as what is around them.
    ///
    /// - Returns: How many brackets and braces are opened and not closed.
    @discardableResult
    private static func scan(
        _ text: ArraySlice<UInt8>,
        _ body: (_ index: Int, _ byte: UInt8, _ depth: Int) -> Void = { _, _, _ in }
    ) -> Int {
        var (depth, isInString, isEscaped) = (0, false, false)
        for (index, byte) in zip(text.indices, text) {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                body(index, byte, depth)
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                body(index, byte, depth)
            default: body(index, byte, depth)
            }
        }
        return depth
    }

    /// Returns the elements of a JSON array.
    private func elements() throws(PlayerFileErrors) -> [ArraySlice<UInt8>] {
        let bytes = text.bytes
        do { _ = try PlayerObject.value(bytes[...], nesting: 8) } catch {
            throw PlayerFileErrors(errors: [error])
        }
        var elements: [ArraySlice<UInt8>] = []
        var start = 0
        // The array is valid, so that only strings and brackets have to be distinguished.
        Self.scan(bytes[...]) { index, byte, depth in
            switch (byte, depth) {
            case (UInt8(ascii: "["), 0): start = index + 1
            case (UInt8(ascii: ","), 1), (UInt8(ascii: "]"), 0):
                elements.append(bytes[start..<index])
                start = index + 1
            default: break
            }
        }
        // Only an empty array has an element without anything in it.
        return elements.map { $0.drop { Self.blanks.contains($0) } }.filter { !$0.isEmpty }
    }

    /// Returns true for the column of the numbers in the squad.
    static func isNumber(_ name: String) -> Bool { SpreadsheetNames.key(name) == "id" }

    /// Returns true for the columns that are assigned by the daemon or by a server.
    private static func isGivenByOthers(_ name: String) -> Bool {
        isNumber(name) || SpreadsheetNames.key(name) == "remoteid"
    }
}

/// An error in a file of players, with its position.
struct PlayerFileError: Error, Hashable {
    /// The position, in bytes from the beginning.
    let offset: Int

    /// The name of the field, if the error is about one.
    var field: String?
    let problem: String

    init(_ offset: Int, field: String? = nil, _ problem: String) {
        self.offset = offset
        self.field = field
        self.problem = problem
    }

    /// Returns the error with its place: `line 3, column 6 (age): ...`.
    func text(in bytes: [UInt8]) -> String {
        let before = bytes[..<min(offset, bytes.count)]
        let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        let ends = before.indices.filter { index in
            before[index] == lf || before[index] == cr && bytes[(index + 1)...].first != lf
        }
        let line = ends.count + 1
        let start = (ends.last ?? -1) + 1
        let column = String(decoding: before[start...], as: UTF8.self).count + 1
        guard let field else { return tr("line %1$@, column %2$@: %3$@", line, column, problem) }
        return tr("line %1$@, column %2$@ (%3$@): %4$@", line, column, field, problem)
    }
}
