import Dispatch

/// Photos are saved with `async`, and counted with `sync`. The block of `sync` starts after all blocks
/// that were submitted before it. So the caller waits for them, too.
public func saveAndCount(_ photos: Int) -> SaveReport {
    let store = Store()
    for _ in 1...photos { store.save() }
    return SaveReport(photos: photos, counted: store.count())
}

/// Saved photos. Only blocks of the serial queue use the number.
final class Store: @unchecked Sendable {
    private let queue = DispatchQueue(label: "saved photos")
    private var saved = 0

    func save() {
        queue.async {
            calculate()
            self.saved += 1
        }
    }

    func count() -> Int {
        queue.sync { saved }
    }
}

public struct SaveReport: Codable, Sendable {
    public var photos: Int
    /// Photos that the caller counted.
    public var counted: Int
}
