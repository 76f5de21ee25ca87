/// The number that a device is paired with: one at a time, for a while, for a few tries.
struct Pairing {
    /// A number that is shown to people.
    struct Offer: Equatable {
        /// Six digits.
        let number: String
        /// The boot time at which it is not valid any more.
        let deadline: Duration
        /// The wrong numbers that may still be given.
        var tries = Limits.pairingTries
    }

    /// The outcome of a try.
    enum Outcome: Equatable {
        /// The number is right, and used up.
        case right
        /// The number is wrong; so many tries are left.
        case wrong(left: Int)
        /// No number is valid.
        case none
        /// Too many wrong numbers were given for this one; it is not valid any more.
        case exhausted
    }

    private var offer: Offer?
    /// The end of a number that was given up after too many wrong ones; nil for any other.
    private var exhaustedUntil: Duration?

    /// Makes a new number valid, and a former one invalid.
    mutating func begin(_ number: String, at now: Duration) -> Offer {
        let made = Offer(number: number, deadline: now + .seconds(Limits.pairingSeconds))
        (offer, exhaustedUntil) = (made, nil)
        return made
    }

    /// Makes a number invalid, if it still is the valid one.
    mutating func cancel(_ number: String) {
        if offer?.number == number { offer = nil }
    }

    /// Tries a number.
    mutating func redeem(_ number: String, at now: Duration) -> Outcome {
        guard var present = offer, now < present.deadline else {
            offer = nil
            if let until = exhaustedUntil, now < until { return .exhausted }
            return .none
        }
        if Secret.areEqual(number, present.number) {
            offer = nil
            return .right
        }
        present.tries -= 1
        guard present.tries > 0 else {
            exhaustedUntil = present.deadline
            offer = nil
            return .exhausted
        }
        offer = present
        return .wrong(left: present.tries)
    }
}
