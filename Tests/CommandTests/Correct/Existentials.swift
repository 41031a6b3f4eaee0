import Dispatch
import Foundation

/// Stores behind a protocol: who uses them does not know how they are protected.
protocol Store<Value>: AnyObject {
    associatedtype Value
    func update(_ change: (inout Value) -> Void)
    var value: Value { get }
}

final class LockedStore<Value>: Store {
    private let lock = NSLock()
    private var stored: Value
    init(_ value: Value) { stored = value }
    func update(_ change: (inout Value) -> Void) { lock.withLock { change(&stored) } }
    var value: Value { lock.withLock { stored } }
}

final class QueuedStore<Value>: Store {
    private let queue = DispatchQueue(label: "store")
    private var stored: Value
    init(_ value: Value) { stored = value }
    func update(_ change: (inout Value) -> Void) { queue.sync { change(&stored) } }
    var value: Value { queue.sync { stored } }
}

func addEverywhere(_ number: Int, _ stores: [any Store<Int>]) {
    for store in stores { store.update { $0 += number } }
}

func scenario() -> [Int] {
    let stores: [any Store<Int>] = [LockedStore(1), QueuedStore(2)]
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        addEverywhere(10, stores)
        done.signal()
    }
    addEverywhere(100, stores)
    done.wait()
    return stores.map { $0.value }
}

func allowed(_ values: [Int]) -> Bool { values == [111, 112] }
