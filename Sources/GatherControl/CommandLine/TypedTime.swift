import GatherAPI

/// A length of time as it was typed; the daemon decides if a match can have it.
enum TypedTime: Hashable {
    /// `MM:SS` or `H:MM:SS`.
    case clock(minutes: Int, seconds: Int)
    /// With units, such as `1h30m`, `90s` or `500ms`.
    case units(milliseconds: Int)
    /// A number alone.
    case plain(Int)

    /// Reads a text; nil if it is none of these or too large for 64 bits.
    init?(_ text: Substring) {
        if text.contains(":") {
            guard let clock = Self.clock(text) else { return nil }
            self = clock
        } else if let number = Int(digits: text) {
            self = .plain(number)
        } else {
            guard let milliseconds = Self.units(text) else { return nil }
            self = .units(milliseconds: milliseconds)
        }
    }

    /// The time on the wire; a plain number is minutes.
    var fields: TimeFields? {
        switch self {
        case .clock(let minutes, let seconds): TimeFields(minutes: minutes, seconds: seconds)
        case .plain(let minutes): TimeFields(minutes: minutes, seconds: 0)
        case .units(let milliseconds):
            milliseconds % 1_000 == 0
                ? TimeFields(
                    minutes: milliseconds / 60_000, seconds: milliseconds / 1_000 % 60) : nil
        }
    }

    /// The length in milliseconds, or nil for a plain number, whose unit is not known.
    var milliseconds: Int? {
        switch self {
        case .clock(let minutes, let seconds):
            minutes.times(60)?.plus(seconds)?.times(1_000)
        case .units(let milliseconds): milliseconds
        case .plain: nil
        }
    }

    private static func clock(_ text: Substring) -> TypedTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Int.init(digits:))
        let areSixtieths = zip(parts, numbers).dropFirst().allSatisfy {
            $0.utf8.count == 2 && $1 < 60
        }
        guard (2...3).contains(parts.count), numbers.count == parts.count, areSixtieths else {
            return nil
        }
        guard parts.count == 3 else { return .clock(minutes: numbers[0], seconds: numbers[1]) }
        let minutes = numbers[0].times(60)?.plus(numbers[1])
        return minutes.map { .clock(minutes: $0, seconds: numbers[2]) }
    }

    private static func milliseconds(in unit: Substring) -> Int? {
        switch unit {
        case "h": 3_600_000
        case "m", "min": 60_000
        case "s", "sec": 1_000
        case "ms": 1
        default: nil
        }
    }

    /// Reads numbers with units in milliseconds; each unit at most once, the larger before the
    /// smaller.
    private static func units(_ text: Substring) -> Int? {
        var rest = text
        var total = 0
        var smallest = Int.max
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { !$0.isNumber }
            rest = rest.dropFirst(unit.count)
            guard let number = Int(digits: number), let length = milliseconds(in: unit),
                length < smallest, let part = number.times(length), let sum = total.plus(part)
            else { return nil }
            smallest = length
            total = sum
        }
        return smallest == Int.max ? nil : total
    }
}

extension Int {
    /// Reads a text of digits only; nil if it has anything else or does not fit into 64 bits.
    init?(digits: Substring) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(digits)
    }

    /// Returns the product, or nil if it overflows.
    fileprivate func times(_ factor: Int) -> Int? {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }

    /// Returns the sum, or nil if it overflows.
    fileprivate func plus(_ other: Int) -> Int? {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? nil : sum
    }
}
