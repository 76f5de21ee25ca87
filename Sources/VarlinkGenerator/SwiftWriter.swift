/// Writes the Swift code of one interface after another.
struct SwiftWriter {
    /// The Swift names of enums by their values.
    let enums: [[String]: String]

    /// The names of the enums that were written so far.
    var written: Set<String> = []

    /// The file that is being written.
    var text = SwiftText(madeOf: "")

    private var structures: [String: SwiftStruct] = [:]

    /// Makes a writer with the names of enums.
    init(enums: [[String]: String]) {
        self.enums = enums
    }

    /// Writes the files of an interface: types, methods and errors.
    ///
    /// - Returns: The files by their names.
    /// - Throws: A ``GeneratorError`` if two interfaces have different types of one name.
    mutating func files(
        of model: SwiftInterface, source: String
    ) throws(GeneratorError) -> [String: String] {
        var files: [String: String] = [:]
        text = SwiftText(madeOf: source)
        for type in model.types {
            let isNew = try isNew(type, in: model)
            if isNew { structure(type) }
        }
        for type in model.enums where written.insert(type.name).inserted {
            enumeration(type.name, type.values, prose: type.prose)
        }
        for field in model.fields { sharedEnumeration(field) }
        let (types, isEmpty) = (text.text, text.text == SwiftText(madeOf: source).text)
        if !isEmpty { files["\(model.prefix)Types.swift"] = types }
        text = SwiftText(madeOf: source)
        methods(of: model)
        files["\(model.prefix)Method.swift"] = text.text
        if !model.errors.isEmpty {
            text = SwiftText(madeOf: source)
            errors(of: model)
            files["\(model.prefix)Error.swift"] = text.text
        }
        return files
    }

    /// Writes a declaration with its braces.
    mutating func block(_ head: String, _ body: (inout SwiftWriter) -> Void) {
        var writer = self
        text.block(head) { text in
            writer.text = text
            body(&writer)
            text = writer.text
        }
        written = writer.written
    }

    /// Returns true if a type was not written yet.
    ///
    /// - Throws: A ``GeneratorError`` if another type with its name was written.
    private mutating func isNew(
        _ type: SwiftStruct, in model: SwiftInterface
    ) throws(GeneratorError) -> Bool {
        guard let other = structures[type.name] else {
            structures[type.name] = type
            return true
        }
        let isSame =
            other.fields.count == type.fields.count
            && zip(other.fields, type.fields).allSatisfy { $0.isSame(as: $1) }
        guard isSame else {
            throw GeneratorError(model.name, "another interface has another \(type.name)")
        }
        return false
    }

    /// Writes an enum that several types share, at the first of them.
    private mutating func sharedEnumeration(_ field: SwiftField) {
        guard let values = field.values, let name = enums[values], !name.contains("."),
            written.insert(name).inserted
        else { return }
        enumeration(name, values, prose: field.prose)
    }
}
