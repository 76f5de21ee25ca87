/// Distinguishes slips of the finger from intended keys.
struct SlipGuard {
    private var goals: [GoalKey: Duration] = [:]
    private var lastHeld: (key: BoardKey, at: Duration)?

    /// The time within which a second press counts as a slip until it is confirmed.
    private static let slip = Duration.seconds(1)
    /// The time within which a second press is no answer, as the key may be held down or bounce.
    private static let bounce = Duration.milliseconds(300)
    /// The time within which a key that is held down repeats itself; the first repetition takes
    /// longest.
    private static let hold = Duration.milliseconds(700)
    /// The time in which nobody can read a question and find the key for yes.
    private static let reading = Duration.milliseconds(150)

    /// Returns true if a goal key was pressed twice within so short a time that the second may be a
    /// slip, even if other keys were pressed between.
    mutating func isSlip(_ key: GoalKey, at now: Duration) -> Bool {
        press(key, within: Self.slip, at: now)
    }

    /// Records a goal key that was pressed elsewhere: a second hand would do the same once more.
    mutating func record(_ key: GoalKey, at now: Duration) { goals[key] = now }

    /// Returns true if a goal key came so soon after the last time that nobody can have read the
    /// question.
    mutating func bounces(_ key: GoalKey, at now: Duration) -> Bool {
        press(key, within: Self.bounce, at: now)
    }

    private mutating func press(_ key: GoalKey, within time: Duration, at now: Duration) -> Bool {
        let last = goals.updateValue(now, forKey: key)
        return last.map { now - $0 < time } ?? false
    }

    /// Records a key; any other key that was held down no longer is.
    mutating func record(_ key: BoardKey) {
        if let lastHeld, key != lastHeld.key { self.lastHeld = nil }
    }

    /// Returns true if a key that counts at each press is held down: nobody presses it so fast on
    /// purpose.
    mutating func isHeld(_ key: BoardKey, at now: Duration) -> Bool {
        let isHeld = lastHeld.map { $0.key == key && now - $0.at < Self.hold } ?? false
        lastHeld = (key, now)
        return isHeld
    }

    /// Returns true if an answer comes late enough after its question to be meant.
    func canAnswer(_ askedAt: Duration, at now: Duration) -> Bool { now - askedAt >= Self.reading }
}
