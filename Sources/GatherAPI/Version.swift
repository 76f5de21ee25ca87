/// The version of the product.
public enum Version {
    /// The version in `--version` and `GetInfo`.
    ///
    /// It is that of the newest release, which `units/release` sets. A source package has what
    /// `units/version` says in its place.
    public static let current = "0.2"

    /// The address in `GetInfo`: the manual page, in the form of systemd's `Documentation=`.
    public static let documentation = "man:gatherd(8)"
}
