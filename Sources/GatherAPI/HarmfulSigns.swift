extension Unicode.Scalar {
    /// Whether a terminal or a log could do anything but show it.
    ///
    /// These are control characters, those that break a line, and those that turn the direction of
    /// the text after them.
    public var isHarmfulToShow: Bool {
        switch value {
        case 0x20...0x7E: false
        case 0x202A...0x202E, 0x2066...0x2069: true
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
