import GatherAPI
import Testing

@testable import GatherControl

@Suite struct HistoryPresenterTests {
    @Test("the columns are aligned, wide characters included")
    func columns() {
        var presenter = HistoryPresenter()
        let opened = TimeText.dateAndTime("2026-11-21T15:32:05Z")
        #expect(
            presenter.lines([
                Sample.summary(.open, ("東京", "Blues"), "0-0", "None"),
                Sample.summary(.ended, ("Reds", "Blues"), "12-0", "Team A"),
                Sample.summary(.discarded, ("Team A", "Team B"), "1-1", "None"),
                Sample.summary(.ended, ("A", "B"), "1-1", "None"),
            ]) == [
                "6f1c7f0e  \(opened)  東京 - Blues     0-0   open",
                "6f1c7f0e  \(opened)  Reds - Blues     12-0  winner Reds",
                "6f1c7f0e  \(opened)  Team A - Team B  1-1   discarded",
                "6f1c7f0e  \(opened)  A - B            1-1   a draw",
            ])
        #expect(
            presenter.lines([Sample.summary(.ended, ("A", "B"), "0-1", "Team B")])
                == ["6f1c7f0e  \(opened)  A - B            0-1   winner B"])
    }

    @Test("no gathers are no lines")
    func none() {
        var presenter = HistoryPresenter()
        #expect(presenter.lines([]).isEmpty)
    }
}
