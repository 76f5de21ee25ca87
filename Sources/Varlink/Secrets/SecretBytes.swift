/// Bytes that must not stay in the memory: they are in one place, and are overwritten there.
///
/// Whoever holds this holds that place, and not a copy. It is used by one queue at a time.
public final class SecretBytes {
    var bytes: [UInt8]

    /// Makes room for so many bytes, which can come without being moved.
    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Takes bytes over, of which nobody keeps another copy.
    init(taking bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a copy of a text.
    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    deinit { wipe() }

    /// How many there are.
    public var count: Int { bytes.count }

    /// Gives them to be read; what is made of them there is the reader's.
    public func read<Result, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes)
    }

    /// Overwrites them, for all who hold this: there are none afterwards.
    public func wipe() {
        bytes.wipe(bytes.indices)
        bytes = []
    }
}

// SAFETY: whoever makes it fills it before anybody else has it, and hands it on with all that is to
// be done with it: no two queues ever use it at once.
extension SecretBytes: @unchecked Sendable {}

extension SecretBytes: Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Whether both are the same bytes.
    public static func == (one: SecretBytes, other: SecretBytes) -> Bool {
        one.bytes == other.bytes
    }

    /// No more than how many there are.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }

    /// No word of it, for a log or an error.
    public var description: String { "(secret)" }

    /// The same.
    public var debugDescription: String { description }

    /// Nothing of it.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    /// Overwrites some of the bytes in their place, which nobody else may hold.
    mutating func wipe(_ range: Range<Int>) {
        for index in range { self[index] = 0 }
    }
}
