import GatherAPI
import Varlink

/// Writes the squad for other programs, in the format that `player import` reads.
enum SquadExport {
    /// Returns the lines, including their line ends.
    ///
    /// - Parameter isShown: True if they are for a terminal.
    static func lines(
        _ players: [SquadPlayerFields], _ format: ExportFormat, isPretty: Bool, isShown: Bool
    ) -> [String] {
        switch format {
        case .json: players.map { $0.json.printableText(isPretty: isPretty) + "\n" }
        case .csv:
            [header]
                + players.map { player in
                    ExportPresenter.line(fields(player), isShown: isShown)
                }
        }
    }

    /// The columns that are fields; a later one is behind the number at a server.
    private static let columns = PlayerField.allCases.filter { $0 != .shirt }

    private static let header = ExportPresenter.line(
        ["id"] + columns.map(\.rawValue) + ["remoteId", PlayerField.shirt.rawValue])

    private static func fields(_ player: SquadPlayerFields) -> [String] {
        let profile = player.profile
        return ["\(player.id)"] + columns.map { profile.text($0) ?? "" }
            + [player.remoteID.map { "\($0)" } ?? "", profile.text(.shirt) ?? ""]
    }
}
