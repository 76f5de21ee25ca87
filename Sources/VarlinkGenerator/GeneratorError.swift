/// A definition of which no Swift can be made.
package struct GeneratorError: Error, CustomStringConvertible {
    /// The place and the problem, for a person.
    package var description: String

    /// Makes an error of a place, such as `Gather.Timer.state`, and what is wrong there.
    init(_ place: String, _ problem: String) {
        description = "\(place): \(problem)"
    }
}
