import CNCurses
import Glibc
import LinuxIO

/// A terminal driven by ncurses, which knows the sequences of each type, and writes only what has
/// changed.
final class NCursesTerminal: BoardTerminal {
    let keys: Descriptor?
    private let output: Output
    private let writeTimeout: WriteTimeout
    private let screen: OpaquePointer
    private let held: HeldSignals
    private let crashGuard: TerminalGuard
    private let palette: ColorPalette
    private let marksPastes: Bool
    private let restoring: [UInt8]
    private let fallbackSize: TerminalSize
    private var isOpen = true
    private var shown: BoardGrid?

    private static let pasteMarksOn = "\u{1B}[?2004h"
    private static let pasteMarksOff = "\u{1B}[?2004l"

    /// Opens the terminal; nil if its type is not known, or its cursor cannot be moved.
    ///
    /// - Parameters:
    ///   - type: The value of `$TERM`.
    ///   - hasColors: True if colours are wanted, where there are any.
    ///   - fallbackSize: The size to assume if the kernel does not know it.
    init?(
        _ streams: Streams, type: String, hasColors: Bool, fallbackSize: TerminalSize
    ) throws(SystemError) {
        output = streams.output
        keys = streams.input.isTerminal ? streams.input.descriptor : nil
        crashGuard = try TerminalGuard(output.descriptor)
        writeTimeout = try WriteTimeout(output.descriptor)
        // Before ncurses, which would handle some of them itself.
        held = try HeldSignals(HeldSignals.terminating + [SIGTSTP, SIGCONT, SIGWINCH])
        self.fallbackSize = fallbackSize
        let size = TerminalSize(output.knownSize) ?? fallbackSize
        guard let screen = cncurses_open(type, Int32(size.rows), Int32(size.columns)) else {
            return nil
        }
        self.screen = screen
        palette = ColorPalette(count: hasColors ? Int(cncurses_start_color()) : 0)
        // Terminals with sequences of this kind ignore this one if they do not support it.
        marksPastes = Self.capability("cup").starts(with: "\u{1B}[".utf8)
        restoring =
            (marksPastes ? Array(Self.pasteMarksOff.utf8) : [])
            + ["sgr0", "rmcup", "cnorm"].flatMap(Self.capability)
        crashGuard.arm(writing: restoring)
        markPastes(true)
    }

    deinit {
        close()
        delscreen(screen)
    }

    /// The size that the kernel reports, within limits; ncurses is informed when it changes.
    var size: (rows: Int, columns: Int) {
        let size = TerminalSize(output.knownSize) ?? fallbackSize
        return (size.rows, size.columns)
    }

    var signals: Descriptor? { held.descriptor }

    /// Handles the signals that have arrived, until one ends the process.
    func takeSignals() -> Int32? {
        while let signal = held.next() {
            switch signal {
            case SIGWINCH: resizeterm(Int32(size.rows), Int32(size.columns))
            case SIGTSTP: stop()
            // Another program stopped the process without its knowledge, and the shell took the
            // terminal.
            case SIGCONT:
                writeTimeout.write(within: 2) { _ = endwin() }
                resumeScreen()
            default: return signal
            }
        }
        return nil
    }

    /// Restores the terminal before the signal has its default effect.
    func end(by signal: Int32) {
        close()
        HeldSignals.take(signal)
    }

    /// True if a write would not block, as it does after `^S` or on a connection that stalls.
    var hasRoom: Bool { output.hasRoom }

    /// Passes the screen to ncurses, which writes the differences; waits as long as a slow line
    /// needs for a whole screen.
    func show(_ grid: BoardGrid, all: Bool) -> Bool {
        for row in 0..<grid.rows where all || !grid.hasSame(row, as: shown) { put(grid, row) }
        let isTaken = writeTimeout.write(within: 5) { cncurses_show(all) }
        shown = isTaken ? grid : nil
        return isTaken
    }

    /// Leaves the alternate screen, shows the cursor and restores the terminal's modes.
    func close() {
        guard isOpen else { return }
        isOpen = false
        leaveScreen()
    }

    /// Restores the terminal's own screen and modes, with a short timeout: a user who ends a board
    /// whose output is blocked does not want to wait for it.
    private func leaveScreen() {
        writeTimeout.write(within: 2) {
            // After a change of its size, a terminal may show lines of the one screen on the other.
            erase()
            cncurses_show(false)
            endwin()
            markPastes(false)
        }
        crashGuard.restoreModes()
        crashGuard.disarm()
    }

    private func stop() {
        leaveScreen()
        HeldSignals.take(SIGTSTP)
        // The process continues here, and knows what has woken it.
        Signals.block([SIGTSTP])
        HeldSignals.forget(SIGCONT)
        crashGuard.arm(writing: restoring)
        resumeScreen()
    }

    /// Takes over the terminal in its present state, perhaps with another size.
    private func resumeScreen() {
        // At once, so that a key typed from here on is read as a key. The whole screen is drawn
        // after it.
        reset_prog_mode()
        resizeterm(Int32(size.rows), Int32(size.columns))
        writeTimeout.write(within: 2) { markPastes(true) }
    }

    /// Asks the terminal to mark what is pasted, or no longer to do so.
    private func markPastes(_ isOn: Bool) {
        guard marksPastes else { return }
        // ncurses has written all of its output whenever a call of it returns; putp(3) would keep
        // this in a buffer that ncurses does not write.
        try? output.write(Array((isOn ? Self.pasteMarksOn : Self.pasteMarksOff).utf8))
    }

    // MARK: - Letters

    /// Writes a line in runs of one style.
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
                // ncurses may assume another width for it, so the next one is placed explicitly.
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

    /// Returns true if the width of a character is the same for every terminal and library.
    private static func isSimple(_ cell: BoardGrid.Cell) -> Bool {
        let scalars = cell.text.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return false }
        return first.isASCII || (0x2500...0x259F).contains(first.value)
    }

    private static func places(_ grid: BoardGrid, _ row: Int, _ column: Int) -> Int {
        column + 1 < grid.columns && grid[row, column + 1].text.isEmpty ? 2 : 1
    }

    /// Returns as many scalars of a character as the C library has room for in its columns.
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

    /// Returns a capability without the codes for delays, which no current terminal needs.
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
