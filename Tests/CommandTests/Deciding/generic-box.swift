// assertion: 10, 11
// Says: a lost update
// Advises: one method that reads and stores in one step
import Dispatch

final class Box<Value>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "box", attributes: .concurrent)
    private var content: Value
    init(_ content: Value) { self.content = content }
    func get() -> Value { queue.sync { content } }
    func set(_ new: Value) { queue.sync(flags: .barrier) { content = new } }
}

func scenario() -> [String] {
    let names = Box<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        names.set(names.get() + ["\(number)"])
    }
    return names.get()
}
func allowed(_ names: [String]) -> Bool { names.count == 2 }
