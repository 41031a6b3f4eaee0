import Foundation
final class Pool: @unchecked Sendable {
    let slots = DispatchSemaphore(value: 1)
    func use(_ fail: Bool) throws {
        struct Busy: Error {}
        slots.wait()
        if fail { throw Busy() }
        slots.signal()
    }
}
func scenario() {
    let p = Pool()
    try? p.use(true)
    try? p.use(false)
}
