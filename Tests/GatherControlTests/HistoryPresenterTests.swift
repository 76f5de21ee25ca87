import GatherAPI
import Testing

@testable import GatherControl

@Suite struct HistoryPresenterTests {
    @Test("the columns are aligned, wide characters included")
    func columns() {
        let opened = TimeWords.dateAndTime("2026-11-21T15:32:05Z")
        #expect(
            HistoryPresenter.lines([
                summary(.open, ("東京", "Blues"), "0-0", "None"),
                summary(.ended, ("Reds", "Blues"), "12-0", "Team A"),
                summary(.discarded, ("Team A", "Team B"), "1-1", "None"),
                summary(.ended, ("A", "B"), "1-1", "None"),
            ]) == [
                "\(opened)  0-0   -       東京 - Blues     open       id",
                "\(opened)  12-0  Team A  Reds - Blues     ended      id",
                "\(opened)  1-1   -       Team A - Team B  discarded  id",
                "\(opened)  1-1   None    A - B            ended      id",
            ])
    }

    @Test("no gathers are no lines")
    func none() {
        #expect(HistoryPresenter.lines([]).isEmpty)
    }

    private func summary(
        _ phase: GatherSnapshot.Phase, _ names: (String, String), _ score: String, _ winner: String
    ) -> GatherSummary {
        GatherSummary(
            id: "id", phase: phase, teamAName: names.0, teamBName: names.1, score: score,
            winnerTeam: winner, openedAt: "2026-11-21T15:32:05Z", endedAt: nil)
    }
}
