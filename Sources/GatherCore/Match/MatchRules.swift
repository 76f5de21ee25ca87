/// The rules of a format besides its periods.
public struct MatchRules: Hashable, Sendable {
    /// Something that happens in a match at which its clock is stopped by hand.
    public enum Stop: String, Sendable, CaseIterable {
        /// A goal.
        case goal
        /// A card.
        case card
    }

    /// The time-outs of a side.
    public struct TimeOuts: Hashable, Sendable {
        /// The number in each period of play; in extra time there are none.
        public let perPeriod: Int
        /// The length of each, in whole seconds.
        public let length: Duration

        /// Makes a rule; ``MatchFormat/init(name:periods:rules:extra:)`` checks it.
        public init(perPeriod: Int, length: Duration) {
            (self.perPeriod, self.length) = (perPeriod, length)
        }
    }

    /// The happenings at which people are reminded to stop the clock.
    public let stopsAt: Set<Stop>

    /// The time-outs; nil if there are none.
    public let timeOuts: TimeOuts?

    /// The number of fouls of a side in a period of play that have no further consequence; nil if
    /// fouls are not limited.
    public let foulLimit: Int?

    /// Makes rules; without arguments, those of a format that has none.
    public init(stopsAt: Set<Stop> = [], timeOuts: TimeOuts? = nil, foulLimit: Int? = nil) {
        (self.stopsAt, self.timeOuts, self.foulLimit) = (stopsAt, timeOuts, foulLimit)
    }
}
