import Testing

@testable import GatherControl

@Suite struct BoardGridTests {
    @Test("text is put at a place, at an end and in the middle")
    func places() {
        var grid = BoardGrid(rows: 3, columns: 9)
        grid.put("ab", row: 0, column: 2)
        grid.put("ab", row: 1, endingAt: 9)
        grid.putCentered("abc", row: 2)
        #expect(grid.lines == ["  ab", "       ab", "   abc"])
    }

    @Test("wide letters take two places, and marks that have no width none")
    func widths() {
        var grid = BoardGrid(rows: 1, columns: 8)
        grid.put("日e\u{301}本", row: 0, column: 0)
        grid.put("x", row: 0, column: 5)
        #expect(grid.lines == ["日e\u{301}本x"])
        #expect(grid[0, 1].text == "")
        #expect(grid[0, 2].text == "e\u{301}")
    }

    @Test("what does not fit is cut with a sign, a wide letter as a whole")
    func cut() {
        var grid = BoardGrid(rows: 4, columns: 5)
        grid.put("abcdef", row: 0, column: 0)
        grid.put("日本語", row: 1, column: 0)
        grid.put("abcdef", row: 2, column: 1, width: 3)
        grid.put("abcdef", row: 3, endingAt: 4, width: 3)
        #expect(grid.lines == ["abcd…", "日本…", " ab…", " ab…"])
    }

    @Test("what is off the screen is left out")
    func outside() {
        var grid = BoardGrid(rows: 1, columns: 3)
        grid.put("a", row: 1, column: 0)
        grid.put("a", row: -1, column: 0)
        grid.put("a", row: 0, column: 3)
        grid.put("abc", row: 0, endingAt: 0)
        #expect(grid.lines == [""])
        #expect(BoardGrid(rows: 0, columns: -1).lines == [""])
    }
}
