/// The limits that daemon and client share, by the names that comments give them.
struct SharedLimits {
    private var limits: [String: (limit: Limit, place: String)] = [:]

    /// Collects the limits of interfaces.
    ///
    /// - Throws: A ``GeneratorError`` if two limits with one name differ.
    init(_ definitions: [InterfaceDefinition]) throws(GeneratorError) {
        for definition in definitions {
            for member in definition.order {
                try add(definition.comments[member], of: member, in: definition)
                let fields = definition.fieldComments.filter { comment in
                    comment.key.hasPrefix("\(member).") || comment.key.hasPrefix("\(member)->")
                }
                for (field, comment) in fields { try add(comment, of: field, in: definition) }
            }
        }
    }

    /// Returns a file that adds them to a type as constants.
    func file(_ declaration: String, prose: String?) -> String {
        var text = SwiftText(madeOf: "Interfaces", imports: [])
        text.line("")
        if let prose { text.doc(prose) }
        text.block(declaration) { text in
            for (name, entry) in limits.sorted(by: { $0.key < $1.key }) {
                let (limit, place) = entry
                let meaning = limit.constant.meaning
                text.gap()
                text.doc("The \(limit.isMost ? "greatest of the " : "")\(meaning) of `\(place)`.")
                text.line("public static let \(name) = \(limit.sharedValue)")
            }
        }
        return text.text
    }

    private mutating func add(
        _ comment: String?, of member: String, in definition: InterfaceDefinition
    ) throws(GeneratorError) {
        let place = "\(definition.name).\(member)"
        for limit in try Comment(comment ?? "", at: place).limits {
            guard let name = limit.name else { continue }
            if let other = limits[name], other.limit.sharedValue != limit.sharedValue {
                throw GeneratorError(place, "\(other.place) has another limit of this name")
            }
            if let other = limits[name], other.place < place { continue }
            limits[name] = (limit, place)
        }
    }
}
