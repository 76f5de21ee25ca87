import GatherAPI
import Testing
import Varlink
import VarlinkGenerator

/// A text as it is shown, whatever form it has.
private protocol AnyShown {
    var value: Any { get }
}

extension ShownAs: AnyShown {
    fileprivate var value: Any { wrappedValue }
}

/// Text of a peer, in every reply and error that a client reads.
struct ShownTests {
    private static let nasty = "\u{1B}[2J\n\u{202E}אx\u{9B}"

    private static let interfaces: [(StandardService.Interface, @Sendable (Reply) -> Any?)] = [
        (Interfaces.gather, { GatherError($0) }), (Interfaces.players, { PlayersError($0) }),
        (Interfaces.history, { HistoryError($0) }), (Interfaces.account, { AccountError($0) }),
    ]

    private typealias Decoder = @Sendable (JSONObject) throws -> Any

    private static func reply<Method: VarlinkMethod>(
        _ method: Method.Type
    ) -> (String, Decoder) {
        (Method.name, { try Method.Reply($0) })
    }

    private static let ofGather: [(String, Decoder)] = [
        reply(GatherMethod.Get.self), reply(GatherMethod.Subscribe.self),
        reply(GatherMethod.Open.self), reply(GatherMethod.SetKickOff.self),
        reply(GatherMethod.MovePlayers.self),
        reply(GatherMethod.SwapPlayers.self),
        reply(GatherMethod.ClearTeams.self), reply(GatherMethod.ColorTeams.self),
        reply(GatherMethod.GetDefaults.self), reply(GatherMethod.SetDefaults.self),
        reply(GatherMethod.NameTeams.self),
        reply(GatherMethod.DrawTeams.self), reply(GatherMethod.SetTime.self),
        reply(GatherMethod.AdjustTime.self), reply(GatherMethod.Start.self),
        reply(GatherMethod.Pause.self), reply(GatherMethod.Resume.self),
        reply(GatherMethod.Toggle.self), reply(GatherMethod.Cancel.self),
        reply(GatherMethod.SetScore.self), reply(GatherMethod.AddToScore.self),
        reply(GatherMethod.AmendGoal.self), reply(GatherMethod.ShowCard.self),
        reply(GatherMethod.AmendCard.self),
        reply(GatherMethod.Substitute.self), reply(GatherMethod.GetFormats.self),
        reply(GatherMethod.ChooseFormat.self), reply(GatherMethod.Whistle.self),
        reply(GatherMethod.CountFoul.self), reply(GatherMethod.TakeTimeOut.self),
        reply(GatherMethod.AnnounceAddedTime.self),
        reply(GatherMethod.AddExtraTime.self), reply(GatherMethod.BeginKicks.self),
        reply(GatherMethod.TakeKick.self),
        reply(GatherMethod.Undo.self), reply(GatherMethod.Redo.self),
        reply(GatherMethod.Reopen.self), reply(GatherMethod.End.self),
        reply(GatherMethod.Discard.self), reply(GatherMethod.ActFor.self),
    ]

    private static let others: [(String, Decoder)] = [
        reply(HistoryMethod.List.self), reply(HistoryMethod.Show.self),
        reply(HistoryMethod.Verify.self), reply(HistoryMethod.VerifyPage.self),
        reply(HistoryMethod.ShowAll.self),
        reply(HistoryMethod.Backup.self),
        reply(PlayersMethod.List.self), reply(PlayersMethod.Show.self),
        reply(PlayersMethod.Add.self), reply(PlayersMethod.Import.self),
        reply(PlayersMethod.Edit.self),
        reply(PlayersMethod.Remove.self), reply(PlayersMethod.Restore.self),
        reply(PlayersMethod.Forget.self),
        reply(PlayersMethod.Link.self), reply(PlayersMethod.Unlink.self),
        reply(PlayersMethod.Sync.self), reply(PlayersMethod.Scorers.self),
        reply(AccountMethod.Get.self), reply(AccountMethod.Register.self),
        reply(AccountMethod.LogIn.self), reply(AccountMethod.LogOut.self),
        reply(AccountMethod.ListResults.self), reply(AccountMethod.Submit.self),
        reply(AccountMethod.Drop.self), reply(AccountMethod.ListCandidates.self),
        reply(AccountMethod.Decide.self), reply(AccountMethod.RemoveLeftover.self),
        reply(AccountMethod.KeepLeftover.self), reply(AccountMethod.CheckResults.self),
    ]

    @Test("every text of every reply is clean when it is read")
    func replies() throws {
        let decoders = Dictionary(uniqueKeysWithValues: Self.ofGather + Self.others)
        var known: Set<String> = []
        for (interface, _) in Self.interfaces {
            let definition = try InterfaceGrammar.parse(interface.description)
            for name in definition.methods {
                guard case .method(_, let fields) = definition.members[name] else { continue }
                let method = "\(definition.name).\(name)"
                known.insert(method)
                let decode = try #require(decoders[method], "\(method)")
                let value = try decode(Self.object(fields, definition))
                Self.check(value, fields, definition, method)
            }
        }
        #expect(known == Set(decoders.keys))
    }

    @Test("so is every text of every error")
    func errors() throws {
        for (interface, decode) in Self.interfaces {
            let definition = try InterfaceGrammar.parse(interface.description)
            for name in definition.errors {
                guard case .error(let fields) = definition.members[name] else { continue }
                let error = "\(definition.name).\(name)"
                let reply = Reply(error: error, Self.object(fields, definition))
                let value = try #require(decode(reply), "\(error)")
                Self.check(value, fields, definition, error)
            }
        }
    }

    @Test("what was received is kept, and sent on")
    func raw() throws {
        let player = PlayerFields(id: 1, name: "\u{1B}אx", position: nil)
        #expect(player.name == "\u{2068}\u{FFFD}אx\u{2069}")
        #expect(player.$name == "\u{1B}אx")
        #expect(player.json.object?["name"] == "\u{1B}אx")
        #expect(try PlayerFields(json: player.json, name: "player") == player)
        let leftover = LeftoverFields(kind: .player, remoteID: "7;$(x)", name: nil, score: "2\n1")
        #expect(leftover.remoteID == "7\u{FFFD}\u{FFFD}\u{FFFD}x\u{FFFD}")
        #expect(leftover.score == "2\u{FFFD}1")
    }

    // MARK: - Helpers

    private static func check(
        _ value: Any, _ fields: [InterfaceDefinition.Field], _ definition: InterfaceDefinition,
        _ place: String
    ) {
        let texts = texts(in: value)
        let expected = fields.contains { hasText($0.type, definition) }
        #expect(texts.isEmpty != expected, "\(place)")
        for text in texts {
            let isIsolated = text.first == "\u{2068}" && text.last == "\u{2069}"
            let content = isIsolated ? text.dropFirst().dropLast() : text[...]
            let harmful = content.unicodeScalars.filter(\.isHarmfulToShow)
            #expect(harmful.isEmpty, "\(place): \(text.debugDescription)")
        }
    }

    /// Every text in a value, as a view would get it.
    private static func texts(in value: Any) -> [String] {
        if let text = value as? String { return [text] }
        if let shown = value as? any AnyShown { return texts(in: shown.value) }
        return Mirror(reflecting: value).children.flatMap { texts(in: $0.value) }
    }

    private static func object(
        _ fields: [InterfaceDefinition.Field], _ definition: InterfaceDefinition,
        within outer: String? = nil
    ) -> JSONObject {
        var object = JSONObject()
        for field in fields { object[field.name] = json(field.type, definition, within: outer) }
        return object
    }

    private static func json(
        _ type: InterfaceDefinition.FieldType, _ definition: InterfaceDefinition,
        within outer: String? = nil
    ) -> JSONValue {
        switch type {
        case .bool: true
        case .int: 1
        case .string: .string(nasty)
        case .optional(let type): json(type, definition, within: outer)
        // A value of a type that has values of the same type has none here.
        case .array(.named(let name)) where name == outer: .array([])
        case .array(let type): .array([json(type, definition)])
        case .enumeration(let values): .string(values[0])
        case .structure(let fields): .object(object(fields, definition, within: outer))
        case .named(let name):
            if case .type(let type) = definition.members[name] {
                json(type, definition, within: name)
            } else {
                .null
            }
        case .float, .object, .map: .null
        }
    }

    private static func hasText(
        _ type: InterfaceDefinition.FieldType, _ definition: InterfaceDefinition
    ) -> Bool {
        switch type {
        // It has a text before any value of the same type.
        case .string, .named("Text"): true
        case .optional(let type), .array(let type): hasText(type, definition)
        case .structure(let fields): fields.contains { hasText($0.type, definition) }
        case .named(let name):
            if case .type(let type) = definition.members[name] {
                hasText(type, definition)
            } else {
                false
            }
        default: false
        }
    }
}
