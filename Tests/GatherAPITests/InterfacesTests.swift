import GatherAPI
import Testing
import Varlink
import VarlinkGenerator

/// The interfaces that are shipped.
struct InterfacesTests {
    private static let shipped = Interfaces.all + [Interfaces.submitter, Interfaces.club]

    private static func parsed() throws -> [InterfaceDefinition] {
        try shipped.map { try InterfaceGrammar.parse($0.description) }
    }

    @Test("every interface follows the grammar, under its own name")
    func grammar() throws {
        #expect(try Self.parsed().map(\.name) == Self.shipped.map(\.name))
        let names = [
            "org.varlink.service", "io.gatherd.Gather", "io.gatherd.Players", "io.gatherd.History",
            "io.gatherd.Account",
        ]
        #expect(Interfaces.all.map(\.name) == names)
        #expect(Interfaces.ofSubmitter.map(\.name) == [names[0], "io.gatherd.Submitter"])
        #expect(Interfaces.ofClub.map(\.name) == [names[0], "io.gatherd.Club"])
    }

    @Test("every interface, type, field of a type, method and error has a comment")
    func comments() throws {
        for definition in try Self.parsed() {
            #expect(definition.uncommented == [], "\(definition.name)")
        }
    }

    /// The words of a comment in one line, without what systemd would say of the flags.
    private static func sentences(of comment: String) -> String {
        comment.split(separator: "\n").filter { !$0.hasPrefix("# [") }
            .map { $0.dropFirst(2) }.joined(separator: " ")
    }

    @Test("comments are ASCII sentences")
    func sentences() throws {
        for definition in try Self.parsed() {
            for (name, comment) in definition.comments {
                let text = Self.sentences(of: comment)
                #expect(text.last == ".", "\(definition.name), \(name): \(comment)")
                #expect(comment.utf8.allSatisfy { $0 < 0x7F }, "\(definition.name), \(name)")
            }
        }
    }

    @Test("methods that need the 'more' flag say so as systemd does, and no others")
    func more() throws {
        for definition in try Self.parsed() {
            for method in definition.methods {
                let comment = try #require(definition.comments[method])
                let needsMore = comment.hasSuffix("\n# [Requires 'more' flag]")
                #expect(needsMore == ["Subscribe", "ShowAll"].contains(method), "\(method)")
            }
        }
    }

    @Test("what is asked for over a lost connection can be given a requestId: all that changes")
    func requestID() throws {
        let gather = try InterfaceGrammar.parse(Interfaces.gather.description)
        let others: Set<GatherMethod> = [.get, .subscribe, .getDefaults, .getFormats, .actFor]
        for method in GatherMethod.allCases where !others.contains(method) {
            guard case .method(let parameters, _) = gather.members[method.rawValue] else {
                Issue.record("\(method) is not declared")
                continue
            }
            #expect(parameters.last == .init(name: "requestId", type: .optional(.string)))
        }
    }

    @Test("the methods of each interface are the cases of its Swift type")
    func methods() throws {
        let gather = try InterfaceGrammar.parse(Interfaces.gather.description)
        #expect(gather.methods == Set(GatherMethod.allCases.map(\.rawValue)))
        let history = try InterfaceGrammar.parse(Interfaces.history.description)
        #expect(history.methods == Set(HistoryMethod.allCases.map(\.rawValue)))
        for error in [HistoryError.noSuchGather, .storageFailed(reason: "full")] {
            #expect(HistoryError(error.reply) == error)
        }
    }

    @Test("a method is found by its full name, and by no other")
    func fullNames() {
        for method in GatherMethod.allCases {
            #expect(method.fullName == "io.gatherd.Gather.\(method.rawValue)")
            #expect(GatherMethod(fullName: method.fullName) == method)
            #expect(HistoryMethod(fullName: method.fullName) == nil)
        }
        for method in HistoryMethod.allCases {
            #expect(method.fullName == "io.gatherd.History.\(method.rawValue)")
            #expect(HistoryMethod(fullName: method.fullName) == method)
        }
        for name in ["", "Get", "io.gatherd.Gather", "io.gatherd.Gather.", "io.gatherd.Gather.get"]
        {
            #expect(GatherMethod(fullName: name) == nil)
        }
        #expect(GatherMethod(fullName: "io.gatherd.GatherGet") == nil)
        #expect(GatherMethod(fullName: "io.gatherd.Gather.Get.Get") == nil)
    }

    @Test("every error of the standard interface is declared, and each has its fields")
    func standardErrors() throws {
        let service = try InterfaceGrammar.parse(Interfaces.service.description)
        let errors: [VarlinkError] = [
            .interfaceNotFound("a"), .methodNotFound("a"), .methodNotImplemented("a"),
            .invalidParameter("a"), .permissionDenied, .expectedMore,
        ]
        for error in errors { #expect(service.mismatches(ofError: error.reply) == []) }
        #expect(service.errors.count == errors.count)
    }
}
