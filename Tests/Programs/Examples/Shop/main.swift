import Dispatch

let counter = Counter()
DispatchQueue.concurrentPerform(iterations: 2) { _ in counter.increment() }
print(counter.current)
