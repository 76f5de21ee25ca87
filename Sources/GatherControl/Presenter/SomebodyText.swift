import GatherAPI

/// The name for people of those who were forgotten.
enum SomebodyText {
    /// The name in the descriptions of gatherd.
    static let wire = "somebody"

    /// The name, which gatherd says in English.
    static var name: String { tr("somebody") }
}

extension PlayerFields {
    /// The name for people.
    var shownName: String { forgotten == true ? SomebodyText.name : name }
}

extension ScorerFields {
    /// The name for people, with the number where it is needed to distinguish players.
    var shownName: String {
        forgotten == true ? "\(SomebodyText.name) (\(playerID))" : name
    }
}

extension TimelineEntry {
    /// The name for people of the scorer.
    var shownScorer: String? { shown(scorer, scorerID) }
    /// The name for people of who got the card, went off or kicked.
    var shownPlayer: String? { shown(player, playerID) }
    /// The name for people of who came on.
    var shownPlayerOn: String? { shown(playerOn, playerOnID) }

    private func shown(_ name: String?, _ id: Int?) -> String? {
        guard let id, forgotten?.contains(id) == true else { return name }
        return SomebodyText.name
    }
}
