import GatherAPI
import Testing
import Varlink
import VarlinkGenerator

struct AccountTests {
    private static let account = AccountFields(
        server: "https://football.example", allowInsecureHTTP: true, userName: "alice",
        signedIn: true, signInRefused: true,
        lastAnswer: AnswerFields(at: "2026-11-21T15:32:05Z", status: 401, reason: "no"))

    /// Every error with its fields set.
    private static let errors: [AccountError] =
        [
            .noServer, .invalidServer(reason: "a"),
            .invalidServer(reason: "a", needsInsecureHTTP: true),
            .serverRefused(status: 401, reason: "b"), .serverUnreachable(reason: "c"),
            .outcomeUnknown(reason: "d"), .storageFailed(reason: "e"), .notSignedIn,
            .noSuchGather, .ambiguousGather, .noResult, .nothingToDecide, .nothingToDrop,
            .notACandidate, .noSuchLeftover, .leftoverChanged,
            .otherAccount(userName: "alice", server: "https://football.example"),
        ] + AccountError.UserNameProblem.allCases.map(AccountError.invalidUserName)
        + AccountError.Field.allCases.map(AccountError.fieldMissing)

    private static func definition() throws -> InterfaceDefinition {
        try InterfaceGrammar.parse(Interfaces.account.description)
    }

    @Test("the methods are the cases of the Swift type, found by their full names")
    func methods() throws {
        let methods = AccountMethod.allCases
        #expect(try Self.definition().methods == Set(methods.map(\.rawValue)))
        for method in methods { #expect(AccountMethod(fullName: method.fullName) == method) }
        #expect(AccountMethod(fullName: "io.gatherd.Gather.Get") == nil)
    }

    @Test("every error is declared with its fields, and read back from its reply")
    func errors() throws {
        let definition = try Self.definition()
        for error in Self.errors {
            #expect(definition.mismatches(ofError: error.reply) == [])
            #expect(AccountError(error.reply) == error)
        }
        let names = Self.errors.compactMap { $0.reply.error?.split(separator: ".").last }
        #expect(definition.errors == Set(names.map(String.init)))
        #expect(AccountError(VarlinkError.expectedMore.reply) == nil)
        let both = AccountError.fieldMissing(nil)
        #expect(AccountError(both.reply) == both)
        #expect(AccountError(Reply(error: "\(Interfaces.account.name).FieldMissing")) == both)
    }

    @Test("an account is written with exactly the fields that are declared, and read back")
    func fields() throws {
        let definition = try Self.definition()
        let types: Set = [
            "Account", "Answer", "Owner", "Submission", "Result", "MissingPlayer", "Leftover",
            "Candidate",
            "CheckedResult", "OtherResults",
        ]
        #expect(definition.types == types)
        let result = ResultFields(
            gatherID: "g", teamAName: "A", teamBName: "B", score: "1-0",
            submission: Samples.submission, candidates: ["x"],
            missingPlayers: [
                MissingPlayerFields(playerID: 1, name: "Ada", sameName: [3, 4], otherName: 5)
            ],
            leftovers: [
                LeftoverFields(kind: .player, remoteID: "7", name: "Bo", score: "1-0", players: 2)
            ])
        #expect(definition.mismatches(of: result.json, as: .named("Result"), at: "") == [])
        #expect(try ResultFields(json: result.json, name: "") == result)
        let candidate = CandidateFields(remoteID: "x", players: ["Ada"])
        let mismatched = definition.mismatches(of: candidate.json, as: .named("Candidate"), at: "")
        #expect(mismatched == [])
        #expect(try CandidateFields(json: candidate.json, name: "") == candidate)
        let checked = CheckedResultFields(
            gatherID: "g", teamAName: "A", teamBName: "B", score: "1-0", remoteID: "x",
            finding: .different, remoteScore: "2-0")
        let unlike = definition.mismatches(of: checked.json, as: .named("CheckedResult"), at: "")
        #expect(unlike == [])
        #expect(try CheckedResultFields(json: checked.json, name: "") == checked)
        let others = OtherResultsFields(userName: "bob", server: "https://a.example", count: 2)
        let odd = definition.mismatches(of: others.json, as: .named("OtherResults"), at: "")
        #expect(odd == [])
        #expect(try OtherResultsFields(json: others.json, name: "") == others)
        let mismatches = definition.mismatches(
            of: Self.account.json, as: .named("Account"), at: "Account")
        #expect(mismatches == [])
        #expect(try AccountFields(json: Self.account.json, name: "") == Self.account)
        var bare = Self.account
        (bare.userName, bare.lastAnswer, bare.signInRefused) = (nil, nil, false)
        #expect(try AccountFields(json: bare.json, name: "") == bare)
        // As an older gatherd has it.
        let old: JSONValue = .object(["server": "https://a.example", "signedIn": true])
        let expected = AccountFields(
            server: "https://a.example", allowInsecureHTTP: false, userName: nil, signedIn: true)
        #expect(try AccountFields(json: old, name: "") == expected)
    }
}
