import Dispatch

func scenario() -> [Int] {
    nonisolated(unsafe) var squares = [0, 0]
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        squares[index] = index * index + 1
    }
    return squares
}
