import Synchronization

/// A property with atomic reads and atomic writes, like `atomic` in Objective-C.
@propertyWrapper
final class AtomicProperty<Value> {
    private let value: Mutex<Value>

    init(wrappedValue: Value) { value = Mutex(wrappedValue) }

    var wrappedValue: Value {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
