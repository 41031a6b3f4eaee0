import Synchronization

/// A property of which each single reading and each single writing is whole, like `atomic` in Objective-C.
///
/// What lies between a reading and a writing is not protected.
@propertyWrapper
public final class AtomicProperty<Value> {
    private let value: Mutex<Value>

    public init(wrappedValue: Value) { value = Mutex(wrappedValue) }

    public var wrappedValue: Value {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
