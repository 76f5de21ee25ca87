import GatherAPI
import LinuxIO

extension GatherPresenter {
    /// What is told of a damaged database.
    static func salvage(_ salvage: Salvage) -> SalvageFields {
        SalvageFields(
            file: salvage.file, at: UniversalTime(salvage.at).rfc3339,
            savedEvents: salvage.savedEvents, lostEvents: salvage.lostEvents,
            mayHaveLostMore: salvage.mayHaveLostMore)
    }
}
