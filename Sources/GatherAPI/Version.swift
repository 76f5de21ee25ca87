/// The version of the product.
public enum Version {
    /// The version in `--version` and `GetInfo`.
    public static let current = "0.1"

    /// The address in `GetInfo`: the manual page, in the form of systemd's `Documentation=`.
    public static let documentation = "man:gatherd(8)"
}
