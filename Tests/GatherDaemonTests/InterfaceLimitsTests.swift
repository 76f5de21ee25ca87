import GatherAPI
import GatherCore
import Testing

@Suite struct InterfaceLimitsTests {
    @Test("the time of a countdown is limited as the interface says")
    func time() {
        let seconds = InterfaceLimits.timeSeconds
        #expect(Limits.time == .seconds(seconds.lowerBound) ... .seconds(seconds.upperBound))
    }

    private static let short = [
        "", " ", "\t", "\u{200B}\u{AD}", "a", " a ", "a\tb", "a\nb\n", "\n a", "\u{1B}[2J",
        "a\u{202E}b", "a\u{200F}b", "a\u{61C}", "\u{2066}a\u{2069}", "a\u{2028}b", "a\u{7F}",
        "a\u{85}b", "أحمد", "👍🏽", "a:b", ":", " : ", "e\u{301}", "\u{301}", "\u{FFFD}", "-", "7",
        "\u{E000}", "a\u{FEFF}b", "\u{FEFF}", "\u{3000}", "a\u{200D}b", "\u{180E}",
    ]
    private static let long: [String] = [20, 21, 100, 101, 1_024, 1_025].flatMap { count in
        ["x", "한", " ", "\u{301}", ":"].map { String(repeating: $0, count: count) }
            + ["  \(String(repeating: "x", count: count)) "]
    }

    @Test("what clients say of a name is what the rules say", arguments: short + long)
    func name(text: String) {
        let problem: PlayersError.Problem? =
            switch Result(catching: { () throws(CleanText.Problem) in try CleanText(text) }) {
            case .success: nil
            case .failure(.empty): .empty
            case .failure(.tooLong): .tooLong
            case .failure(.unprintable): .unprintable
            }
        #expect(PlayersError.Problem(ofName: text) == problem)
        let user: AccountError.UserNameProblem? =
            switch Result(catching: { () throws(AccountName.Refusal) in try AccountName(text) }) {
            case .success: nil
            case .failure(.empty): .empty
            case .failure(.blank): .blank
            case .failure(.tooLong): .tooLong
            case .failure(.colon): .colon
            }
        #expect(AccountError.UserNameProblem(ofName: text) == user)
    }
}
