import Foundation
final class A: @unchecked Sendable {
    let lock = NSLock()
    func f(_ x: Bool) {
        lock.lock()
        if x { return }
        print("a")
        lock.lock()
        lock.unlock()
    }
}
func scenario() {
    let a = A()
    a.f(false)
}
