import Foundation

/// The same C function with a counter that protects itself: no caller can do it wrong.
@MainActor public func countSafelyWithCallback(_ people: Int) -> Int {
    let counter = MutexGate(group: people)
    let north = startThread(Unmanaged.passUnretained(counter).toOpaque()) { pointer in
        let counter = Unmanaged<MutexGate>.fromOpaque(pointer!)
        counter.takeUnretainedValue().enter()
        return nil
    }
    counter.enter()
    pthread_join(north, nil)
    return counter.counter.visitors
}

final class MutexGate: Sendable {
    let counter = MutexCounter()
    private let group: Int

    init(group: Int) { self.group = group }

    func enter() { counter.enter(group) }
}
