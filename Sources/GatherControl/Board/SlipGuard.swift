/// Tells slips of the finger from keys that are meant.
struct SlipGuard {
    private var goals: [GoalKey: Duration] = [:]
    private var lastHeld: (key: Character, at: Duration)?

    /// A second press within this time is a slip of the finger until it is confirmed.
    private static let slip = Duration.seconds(1)
    /// A key that repeats itself while it is held down, or bounces, is no answer.
    private static let bounce = Duration.milliseconds(300)
    /// A key that is held down repeats itself within this time, most of all the first time.
    private static let hold = Duration.milliseconds(700)
    /// Nobody has read a question and found the key for yes within this time.
    private static let reading = Duration.milliseconds(150)

    /// Whether a goal key was pressed twice within so short a time that it may not be meant,
    /// whatever was pressed between.
    mutating func isSlip(_ key: GoalKey, at now: Duration) -> Bool {
        press(key, within: Self.slip, at: now)
    }

    /// Whether a goal key came so soon after the last time that nobody can have read the question.
    mutating func bounces(_ key: GoalKey, at now: Duration) -> Bool {
        press(key, within: Self.bounce, at: now)
    }

    private mutating func press(
        _ key: GoalKey, within time: Duration, at now: Duration
    ) -> Bool {
        let last = goals.updateValue(now, forKey: key)
        return last.map { now - $0 < time } ?? false
    }

    /// Notes that a key was pressed: one that was held down before is so no more.
    mutating func note(_ key: BoardKey) {
        if let lastHeld, key != .character(lastHeld.key) { self.lastHeld = nil }
    }

    /// Whether a key that counts at each press is held down: nobody presses it so fast on purpose.
    mutating func isHeld(_ key: Character, at now: Duration) -> Bool {
        let isHeld = lastHeld.map { $0.key == key && now - $0.at < Self.hold } ?? false
        lastHeld = (key, now)
        return isHeld
    }

    /// Whether an answer can be one to what was asked at a moment.
    func canAnswer(_ askedAt: Duration, at now: Duration) -> Bool { now - askedAt >= Self.reading }
}
