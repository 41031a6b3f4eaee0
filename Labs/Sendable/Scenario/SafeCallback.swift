import Foundation

/// The same C function with a counter that protects itself: no caller can do it wrong.
@MainActor public func countSafelyWithCallback(_ people: Int) -> Int {
    let counter = MutexGate(group: people)
    let pointer = Unmanaged.passUnretained(counter).toOpaque()
    let north = startThread(pointer) { pointer in
        let counter = Unmanaged<MutexGate>.fromOpaque(pointer!)
        counter.takeUnretainedValue().enter()
        return nil
    }
    counter.enter()
    pthread_join(north, nil)
    return counter.visitors
}

final class MutexGate: Sendable {
    private let counter = MutexCounter()
    private let group: Int

    var visitors: Int { counter.visitors }

    init(group: Int) { self.group = group }

    func enter() { counter.enter(group) }
}
