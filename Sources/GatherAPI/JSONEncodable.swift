public import Varlink

/// A type of an interface that can be written as JSON.
public protocol JSONEncodable {
    /// The value as it stands on the wire.
    var json: JSONValue { get }
}
