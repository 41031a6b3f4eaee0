import Foundation
import Synchronization

/// The main loop of an app: the main thread serves the main actor, until a task there has ended.
public func mainLoop<Value: Sendable>(_ name: String, _ work: @escaping @MainActor () async -> Value) -> Value {
    let result = Mutex<Value?>(nil)
    Task(name: name) { @MainActor in
        let value = await work()
        result.withLock { $0 = value }
    }
    while true {
        if let value = result.withLock({ $0 }) { return value }
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
    }
}
