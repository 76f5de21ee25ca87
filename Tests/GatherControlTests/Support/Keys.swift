import GatherAPI

@testable import GatherControl

/// Keys that are pressed on a board whose control is on.
enum Keys {
    /// The match that is shown.
    static let gather = Sample.gather(Sample.running())

    /// Returns the changes that keys cause, each pressed at a time in milliseconds from the start.
    static func changes(
        _ presses: (key: Character, at: Int)..., in gather: GatherSnapshot? = gather
    ) -> [Change] {
        var panel = ControlPanel(isOn: true)
        return presses.flatMap { press in
            changes(panel.press(.character(press.key), gather, at: .milliseconds(press.at)))
        }
    }

    /// Returns the changes among some actions of the board.
    static func changes(_ actions: [ControlPanel.Action]) -> [Change] {
        actions.compactMap { if case .change(let change, _) = $0 { change } else { nil } }
    }
}
