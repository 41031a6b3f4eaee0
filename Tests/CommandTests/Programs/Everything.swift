import Dispatch
import Foundation

// A program as a learner might write one: it uses a bit of everything, and says at its end what it did.

var did: [String: Int] = [:]
let serial = DispatchQueue(label: "test.serial")
let concurrent = DispatchQueue(label: "test.concurrent", attributes: .concurrent)

let group = DispatchGroup()
for _ in 0..<20 { serial.async(group: group) {} }
for _ in 0..<30 { concurrent.async(group: group) {} }
for _ in 0..<3 { concurrent.async(group: group, flags: .barrier) {} }
group.wait()
for _ in 0..<5 { serial.sync {} }
did["test.serial"] = 25
did["test.concurrent"] = 33

let semaphore = DispatchSemaphore(value: 0)
DispatchQueue.global().async { semaphore.signal() }
semaphore.wait()
group.enter()
group.notify(queue: serial) { semaphore.signal() }
group.leave()
semaphore.wait()
// The block that signals is still on its way out: this one comes after it.
serial.sync {}
did["test.serial"]! += 2

let operations = OperationQueue()
operations.name = "test.kitchen"
func operation(_ name: String, after others: Operation...) -> Operation {
    let operation = BlockOperation {}
    operation.name = name
    for other in others { operation.addDependency(other) }
    return operation
}
let shop = operation("shop"), cook = operation("cook", after: shop), lay = operation("lay the table"),
    eat = operation("eat", after: cook, lay)
operations.addOperations([eat, lay, cook, shop], waitUntilFinished: true)
did["test.kitchen"] = 4

actor Counter {
    private var count = 0
    func increment() -> Int {
        count += 1
        return count
    }
}
func countInTasks() async {
    let counter = Counter()
    await withTaskGroup(of: Int.self) { tasks in
        for _ in 0..<6 { tasks.addTask { await counter.increment() } }
    }
}
let done = DispatchSemaphore(value: 0)
Task {
    await countInTasks()
    done.signal()
}
done.wait()
did["tasks"] = 7

// Whatever came in goes out, and both streams carry what they would without a tracer.
if let line = readLine(strippingNewline: false) { print("read: \(line)", terminator: "") }
print(did.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
FileHandle.standardError.write(Data("to standard error \u{0}\u{1B}[1m\n".utf8))
print("environment: \(ProcessInfo.processInfo.environment.keys.filter { $0.contains("INTERLEAVE") || $0 == "LD_PRELOAD" })")
exit(CommandLine.arguments.count > 1 ? Int32(CommandLine.arguments[1]) ?? 0 : 0)
