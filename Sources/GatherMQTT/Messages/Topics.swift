import GatherAPI

/// The topics of a pitch.
struct Topics: Hashable, Sendable {
    /// The levels before the name of the pitch.
    let prefix: String
    /// The name of the pitch at the broker.
    let pitch: String

    private var base: String { "\(prefix)/\(pitch)" }

    /// Retained: `1` while the state is live, else `0`.
    var online: String { "\(base)/online" }
    /// Retained: the state of the match.
    var state: String { "\(base)/state" }
    /// The events of matches.
    var event: String { "\(base)/event" }
    /// The wall clock of the pitch's machine, so that others can compute how far theirs differ.
    var time: String { "\(base)/time" }
    /// The commands for the match, and the answers to them.
    var command: String { "\(base)/command" }
    var reply: String { "\(base)/reply" }
    /// The filter of all results.
    var results: String { "\(base)/result/+" }
    /// The topic on which ``Check`` tries what the broker allows.
    var check: String { "\(base)/check" }
    /// The filter of all that is of this pitch.
    var all: String { "\(base)/#" }
    /// Retained: the description for Home Assistant.
    var discovery: String { "homeassistant/device/gather_\(pitch)/config" }
    /// Home Assistant's word that it has started.
    static let homeAssistantStatus = "homeassistant/status"

    /// Returns the topic of the result of a match, which is retained.
    func result(_ id: String) -> String { "\(base)/result/\(id)" }

    /// Returns the ID of the match whose result has a topic; nil for another topic.
    func id(ofResult topic: String) -> String? {
        let start = result("")
        guard topic.hasPrefix(start) else { return nil }
        let id = String(topic.dropFirst(start.count))
        return BrokerName.isWellFormed(id) ? id : nil
    }

    /// Returns true for a name that a pitch can have: a level that is none of the club's.
    static func isPitch(_ name: some StringProtocol) -> Bool {
        BrokerName.isWellFormed(name) && !ClubTopics.levels.contains(String(name))
    }

    /// Returns true for a prefix: levels that need no care anywhere, with slashes between them.
    static func isWellFormedPrefix(_ prefix: String) -> Bool {
        prefix.utf8.count <= BrokerName.limit
            && prefix.split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy { BrokerName.isWellFormed($0) }
    }

    /// Returns the usual name of a pitch at the broker; nil if the machine has no name.
    ///
    /// - Parameters:
    ///   - machine: The name of the machine, whose domain is left out.
    ///   - instance: The name of the pitch on the machine; nil for the usual one.
    static func usualPitch(machine: String?, instance: String?) -> String? {
        guard let host = machine?.split(separator: ".").first else { return nil }
        let name = String(host.prefix(64).map { isPlain($0) ? $0 : "-" })
        return instance.map { "\(name)-\($0)" } ?? name
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.utf8.count == 1 && character.utf8.allSatisfy(BrokerName.isPlain)
    }
}
