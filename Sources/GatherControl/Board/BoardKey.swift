/// A key that was pressed.
enum BoardKey: Hashable, Sendable {
    /// One that stands for itself.
    case character(Character)
    /// The end of a line.
    case enter
    /// The way out of a question.
    case escape
    /// The way back by one letter.
    case backspace
    /// The wish for a screen that is drawn anew.
    case redraw
    /// One that the board has no use for, such as an arrow.
    case other
    /// No key: something was pasted, of which nothing is taken.
    case paste
}
