/// The numbers of the states that are published: each is greater than all before, over restarts and
/// steps of the wall clock as well, and close to the wall clock in milliseconds.
struct StateSequence: Equatable {
    /// The bound on disk: no number beyond it was given.
    private(set) var reserved: Int
    private var last: Int

    /// The greatest number that a state may have, and the greatest one of another client after
    /// which this client continues.
    static let most = 1 << 53
    static let mostOfOthers = 1 << 52

    /// The numbers that are reserved at once: ten minutes of the wall clock.
    static let step = 600_000

    /// Goes on after the bound on disk; 0 for none.
    init(after reserved: Int) { (self.reserved, last) = (reserved, reserved) }

    /// Continues after the number of a state of another client.
    ///
    /// - Returns: True if the number was greater than all given here, and at most
    ///   ``mostOfOthers``.
    mutating func advance(past other: Int) -> Bool {
        guard other > last, other <= Self.mostOfOthers else { return false }
        last = other
        return true
    }

    /// Returns the next number.
    ///
    /// - Parameters:
    ///   - wallMilliseconds: The wall clock.
    ///   - reserve: Called with a higher bound before a number beyond the present one is given.
    mutating func next(at wallMilliseconds: Int, reserve: (Int) -> Void) -> Int {
        last = max(last + 1, wallMilliseconds)
        if last > reserved {
            reserved = last + Self.step
            reserve(reserved)
        }
        return last
    }
}
