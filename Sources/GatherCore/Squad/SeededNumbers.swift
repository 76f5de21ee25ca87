/// A generator of numbers that follow from a seed, the same on every machine.
///
/// It is SplitMix64 by Sebastiano Vigna, https://prng.di.unimi.it/splitmix64.c.
struct SeededNumbers {
    private var state: UInt64

    /// Makes a generator that always gives the same numbers for the same seed.
    init(seed: UInt64) { state = seed }

    /// Returns the next number.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
