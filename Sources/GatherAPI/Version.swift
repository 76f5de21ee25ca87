/// The version of the product.
public enum Version {
    /// What `--version` and `GetInfo` say.
    public static let current = "0.1"
}
