import GatherAPI

@testable import GatherControl

/// Keys that are pressed on a board whose control is on.
enum Keys {
    /// The match that is shown.
    static let gather = Sample.gather(Sample.running())

    /// What keys have the board change, pressed so many milliseconds after the start.
    static func changes(
        _ presses: (key: Character, at: Int)..., in gather: GatherSnapshot? = gather
    ) -> [Change] {
        var panel = ControlPanel(isOn: true)
        return presses.flatMap { press in
            changes(panel.press(.character(press.key), gather, at: .milliseconds(press.at)))
        }
    }

    /// What the board is to change.
    static func changes(_ actions: [ControlPanel.Action]) -> [Change] {
        actions.compactMap { if case .change(let change, _) = $0 { change } else { nil } }
    }
}
