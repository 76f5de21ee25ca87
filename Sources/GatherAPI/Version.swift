/// The version of the product.
public enum Version {
    /// The version in `--version` and `GetInfo`.
    public static let current = "0.1"
}
