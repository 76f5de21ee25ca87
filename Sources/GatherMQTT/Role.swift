/// The work of the program at the broker until it is stopped.
protocol Role: AnyObject {
    /// Begins.
    func begin()

    /// Ends: the broker is told, and what is kept is on disk.
    func end()

    /// The state in one line, for the service manager.
    var status: String { get }
}
