/// An output that takes much in small parts, and hands it on in large ones.
struct BulkOutput {
    private let output: Output
    private var held: [UInt8] = []

    /// What is handed on at once, as much as a pipe holds.
    private static let size = 65_536

    init(_ output: Output) {
        self.output = output
    }

    mutating func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
        held.append(contentsOf: bytes)
        if held.count >= Self.size { try flush() }
    }

    mutating func flush() throws(Failure) {
        if !held.isEmpty { try output.write(held) }
        held.removeAll(keepingCapacity: true)
    }
}
