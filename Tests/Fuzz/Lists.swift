import Varlink

/// The limit of an element of a list in bytes, which is longer than any input.
private let elementBytes = 1 << 20

/// Checks that a text is split into the elements of its list, or refused, in the same way however
/// its bytes arrive.
///
/// - Parameter script: The numbers of bytes that arrive at once, repeated from the beginning.
func checkList(_ text: [UInt8], script: [UInt8]) {
    let whole = split(text, [])
    precondition(split(text, script) == whole, "cut otherwise when its bytes are parted")
    let value = try? JSONValue(parsing: text[...], nesting: nesting)
    let elements = try? whole.get().map { element in
        try? JSONValue(parsing: element[...], nesting: nesting - 1)
    }
    if let list = value?.array {
        precondition(elements == list, "a list is cut into other elements than it has")
    } else if let elements {
        precondition(value == nil, "what is no list is cut into elements")
        precondition(elements.contains(nil), "the elements of no list make sense")
    }
}

private func split(
    _ text: [UInt8], _ script: [UInt8]
) -> Result<[[UInt8]], ListSplitter.Failure> {
    Result { () throws(ListSplitter.Failure) in
        var splitter = ListSplitter(elementBytes: elementBytes, nesting: nesting)
        var rest = text[...]
        var elements: [[UInt8]] = []
        var turn = 0
        while !rest.isEmpty {
            let count = script.isEmpty ? rest.count : 1 + Int(script[turn % script.count])
            turn += 1
            splitter.append(rest.prefix(count))
            rest = rest.dropFirst(count)
            while let element = try splitter.next() { elements.append(Array(element)) }
        }
        try splitter.finish()
        return elements
    }
}
