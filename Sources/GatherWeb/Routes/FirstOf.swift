/// A completion that is called once, by whoever comes first.
final class FirstOf<Value> {
    private var completion: ((Value) -> Void)?

    init(_ completion: @escaping (Value) -> Void) { self.completion = completion }

    func complete(_ value: Value) {
        completion?(value)
        completion = nil
    }
}
