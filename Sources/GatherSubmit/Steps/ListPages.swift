import GatherAPI
import Varlink

/// A list that arrives from a server and is split into its elements.
///
/// It is forwarded in pages, so that no more than an element and a page are in memory.
struct ListPages {
    /// The kind of a list's elements.
    enum Elements: Equatable, Sendable {
        /// Gathers.
        case gathers
        /// Players.
        case players
    }

    private let elements: Elements
    private var splitter = ListSplitter(elementBytes: Limits.elementBytes, nesting: Limits.nesting)
    private var rows: [JSONValue] = []
    private var rowBytes = 0

    /// Makes a list before anything is received.
    init(of elements: Elements) {
        self.elements = elements
    }

    /// Processes the next part of the answer.
    ///
    /// - Returns: The pages that are full.
    mutating func pages(of part: HTTPAnswer) throws(SubmitterError) -> [Reply] {
        try part.expect(200)
        splitter.append(part.body)
        var pages: [Reply] = []
        while let element = try next() {
            rows.append(try row(element))
            rowBytes += element.count
            if rows.count == Limits.pageRows || rowBytes >= Limits.pageBytes {
                pages.append(page(continues: true))
            }
        }
        return pages
    }

    /// Returns the page that ends the list, once the answer has ended.
    mutating func lastPage() throws(SubmitterError) -> Reply {
        do throws(ListSplitter.Failure) { try splitter.finish() } catch { throw Self.error(error) }
        return page(continues: false)
    }

    // MARK: - Parts

    private mutating func next() throws(SubmitterError) -> ArraySlice<UInt8>? {
        do throws(ListSplitter.Failure) { return try splitter.next() } catch {
            throw Self.error(error)
        }
    }

    private func row(_ element: ArraySlice<UInt8>) throws(SubmitterError) -> JSONValue {
        let json = try HTTPAnswer.json(
            element, nesting: Limits.nesting - 1, values: Limits.elementValues)
        let row =
            switch elements {
            case .gathers:
                json.object.flatMap(ServerGather.init(listed:))
                    .flatMap { $0.id.utf8.count <= Limits.gatherIDBytes ? $0.json : nil }
            case .players: json.object.flatMap(ServerPlayer.init(listed:))?.json
            }
        guard let row else { throw HTTPAnswer.withoutID }
        return row
    }

    private mutating func page(continues: Bool) -> Reply {
        defer { (rows, rowBytes) = ([], 0) }
        let name =
            switch elements {
            case .gathers: "gathers"
            case .players: "players"
            }
        return Reply([name: .array(rows)], continues: continues)
    }

    private static func error(_ failure: ListSplitter.Failure) -> SubmitterError {
        switch failure {
        case .noList: HTTPAnswer.noList
        case .elementTooLong:
            .outcomeUnknown(reason: "the answer lists something that is too long")
        case .tooDeep, .unbalanced, .trailingBytes: HTTPAnswer.noJSON
        case .breaksOff: .outcomeUnknown(reason: "the list breaks off")
        }
    }
}
