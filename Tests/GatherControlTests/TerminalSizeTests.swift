import Testing

@testable import GatherControl

@Suite struct TerminalSizeTests {
    private static func told(_ lines: String?, _ columns: String?) -> [Int] {
        let size = TerminalSize { ["LINES": lines, "COLUMNS": columns][$0] ?? nil }
        return [size.rows, size.columns]
    }

    @Test("a size is taken as the kernel tells it, up to what anybody looks at")
    func known() {
        #expect(TerminalSize(nil) == nil)
        let ordinary = TerminalSize((rows: 1, columns: 200))
        #expect(ordinary?.rows == 1 && ordinary?.columns == 200)
        let huge = TerminalSize((rows: 65_535, columns: 65_535))
        #expect(huge?.rows == 300 && huge?.columns == 1_000)
    }

    @Test("where nobody knows, the variables tell it, each if it makes sense")
    func unknown() {
        #expect(Self.told(nil, nil) == [24, 80])
        #expect(Self.told("50", "132") == [50, 132])
        #expect(Self.told("0", "-3") == [24, 80])
        #expect(Self.told("x", "132") == [24, 132])
        #expect(Self.told("99999999999999999999", "65535") == [24, 1_000])
    }
}
