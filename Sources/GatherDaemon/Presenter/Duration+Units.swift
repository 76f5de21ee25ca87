extension Duration {
    /// Whole microseconds, the fraction left out.
    var wholeMicroseconds: Int {
        Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
    }

    /// Whole milliseconds, the fraction left out.
    var wholeMilliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }

    /// Whole seconds, the fraction left out.
    var wholeSeconds: Int { Int(components.seconds) }
}
