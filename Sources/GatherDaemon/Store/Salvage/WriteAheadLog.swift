/// The content of a write-ahead log's file, https://www.sqlite.org/fileformat2.html#walformat.
///
/// To SQLite, the log ends where a frame does not fit the one before it, as after a loss of power.
/// This type reads on: a transaction to which another one is chained was flushed before it, so a
/// broken one with a successor was damaged later.
struct WriteAheadLog {
    /// A page that was written to the log.
    struct Frame {
        /// The number of the page.
        let page: Int
        /// True if a transaction ends with it.
        let isCommit: Bool
        /// The generation of the log.
        let salts: UInt64
        /// Its stored checksum, over it and all frames before it.
        let stored: Checksum
        /// True if its stored checksum is right.
        fileprivate var isValid = false
        /// True if its page is as it was written; the checksum itself may be what is damaged.
        fileprivate(set) var isIntact = false
        /// True if its transaction was committed.
        fileprivate(set) var isCommitted = false
    }

    /// The two halves of a checksum.
    struct Checksum: Equatable {
        var first: UInt32 = 0
        var second: UInt32 = 0
    }

    static let headerSize = 32
    static let frameHeaderSize = 24
    static let frameSize = frameHeaderSize + Schema.pageSize

    /// Returns the size of the index for a log with a number of frames,
    /// https://www.sqlite.org/walformat.html#wal_index_format.
    ///
    /// It consists of blocks of 32 KiB, each for 4,096 frames; the header takes the place of 34 in
    /// the first.
    static func indexSize(frames: Int) -> Int {
        ((frames + 34 + 4_095) / 4_096) << 15
    }

    /// The frames in order; unless the reading is thorough, only those of this generation.
    private(set) var frames: [Frame] = []
    /// The number of frames that SQLite considers committed.
    private(set) var framesRead = 0
    /// The generation of the log; nil if its header is damaged.
    private(set) var salts: UInt64?
    /// The damage, or nil if there is none.
    private(set) var damage: String?

    /// True if there were more frames than there are now.
    private(set) var isCutOff = false

    private let bytes: [UInt8]

    /// Reads a log.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - index: The file of the shared memory, which contains the number of flushed frames; empty
    ///     if there is none.
    ///   - isThorough: True to read frames of older generations as well.
    init(_ bytes: [UInt8], index: [UInt8] = [], isThorough: Bool = false) {
        self.bytes = bytes
        guard bytes.count >= Self.headerSize else { return }
        var seed = Checksum(first: bigEndian(24), second: bigEndian(28))
        let computed = checksum(from: Checksum(), 0..<24)
        let isHeaderIntact =
            computed == seed && bigEndian(0) | 1 == 0x377F_0683 && bigEndian(4) == 3_007_000
            && bigEndian(8) == Schema.pageSize
        if isHeaderIntact { salts = wide(16) }
        readFrames(onlyOf: isThorough ? nil : salts)
        if !isHeaderIntact, !verifies(0, from: seed) { seed = computed }
        verifyAll(from: seed)
        let flushed = flushedFrames(index)
        isCutOff = flushed > frames.count
        findEnd()
        commit(upTo: flushed)
        findDamage(isHeaderIntact, flushed)
    }

    /// Returns the page in a frame.
    func content(of frame: Int) -> ArraySlice<UInt8> {
        let start = Self.headerSize + frame * Self.frameSize + Self.frameHeaderSize
        return bytes[start..<start + Schema.pageSize]
    }

    // MARK: - Frames

    private mutating func readFrames(onlyOf salts: UInt64?) {
        let count = (bytes.count - Self.headerSize) / Self.frameSize
        frames.reserveCapacity(count)
        for index in 0..<count {
            let start = Self.headerSize + index * Self.frameSize
            frames.append(
                Frame(
                    page: Int(bigEndian(start)), isCommit: bigEndian(start + 4) != 0,
                    salts: wide(start + 8),
                    stored: Checksum(first: bigEndian(start + 16), second: bigEndian(start + 20))))
        }
        // The remains of an older generation come last.
        guard let salts, let last = frames.lastIndex(where: { $0.salts == salts }) else {
            if salts != nil { frames = [] }
            return
        }
        frames.removeLast(frames.count - 1 - last)
    }

    private mutating func verifyAll(from seed: Checksum) {
        var seed = seed
        // This is the checksum that the previous frame should have had, if it has another one.
        var instead: Checksum?
        for index in frames.indices {
            var computed = frameChecksum(index, from: seed)
            if computed != frames[index].stored, let other = instead {
                let second = frameChecksum(index, from: other)
                if second == frames[index].stored {
                    frames[index - 1].isIntact = true
                    computed = second
                }
            }
            frames[index].isValid = computed == frames[index].stored
            frames[index].isIntact = frames[index].isValid
            instead = frames[index].isValid ? nil : computed
            seed = frames[index].stored
        }
    }

    /// Finds the place where SQLite stops reading.
    private mutating func findEnd() {
        guard let salts else { return }
        for (index, frame) in frames.enumerated() {
            guard frame.isValid, frame.salts == salts else { break }
            if frame.isCommit { framesRead = index + 1 }
        }
    }

    private mutating func commit(upTo flushed: Int) {
        var start = 0
        var isPreviousCommitted = true
        for (index, frame) in frames.enumerated() where frame.isCommit {
            let transaction = start...index
            let isChained =
                isPreviousCommitted
                && transaction.allSatisfy {
                    frames[$0].isIntact && frames[$0].salts == frame.salts
                }
            isPreviousCommitted = isChained || hasSuccessor(index) || index < flushed
            if isPreviousCommitted {
                for member in transaction where frames[member].salts == frame.salts {
                    frames[member].isCommitted = true
                }
            }
            start = index + 1
        }
        // The end of this transaction is cut off, but it was flushed with it.
        for index in frames.indices where index < flushed && frames[index].salts == salts {
            frames[index].isCommitted = true
        }
    }

    /// Returns true if the next transaction was chained to the one that ends here, which was
    /// flushed then.
    private func hasSuccessor(_ index: Int) -> Bool {
        guard frames.indices.contains(index + 1) else { return false }
        return frames[index + 1].isIntact && frames[index + 1].salts == frames[index].salts
    }

    private mutating func findDamage(_ isHeaderIntact: Bool, _ flushed: Int) {
        guard !frames.isEmpty || bytes.count >= Self.headerSize + Self.frameSize else { return }
        let isBroken = frames.indices.contains { index in
            index >= framesRead && frames[index].isCommit
                && frames[index].salts == salts && hasSuccessor(index)
        }
        if !isHeaderIntact {
            damage = "the write-ahead log has no valid header"
        } else if isBroken || flushed > framesRead {
            damage = "frame \(framesRead + 1) of the write-ahead log or one after it is damaged"
        }
    }

    /// Returns the number of flushed frames according to the index, if it belongs to this log,
    /// https://www.sqlite.org/walformat.html#the_wal_index_file_format.
    private func flushedFrames(_ index: [UInt8]) -> Int {
        guard index.count >= 48, let salts else { return 0 }
        func native(_ offset: Int) -> UInt32 {
            index.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        let stored = Checksum(first: native(40), second: native(44))
        let computed = Self.checksum(index, 0..<40, from: Checksum(), bigEndian: false)
        guard native(0) == 3_007_000, Self.wide(index, 32) == salts, computed == stored else {
            return 0
        }
        return Int(native(16))
    }

    // MARK: - Bytes

    private func verifies(_ index: Int, from seed: Checksum) -> Bool {
        frames.indices.contains(index) && frameChecksum(index, from: seed) == frames[index].stored
    }

    private func frameChecksum(_ index: Int, from seed: Checksum) -> Checksum {
        let start = Self.headerSize + index * Self.frameSize
        let page = start + Self.frameHeaderSize
        return checksum(
            from: checksum(from: seed, start..<start + 8), page..<page + Schema.pageSize)
    }

    private func checksum(from seed: Checksum, _ range: Range<Int>) -> Checksum {
        Self.checksum(bytes, range, from: seed, bigEndian: bigEndian(0) == 0x377F_0683)
    }

    /// Returns a checksum by the format's algorithm; the range is a multiple of 8 bytes.
    private static func checksum(
        _ bytes: [UInt8], _ range: Range<Int>, from seed: Checksum, bigEndian: Bool
    ) -> Checksum {
        var (first, second) = (seed.first, seed.second)
        bytes.withUnsafeBytes { all in
            // SAFETY: the buffer checks its bounds; nothing leaves the closure.
            let part = UnsafeRawBufferPointer(rebasing: all[range])
            var offset = 0
            while offset + 8 <= part.count {
                var one = part.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                var two = part.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                if bigEndian { (one, two) = (one.byteSwapped, two.byteSwapped) }
                first = first &+ one &+ second
                second = second &+ two &+ first
                offset += 8
            }
        }
        return Checksum(first: first, second: second)
    }

    private func bigEndian(_ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func wide(_ offset: Int) -> UInt64 { Self.wide(bytes, offset) }

    private static func wide(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
