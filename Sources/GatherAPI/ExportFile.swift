/// An export in JSON lines, as the programs know it that read one.
public enum ExportFile {
    /// The most bytes of a line.
    public static let longestLine = 1 << 20
}
