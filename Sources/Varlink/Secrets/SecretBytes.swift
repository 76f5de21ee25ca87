/// Bytes that must not stay in memory: they are stored in one buffer, and are overwritten there.
///
/// All references share that buffer, without copies. It is used by one queue at a time.
public final class SecretBytes {
    var bytes: [UInt8]

    /// Reserves room for a number of bytes, so that they are never moved.
    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Takes ownership of bytes of which no other copy exists.
    init(taking bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a copy of a text.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    deinit { wipe() }

    /// The number of bytes.
    public var count: Int { bytes.count }

    /// Calls `body` with the bytes; copies that it makes are its own responsibility.
    public func read<Result, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes)
    }

    /// Overwrites the bytes for all holders of this object, which is empty afterwards.
    public func wipe() {
        bytes.wipe(bytes.indices)
        bytes = []
    }
}

// SAFETY: its maker fills it before anyone else has it, and hands it over together with all the
// work that is left on it: no two queues ever use it at once.
extension SecretBytes: @unchecked Sendable {}

extension SecretBytes: Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Returns true if both have the same bytes.
    public static func == (one: SecretBytes, other: SecretBytes) -> Bool {
        one.bytes == other.bytes
    }

    /// Hashes only the number of bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }

    /// A fixed text without the secret, for a log or an error.
    public var description: String { "(secret)" }

    /// The same fixed text without the secret.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    /// Overwrites some of the bytes in place; no other reference to the array may exist.
    mutating func wipe(_ range: Range<Int>) {
        for index in range { self[index] = 0 }
    }
}
