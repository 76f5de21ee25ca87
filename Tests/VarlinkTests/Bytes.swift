import Varlink

extension MessageFramer {
    /// Adds bytes of any collection, as the peer sends them.
    mutating func append(_ bytes: some Collection<UInt8>) { append(Array(bytes)[...]) }
}

extension ServerConnection {
    /// Adds bytes of any collection, as the client sends them.
    mutating func receive(_ bytes: some Collection<UInt8>) { receive(Array(bytes)[...]) }
}
