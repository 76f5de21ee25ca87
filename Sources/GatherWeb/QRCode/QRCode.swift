import CQRencode

/// A text as a QR code, ISO/IEC 18004.
struct QRCode {
    /// The rows from the top, with true for a dark module.
    let rows: [[Bool]]

    /// The light modules around it, of which the standard wants four.
    private static let quietZone = 4

    /// Encodes a text; nil if it is too long, or has a zero byte.
    init?(_ text: String) {
        guard !text.utf8.contains(0),
            let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        rows = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 != 0 } }
    }

    /// Returns the code in lines of half blocks, two rows in each.
    ///
    /// - Parameter isColored: True for a terminal, which gets the codes for dark on light. Without
    ///   colours the light modules are drawn, as most terminals are dark.
    func lines(isColored: Bool) -> [String] {
        let size = rows.count + 2 * Self.quietZone
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - Self.quietZone, column - Self.quietZone)
            return rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
        }
        return stride(from: 0, to: size, by: 2).map { row in
            let blocks = (0..<size).map { column in
                let upper = isDark(row, column) == isColored
                let lower = row + 1 < size && isDark(row + 1, column) == isColored
                return upper ? lower ? "█" : "▀" : lower ? "▄" : " "
            }
            let line = blocks.joined()
            return isColored ? "\u{1B}[38;2;0;0;0;48;2;255;255;255m\(line)\u{1B}[0m" : line
        }
    }
}
