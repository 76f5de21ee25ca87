/// The large digits and letters, drawn in any size from one description of their strokes.
///
/// A cell is drawn as two halves, which are about square. All strokes have the same width, and lie
/// on whole lines where they are horizontal, so that no seam is seen and few cells change from
/// digit to digit.
struct BoardFont: Hashable, Sendable {
    /// The height in lines.
    let rows: Int

    /// The width of most characters in columns.
    let width: Int

    /// The width of a stroke in columns, and in halves of a line; always even.
    private let stroke: Int

    /// The smallest height in lines.
    static let smallest = 5

    /// The limits of the width in percent of the lines of height, so that characters are neither
    /// narrow nor flat.
    private static let proportion = (least: 110, most: 150)

    /// Returns the largest font in which texts fit, each by itself; nil if none does, or if a text
    /// has characters that cannot be drawn.
    ///
    /// Capitals are drawn without their accents.
    ///
    /// - Parameter isNarrow: True if characters are no wider than they have to be.
    static func fitting(
        _ texts: [String], rows: Int, columns: Int, isNarrow: Bool = false
    ) -> BoardFont? {
        let drawn = texts.compactMap(BoardGlyph.drawn)
        guard drawn.count == texts.count else { return nil }
        for rows in stride(from: rows, through: smallest, by: -1) {
            // About a thirteenth of the halves of lines.
            let stroke = 2 * max(1, (4 * rows + 13) / 26)
            // The stroke in the middle lies on whole lines as well.
            guard (rows - stroke / 2).isMultiple(of: 2) else { continue }
            let least = even(rows, proportion.least)
            let most = isNarrow ? least : even(rows, proportion.most)
            for width in stride(from: most, through: least, by: -2) {
                let font = BoardFont(rows: rows, width: width, stroke: stroke)
                if drawn.allSatisfy({ font.width(of: $0) <= columns }) { return font }
            }
        }
        return nil
    }

    /// Returns a share of a number in percent, as an even number.
    private static func even(_ number: Int, _ percent: Int) -> Int {
        (number * percent + 199) / 200 * 2
    }

    /// Returns the width in columns of a text.
    func width(of text: String) -> Int {
        let text = BoardGlyph.drawn(text) ?? text
        return text.reduce(0) { $0 + width(of: $1) + space } - (text.isEmpty ? 0 : space)
    }

    /// Returns the lines of a text.
    func lines(_ text: String, of signs: BoardSigns, isHeld: Bool = false) -> [String] {
        let bitmaps = (BoardGlyph.drawn(text) ?? text).map(bitmap)
        let between = String(repeating: " ", count: space)
        return (0..<rows).map { row in
            bitmaps.map { bitmap in
                let pairs = zip(bitmap[2 * row], bitmap[2 * row + 1])
                return String(pairs.map { signs.sign($0, $1, isHeld: isHeld) })
            }.joined(separator: between)
        }
    }

    /// The number of blanks between two characters.
    var space: Int { stroke / 2 + (rows > Self.smallest ? 1 : 0) }

    private func width(of character: Character) -> Int {
        switch BoardGlyph.all[character]?.width {
        case .stroke: stroke
        case .narrow: 2 * stroke
        case .wide: Self.even(width, 140)
        case .usual, nil: width
        }
    }

    // MARK: - Drawing

    /// Returns the halves of a character, from the top.
    private func bitmap(_ character: Character) -> [[Bool]] {
        let width = width(of: character)
        var canvas = BoardCanvas(width: width, height: 2 * rows, stroke: stroke)
        for path in BoardGlyph.all[character]?.paths ?? [] { canvas.draw(path) }
        return canvas.pixels
    }
}

/// The halves of lines in which a character is drawn.
private struct BoardCanvas {
    private(set) var pixels: [[Bool]]
    private let stroke: Int
    /// The left and the upper edges of strokes at each quarter of the width and the height.
    private let edges: (x: [Int], y: [Int])
    /// The outer radius of a round corner.
    private let radius: Int

    init(width: Int, height: Int, stroke: Int) {
        pixels = Array(repeating: Array(repeating: false, count: width), count: height)
        self.stroke = stroke
        edges = (Self.edges(width - stroke, step: 1), Self.edges(height - stroke, step: 2))
        let room = stroke + (edges.y[2] - stroke) / 2
        radius = min(max(stroke, width * 35 / 100), max(room, stroke))
    }

    /// Returns the edges, symmetrical and at multiples of a step.
    private static func edges(_ last: Int, step: Int) -> [Int] {
        let middle = last / 2
        let quarter = middle / 2 / step * step
        return [0, quarter, middle, last - quarter, last]
    }

    mutating func draw(_ path: [BoardGlyph.Point]) {
        for (start, end) in zip(path, path.dropFirst()) { drawLine(start, end) }
        for (index, corner) in path.enumerated().dropFirst().dropLast() where corner.isRound {
            round(corner, from: path[index - 1], to: path[index + 1])
        }
    }

    private mutating func drawLine(_ start: BoardGlyph.Point, _ end: BoardGlyph.Point) {
        let (first, last) = (edge(start), edge(end))
        let steps = max(abs(last.x - first.x), abs(last.y - first.y), 1)
        for step in 0...steps {
            let x = first.x + (last.x - first.x) * step / steps
            let y = first.y + (last.y - first.y) * step / steps
            for row in y..<y + stroke {
                for column in x..<x + stroke { pixels[row][column] = true }
            }
        }
    }

    /// Draws a quarter of a ring in place of a corner.
    private mutating func round(
        _ corner: BoardGlyph.Point, from before: BoardGlyph.Point, to after: BoardGlyph.Point
    ) {
        let (at, others) = (edge(corner), [edge(before), edge(after)])
        let isRight = others.contains { $0.x > at.x }
        let isBelow = others.contains { $0.y > at.y }
        // Twice the distances, which are between the middles of halves.
        let (outer, inner) = (2 * radius, 2 * (radius - stroke))
        for down in 0..<radius {
            for across in 0..<radius {
                let (x, y) = (outer - 2 * across - 1, outer - 2 * down - 1)
                let distance = x * x + y * y
                let row = isBelow ? at.y + down : at.y + stroke - 1 - down
                let column = isRight ? at.x + across : at.x + stroke - 1 - across
                guard pixels.indices.contains(row), pixels[row].indices.contains(column) else {
                    continue
                }
                pixels[row][column] = (inner * inner...outer * outer).contains(distance)
            }
        }
    }

    private func edge(_ point: BoardGlyph.Point) -> (x: Int, y: Int) {
        (edges.x[point.x], edges.y[point.y])
    }
}
