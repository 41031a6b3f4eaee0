/// A dictionary that few executions need: without contents it has no memory, and no reference to count. Its owner frees it.
struct SeldomUsed<Key: Hashable, Value> {
    private var contents: UnsafeMutablePointer<[Key: Value]>?

    /// Empty, in the memory of another that is not used any more.
    @inline(__always)
    init(reusing old: Self?) {
        contents = old?.contents
        if contents != nil { removeAll() }
    }

    func deallocate() {
        contents?.deinitialize(count: 1)
        contents?.deallocate()
    }

    @inline(never)
    private func removeAll() { contents?.pointee.removeAll() }

    var isEmpty: Bool { contents?.pointee.isEmpty ?? true }

    subscript(key: Key) -> Value? {
        get { contents?.pointee[key] }
        set {
            if contents == nil {
                contents = .allocate(capacity: 1)
                contents?.initialize(to: [:])
            }
            contents?.pointee[key] = newValue
        }
    }

    subscript(key: Key, default value: Value) -> Value {
        get { self[key] ?? value }
        set { self[key] = newValue }
    }
}
