import Dispatch
import Foundation

/// A value that comes later, once: who asks before waits, and callbacks run when it is there.
final class Promise<Value> {
    private let condition = NSCondition()
    private var result: Result<Value, any Error>?
    private var callbacks: [(Result<Value, any Error>) -> Void] = []

    func fulfil(_ result: Result<Value, any Error>) {
        condition.lock()
        guard self.result == nil else {
            condition.unlock()
            return
        }
        self.result = result
        let callbacks = self.callbacks
        self.callbacks = []
        condition.broadcast()
        condition.unlock()
        for callback in callbacks { callback(result) }
    }

    func whenDone(_ callback: @escaping (Result<Value, any Error>) -> Void) {
        condition.lock()
        guard let result else {
            callbacks.append(callback)
            condition.unlock()
            return
        }
        condition.unlock()
        callback(result)
    }

    func value() throws -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return try result.get() }
            condition.wait()
        }
    }
}

func scenario() throws -> Int {
    let promise = Promise<Int>()
    let told = DispatchSemaphore(value: 0)
    promise.whenDone { _ in told.signal() }
    DispatchQueue.global().async { promise.fulfil(.success(42)) }
    let value = try promise.value()
    told.wait()
    return value
}

func allowed(_ value: Int) -> Bool { value == 42 }
