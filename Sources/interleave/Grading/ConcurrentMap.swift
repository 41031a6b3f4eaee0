import Dispatch
import Synchronization

/// Texts that do not depend on each other, made on all cores; in the order of their makers.
func concurrentMap(_ makers: [@Sendable () -> String]) -> [String] {
    let texts = Mutex([String](repeating: "", count: makers.count))
    DispatchQueue.concurrentPerform(iterations: makers.count) { index in
        let text = makers[index]()
        texts.withLock { $0[index] = text }
    }
    return texts.withLock { $0 }
}
