import GatherAPI
import Testing
import Varlink
import VarlinkGenerator

struct PlayersTests {
    private static let profile = ProfileFields(
        name: "Ada", age: 30, skill: .professional, position: .goalkeeper, favouriteTeam: "Reds",
        shirt: 7)

    /// Every error with its fields set.
    private static let errors: [PlayersError] =
        [
            .noSuchPlayer(id: 7), .playerForgotten(id: 6), .matchOpen, .playerInGather(id: 8),
            .squadFull(maximum: 9),
            .nothingToDecide(index: 1), .syncInProgress, .notAtServer(remoteID: 3),
            .linkedToAnother(remoteID: 4, id: 5, name: "Ada"), .notSignedIn,
            .serverUnreachable(reason: "a"), .serverRefused(status: 401, reason: "b"),
            .storageFailed(reason: "c"),
        ]
        + PlayersError.Problem.allCases.map {
            .invalidPlayer(index: 2, field: "age", problem: $0)
        }

    private static func definition() throws -> InterfaceDefinition {
        try InterfaceGrammar.parse(Interfaces.players.description)
    }

    @Test("the methods are the cases of the Swift type, found by their full names")
    func methods() throws {
        let methods = PlayersMethod.allCases
        #expect(try Self.definition().methods == Set(methods.map(\.rawValue)))
        for method in methods { #expect(PlayersMethod(fullName: method.fullName) == method) }
        #expect(PlayersMethod(fullName: "io.gatherd.Gather.Get") == nil)
    }

    @Test("every error is declared with its fields, and read back from its reply")
    func errors() throws {
        let definition = try Self.definition()
        for error in Self.errors {
            #expect(definition.mismatches(ofError: error.reply) == [])
            #expect(PlayersError(error.reply) == error)
        }
        let names = Self.errors.compactMap { $0.reply.error?.split(separator: ".").last }
        #expect(definition.errors == Set(names.map(String.init)))
        #expect(PlayersError(VarlinkError.expectedMore.reply) == nil)
    }

    /// Checks that a type is written with exactly the fields that are declared, and read back.
    private func check<Fields: JSONEncodable & JSONDecodable & Equatable>(
        _ fields: Fields, as type: String
    ) throws {
        let definition = try Self.definition()
        #expect(definition.mismatches(of: fields.json, as: .named(type), at: type) == [])
        #expect(try Fields(json: fields.json, name: "") == fields)
    }

    @Test("each type is written with exactly the fields that are declared, and read back")
    func fields() throws {
        #expect(
            try Self.definition().types == [
                "Player", "Profile", "ProfileField", "ImportedPlayer", "Record", "Scorer",
                "SyncStep", "Decision", "Text",
            ])
        try check(ImportedPlayerFields(id: 3, profile: Self.profile), as: "ImportedPlayer")
        try check(Self.profile, as: "Profile")
        try check(SquadPlayerFields(id: 3, profile: Self.profile, remoteID: 5), as: "Player")
        try check(
            RecordFields(appearances: 6, goals: 5, ownGoals: 4, wins: 3, draws: 2, losses: 1),
            as: "Record")
        try check(
            ScorerFields(
                playerID: 1, name: "Ada", goals: 2, ownGoals: 3, appearances: 4, wins: 5, draws: 6,
                losses: 7, forgotten: true),
            as: "Scorer")
        for action in SyncStepFields.Action.allCases {
            try check(
                SyncStepFields(
                    action: action, playerID: 1, remoteID: 2, name: "Ada", details: "new",
                    choices: SyncDecisionFields.Choice.allCases, done: true, error: "e",
                    translatable: Samples.text),
                as: "SyncStep")
        }
        try check(SyncDecisionFields(playerID: 3, remoteID: 4, choice: .fetch), as: "Decision")
    }

    @Test("what is optional can be null")
    func optional() throws {
        let profile = ProfileFields(name: "Bo")
        #expect(try ProfileFields(json: profile.json, name: "") == profile)
        let player = SquadPlayerFields(id: 3, profile: profile)
        #expect(try SquadPlayerFields(json: player.json, name: "") == player)
        let step = SyncStepFields(action: .fetch, playerID: nil, remoteID: nil, name: "Bo")
        #expect(try SyncStepFields(json: step.json, name: "") == step)
        let decision = SyncDecisionFields(playerID: nil, remoteID: nil, choice: .create)
        #expect(try SyncDecisionFields(json: decision.json, name: "") == decision)
    }

    @Test("a choice of a newer daemon is left out, and a decision has no field too many")
    func newer() throws {
        var step = try #require(
            SyncStepFields(action: .ask, playerID: 1, remoteID: 2, name: "Ada").json.object)
        step["choices"] = .array(["merge", "adopt"])
        #expect(try SyncStepFields(json: .object(step), name: "").choices == [.adopt])
        var decision = try #require(
            SyncDecisionFields(playerID: 1, remoteID: 2, choice: .adopt).json.object)
        decision["always"] = true
        #expect(throws: VarlinkError.invalidParameter("always")) {
            try SyncDecisionFields(strict: .object(decision), name: "")
        }
    }

    @Test("a draw has exactly the fields that are declared, and is read back")
    func draw() throws {
        let draw = DrawFields(
            seed: 7, strengthA: 9, strengthB: 8, equallyFair: 3, withoutSkill: [1, 4])
        let gather = try InterfaceGrammar.parse(Interfaces.gather.description)
        #expect(gather.mismatches(of: draw.json, as: .named("Draw"), at: "Draw") == [])
        #expect(try DrawFields(json: draw.json, name: "") == draw)
    }

    @Test("positions have the acronyms of a list")
    func acronyms() {
        #expect(PlayerPosition.allCases.map(\.acronym) == ["GK", "DEF", "MID", "W", "ST"])
    }
}
