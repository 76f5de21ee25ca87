public import GatherAPI

/// Something that is wrong with a fixture.
public struct FixtureFault: Error, Hashable, Sendable {
    /// The field.
    public let field: FixtureField
    /// The problem of it.
    public let problem: FixtureProblem

    init(_ field: FixtureField, _ problem: FixtureProblem) {
        (self.field, self.problem) = (field, problem)
    }
}

extension Fixture {
    /// Returns all that is wrong with the fields, in their order; whether the ID is used twice is
    /// known by the list alone.
    public var faults: [FixtureFault] {
        let problems: [(FixtureField, FixtureProblem?)] = [
            (.id, Self.problem(ofID: $id)), (.time, Self.problem(ofTime: $time)),
            (.pitch, Self.problem(ofPitch: $pitch)), (.home, Self.problem(ofName: $home)),
            (.away, Self.problem(ofName: $away) ?? ($home == $away ? .sameSide : nil)),
            (.group, $group.flatMap(Self.problem(ofName:))),
            (.length, Self.problem(ofLength: lengthSeconds)),
            (.format, Self.problem(ofFormat: $format)),
        ]
        return problems.compactMap { field, problem in
            problem.map { FixtureFault(field, $0) }
        }
    }

    /// Returns the problem of an ID; nil if it is valid.
    public static func problem(ofID text: String) -> FixtureProblem? {
        if text.isEmpty { return .missing }
        guard FixtureID.hasPlainCharacters(text) else { return .malformed }
        return idLengthRange.contains(text.utf8.count) ? nil : .tooLong
    }

    private static func problem(ofTime text: String?) -> FixtureProblem? {
        guard let text else { return nil }
        return FixtureTime(text) == nil ? .malformed : nil
    }

    private static func problem(ofPitch text: String?) -> FixtureProblem? {
        guard let text, !BrokerName.isWellFormed(text) else { return nil }
        return text.utf8.count > BrokerName.limit ? .tooLong : .malformed
    }

    /// Returns the problem of a name, by the rule for those of sides.
    private static func problem(ofName text: String) -> FixtureProblem? {
        switch PlayersError.Problem(ofName: text) {
        case nil: nil
        case .empty?: .missing
        case .tooLong?: .tooLong
        default: .unprintable
        }
    }

    private static func problem(ofLength seconds: Int?) -> FixtureProblem? {
        guard let seconds, !lengthSecondsRange.contains(seconds) else { return nil }
        return .outOfRange
    }

    /// Returns the problem of the name of a format, which the daemon alone knows.
    private static func problem(ofFormat text: String?) -> FixtureProblem? {
        guard let text else { return nil }
        if text.utf8.count > formatLengthRange.upperBound * 4 { return .tooLong }
        if text.isEmpty { return .missing }
        if text.unicodeScalars.contains(where: \.isHarmfulToShow) { return .unprintable }
        return formatLengthRange.contains(text.count) ? nil : .tooLong
    }
}

extension Fixture {
    /// The same fixture in its usual form: without blanks around a text, and without texts that
    /// are empty but need not be there.
    public var normalized: Fixture {
        let time = Self.text($time)
        return Fixture(
            id: Self.text($id) ?? "", time: time.flatMap(FixtureTime.normalized) ?? time,
            pitch: Self.text($pitch), home: Self.text($home) ?? "", away: Self.text($away) ?? "",
            group: Self.text($group), lengthSeconds: lengthSeconds, format: Self.text($format))
    }

    private static func text(_ text: String?) -> String? {
        guard let text, text.utf8.count <= InterfaceLimits.nameBytes else { return text }
        let start = text.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) }
    }
}
