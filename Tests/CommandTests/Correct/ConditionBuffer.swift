import Foundation

/// A buffer with room for one: who finds it full or empty waits.
final class Buffer<Element> {
    private let condition = NSCondition()
    private var elements: [Element] = []
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    func put(_ element: Element) {
        condition.lock()
        while elements.count == capacity { condition.wait() }
        elements.append(element)
        condition.broadcast()
        condition.unlock()
    }

    func take() -> Element {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty { condition.wait() }
        condition.broadcast()
        return elements.removeFirst()
    }
}

func scenario() -> [Int] {
    let buffer = Buffer<Int>(capacity: 1)
    let producer = Thread {
        for number in 1...2 { buffer.put(number) }
    }
    producer.start()
    return [buffer.take(), buffer.take()]
}

func allowed(_ numbers: [Int]) -> Bool { numbers == [1, 2] }
