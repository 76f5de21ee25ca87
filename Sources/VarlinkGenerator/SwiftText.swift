/// Swift code under construction, in the format of swift-format.
struct SwiftText {
    private static let width = 100

    private(set) var text: String
    private var indentation = 0

    /// Begins a file that is generated from an interface.
    init(madeOf source: String, imports: [String] = ["Varlink"]) {
        text = ([Generator.firstLine(madeOf: source)] + imports.map { "public import \($0)" })
            .map { "\($0)\n" }.joined()
    }

    /// Writes a line.
    mutating func line(_ line: String) {
        text += line.isEmpty ? "\n" : String(repeating: " ", count: indentation) + line + "\n"
    }

    /// Writes an empty line, unless there is one or a block has just begun.
    mutating func gap() {
        guard !text.hasSuffix("\n\n"), !text.hasSuffix("{\n") else { return }
        line("")
    }

    /// Writes a documentation comment.
    mutating func doc(_ prose: String) {
        for line in DocComment(prose).lines(indentation: indentation) { self.line(line) }
    }

    /// Writes a declaration with its braces.
    mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
        line("\(head) {")
        indentation += 4
        body(&self)
        indentation -= 4
        line("}")
    }

    /// Writes lines with one more level of indentation.
    mutating func indented(_ body: (inout SwiftText) -> Void) {
        indentation += 4
        body(&self)
        indentation -= 4
    }

    /// Writes a list between two texts: on one line if there is room, otherwise with a line for
    /// each element.
    mutating func list(
        _ open: String, _ elements: [String], _ close: String, trailingComma: Bool = false
    ) {
        let whole = open + elements.joined(separator: ", ") + close
        guard indentation + whole.count > Self.width, !elements.isEmpty else { return line(whole) }
        line(open)
        indented { text in
            for (index, element) in elements.enumerated() {
                let isLast = index == elements.count - 1
                let comma = !isLast || trailingComma && elements.count > 1 ? "," : ""
                text.line(element + comma)
            }
        }
        line(close)
    }

    /// Writes an assignment, on two lines if it is too long for one.
    mutating func assignment(_ name: String, _ value: String) {
        let whole = "\(name) = \(value)"
        guard indentation + whole.count > Self.width else { return line(whole) }
        line("\(name) =")
        indented { $0.line(value) }
    }
}
