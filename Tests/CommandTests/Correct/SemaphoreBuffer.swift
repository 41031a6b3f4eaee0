import Dispatch
import Foundation

/// The classic bounded buffer: one semaphore counts what is there, another the room that is left.
final class RingBuffer {
    private var slots: [Int?]
    private var readIndex = 0
    private var writeIndex = 0
    private let lock = NSLock()
    private let filled = DispatchSemaphore(value: 0)
    private let free: DispatchSemaphore

    init(capacity: Int) {
        slots = Array(repeating: nil, count: capacity)
        free = DispatchSemaphore(value: capacity)
    }

    func write(_ value: Int) {
        free.wait()
        lock.withLock {
            slots[writeIndex] = value
            writeIndex = (writeIndex + 1) % slots.count
        }
        filled.signal()
    }

    func read() -> Int {
        filled.wait()
        let value = lock.withLock {
            defer { readIndex = (readIndex + 1) % slots.count }
            return slots[readIndex] ?? -1
        }
        free.signal()
        return value
    }
}

func scenario() -> [Int] {
    let buffer = RingBuffer(capacity: 2)
    DispatchQueue.global().async {
        for value in 1...3 { buffer.write(value) }
    }
    return (1...3).map { _ in buffer.read() }
}

func allowed(_ values: [Int]) -> Bool { values == [1, 2, 3] }
