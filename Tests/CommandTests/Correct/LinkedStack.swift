import Foundation

/// A stack of linked nodes, guarded by a lock; nodes go from one thread to another.
final class Stack<Element> {
    private indirect enum Node {
        case empty
        case node(Element, Node)
    }

    private let lock = NSLock()
    private var top = Node.empty

    func push(_ element: Element) {
        lock.withLock { top = .node(element, top) }
    }

    func pop() -> Element? {
        lock.withLock {
            guard case .node(let element, let rest) = top else { return nil }
            top = rest
            return element
        }
    }
}

final class Box {
    var number: Int
    init(_ number: Int) { self.number = number }
}

func scenario() -> Int {
    let stack = Stack<Box>()
    let pushed = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        for number in 1...2 {
            let box = Box(number)
            box.number *= 10
            stack.push(box)
        }
        pushed.signal()
    }
    var sum = 0
    if let box = stack.pop() {
        box.number += 1
        sum = box.number - 1
    }
    pushed.wait()
    while let box = stack.pop() { sum += box.number }
    return sum
}

func allowed(_ sum: Int) -> Bool { sum == 30 }
