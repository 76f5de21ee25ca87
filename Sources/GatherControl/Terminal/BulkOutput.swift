/// An output that collects many small parts, and writes them in large ones.
struct BulkOutput {
    private let output: Output
    private var held: [UInt8] = []

    /// The number of bytes that are written at once, as many as a pipe holds.
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
