import GatherCore
import LinuxIO
import Varlink

/// The form of a card in the details of an event.
extension Card {
    /// The details of its event.
    var details: JSONObject {
        var details: JSONObject = [
            "team": side.stored, "card": kind.name.stored, "player": player.stored,
        ]
        if case .time(let length) = kind { details["penaltySeconds"] = length.wholeSeconds.stored }
        return details
    }

    /// Reads the details of an event; nil if they are invalid.
    init?(details: JSONObject) {
        guard let side: Side = details.value("team"), let name: String = details.value("card"),
            let kind = Kind(named: name, penaltySeconds: details.value("penaltySeconds")),
            let player: Player? = details.nullable("player")
        else { return nil }
        self.init(kind, to: side, player)
    }
}

extension Card.Kind {
    /// The name in the details of an event, and in the interface.
    var name: String {
        switch self {
        case .yellow: "yellow"
        case .secondYellow: "secondYellow"
        case .red: "red"
        case .time: "time"
        }
    }

    /// Makes a kind from its name; nil if there is none, or only a time penalty lacks its length.
    init?(named name: String, penaltySeconds: Int?) {
        switch name {
        case "yellow": self = .yellow
        case "secondYellow": self = .secondYellow
        case "red": self = .red
        case "time":
            guard let penaltySeconds else { return nil }
            self = .time(.seconds(penaltySeconds))
        default: return nil
        }
    }
}

/// The form of a card's amendment in the details of an event: what is absent stays.
extension CardAmendment {
    /// The details of its event.
    var details: JSONObject {
        var details: JSONObject = ["cardEvent": number.stored]
        details["team"] = side?.stored
        details["player"] = player?.stored
        details["card"] = kind?.name.stored
        if case .time(let length) = kind { details["penaltySeconds"] = length.wholeSeconds.stored }
        details["minute"] = minute?.stored
        return details
    }

    /// Reads the details of an event; nil if they are invalid.
    init?(details: JSONObject) {
        guard let number: Int = details.value("cardEvent"),
            let side: Side? = details.optional("team"),
            let player: Player? = details.optional("player"),
            let name: String? = details.optional("card"),
            let minute: GivenMinute? = details.optional("minute")
        else { return nil }
        let kind = name.flatMap {
            Card.Kind(named: $0, penaltySeconds: details.value("penaltySeconds"))
        }
        guard (name == nil) == (kind == nil) else { return nil }
        self.init(number: number, side: side, player: player, kind: kind, minute: minute)
    }
}

/// The form of a substitution in the details of an event.
extension Substitution {
    /// The details of its event.
    var details: JSONObject {
        ["team": side.stored, "off": off.stored, "on": on.stored]
    }

    /// Reads the details of an event; nil if they are invalid.
    init?(details: JSONObject) {
        guard let side: Side = details.value("team"), let off: Player = details.value("off"),
            let on: Player = details.value("on")
        else { return nil }
        self.init(side, off: off, on: on)
    }
}

/// The form of a kick from the mark in the details of an event.
extension Kick {
    /// The details of its event.
    var details: JSONObject {
        ["team": side.stored, "in": isIn.stored, "player": player.stored]
    }

    /// Reads the details of an event; nil if they are invalid.
    init?(details: JSONObject) {
        guard let side: Side = details.value("team"), let isIn: Bool = details.value("in"),
            let player: Player? = details.nullable("player")
        else { return nil }
        self.init(side, isIn: isIn, by: player)
    }
}
