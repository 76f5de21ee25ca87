/// An export in JSON lines.
public enum ExportFile {
    /// The most bytes of a line.
    public static let longestLine = 1 << 20
}
