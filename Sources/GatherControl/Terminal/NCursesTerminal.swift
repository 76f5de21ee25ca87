import CNCurses
import Glibc
import LinuxIO

/// A terminal by ncurses: it knows how each type is written to, and writes only what has changed.
final class NCursesTerminal: BoardTerminal {
    let keys: Descriptor?
    private let output: Output
    private let patience: WritePatience
    private let screen: OpaquePointer
    private let held: HeldSignals
    private let crashGuard: TerminalGuard
    private let palette: ColorPalette
    private let tellsPastes: Bool
    private let restoring: [UInt8]
    private let fallbackSize: TerminalSize
    private var isOpen = true
    private var shown: BoardGrid?

    private static let pastesTold = "\u{1B}[?2004h"
    private static let pastesUntold = "\u{1B}[?2004l"

    /// Takes the terminal; nil if nobody has described its type, or its cursor cannot be moved.
    ///
    /// - Parameters:
    ///   - type: What `$TERM` says.
    ///   - hasColors: Whether colours are wanted, where there are any.
    ///   - fallbackSize: How large it is where the kernel does not know.
    init?(
        _ streams: Streams, type: String, hasColors: Bool, fallbackSize: TerminalSize
    ) throws(SystemError) {
        output = streams.output
        keys = streams.input.isTerminal ? streams.input.descriptor : nil
        crashGuard = try TerminalGuard(output.descriptor)
        patience = try WritePatience(output.descriptor)
        // Before ncurses, which would take some of them itself.
        held = try HeldSignals(HeldSignals.ends + [SIGTSTP, SIGCONT, SIGWINCH])
        self.fallbackSize = fallbackSize
        let size = TerminalSize(output.knownSize) ?? fallbackSize
        guard let screen = cncurses_open(type, Int32(size.rows), Int32(size.columns)) else {
            return nil
        }
        self.screen = screen
        palette = ColorPalette(count: hasColors ? Int(cncurses_start_color()) : 0)
        // Of the types with such sequences, those that do not know this one leave it alone.
        tellsPastes = Self.capability("cup").starts(with: "\u{1B}[".utf8)
        restoring =
            (tellsPastes ? Array(Self.pastesUntold.utf8) : [])
            + ["sgr0", "rmcup", "cnorm"].flatMap(Self.capability)
        crashGuard.arm(writing: restoring)
        tellPastes(true)
    }

    deinit {
        close()
        delscreen(screen)
    }

    /// What the kernel says, within reason; ncurses is told when that changes.
    var size: (rows: Int, columns: Int) {
        let size = TerminalSize(output.knownSize) ?? fallbackSize
        return (size.rows, size.columns)
    }

    var signals: Descriptor? { held.descriptor }

    /// Does what the signals ask for, until one ends the process.
    func takeSignals() -> Int32? {
        while let signal = held.next() {
            switch signal {
            case SIGWINCH: resizeterm(Int32(size.rows), Int32(size.columns))
            case SIGTSTP: stop()
            // Somebody stopped the process without its knowledge, and the shell took the terminal.
            case SIGCONT:
                patience.write(within: 2) { _ = endwin() }
                comeBack()
            default: return signal
            }
        }
        return nil
    }

    /// Gives the terminal back before the signal does what it does by itself.
    func end(by signal: Int32) {
        close()
        HeldSignals.take(signal)
    }

    /// Whether a write would not wait, as it does after `^S` or where a connection is stuck.
    var hasRoom: Bool { output.hasRoom }

    /// Hands the screen to ncurses, which compares it with what the terminal shows; as long as a
    /// slow line takes for all of it.
    func show(_ grid: BoardGrid, all: Bool) -> Bool {
        for row in 0..<grid.rows where all || !grid.hasSame(row, as: shown) { put(grid, row) }
        let isTaken = patience.write(within: 5) { cncurses_show(all) }
        shown = isTaken ? grid : nil
        return isTaken
    }

    /// Leaves the alternate screen, shows the cursor and sets the modes there were.
    func close() {
        guard isOpen else { return }
        isOpen = false
        leaveScreen()
    }

    /// Gives the terminal its own screen and modes, in a moment: whoever ends a board of which the
    /// output stands still does not want to wait for it.
    private func leaveScreen() {
        patience.write(within: 2) {
            endwin()
            tellPastes(false)
        }
        crashGuard.restoreModes()
        crashGuard.disarm()
    }

    private func stop() {
        leaveScreen()
        HeldSignals.take(SIGTSTP)
        // Here it goes on, and knows what has woken it.
        Signals.block([SIGTSTP])
        HeldSignals.forget(SIGCONT)
        crashGuard.arm(writing: restoring)
        comeBack()
    }

    /// Takes the terminal as it is now, perhaps of another size.
    private func comeBack() {
        // At once: a key that is typed from here on is one. All of the screen is drawn after it.
        reset_prog_mode()
        resizeterm(Int32(size.rows), Int32(size.columns))
        patience.write(within: 2) { tellPastes(true) }
    }

    /// Has the terminal say what is pasted, or no longer.
    private func tellPastes(_ isTold: Bool) {
        guard tellsPastes else { return }
        // ncurses has written all of its own whenever a call of it returns; putp(3) would keep this
        // in a buffer that ncurses does not write.
        try? output.write(Array((isTold ? Self.pastesTold : Self.pastesUntold).utf8))
    }

    // MARK: - Letters

    /// Writes a line in stretches of one style.
    private func put(_ grid: BoardGrid, _ row: Int) {
        var start = 0
        var text: [wchar_t] = []
        for column in 0..<grid.columns {
            let cell = grid[row, column]
            let isNew = column > 0 && cell.style != grid[row, column - 1].style
            if isNew || !Self.isSimple(cell), !text.isEmpty {
                put(text, row, start, grid[row, start].style)
                text = []
            }
            if cell.text.isEmpty { continue }
            if text.isEmpty { start = column }
            text += Self.letters(of: cell, places: Self.places(grid, row, column))
            if !Self.isSimple(cell) {
                // How wide ncurses takes it for is its own business: the next has its own place.
                put(text, row, start, cell.style)
                text = []
            }
        }
        if !text.isEmpty { put(text, row, start, grid[row, start].style) }
    }

    private func put(_ text: [wchar_t], _ row: Int, _ column: Int, _ style: BoardStyle) {
        let (attributes, pair) = palette.look(of: style)
        cncurses_put(Int32(row), Int32(column), text + [0], attributes, pair)
    }

    /// Whether nobody can be of two minds about its width.
    private static func isSimple(_ cell: BoardGrid.Cell) -> Bool {
        let scalars = cell.text.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return false }
        return first.isASCII || (0x2500...0x259F).contains(first.value)
    }

    private static func places(_ grid: BoardGrid, _ row: Int, _ column: Int) -> Int {
        column + 1 < grid.columns && grid[row, column + 1].text.isEmpty ? 2 : 1
    }

    /// As much of what people see as one letter as the C library has room for in its places.
    private static func letters(of cell: BoardGrid.Cell, places: Int) -> [wchar_t] {
        var letters: [wchar_t] = []
        var left = places
        for scalar in cell.text.unicodeScalars {
            let letter = wchar_t(scalar.value)
            let width = Int(cncurses_width(letter))
            if width < 0 || width > left { break }
            left -= width
            letters.append(letter)
        }
        return letters.isEmpty ? [wchar_t(UInt8(ascii: "?"))] : letters
    }

    /// A capability without the signs for pauses, which no terminal of today needs.
    private static func capability(_ name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var isPause = false
        for byte in String(cString: cncurses_text(name)).utf8 {
            if byte == UInt8(ascii: "$") { isPause = true }
            if !isPause { bytes.append(byte) }
            if byte == UInt8(ascii: ">") { isPause = false }
        }
        return bytes
    }
}
