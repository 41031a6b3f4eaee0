import Foundation
func scenario() async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let a = Task {
        var sum = 0
        for await x in stream { sum += x }
        return sum
    }
    let b = Task {
        var sum = 0
        for await x in stream { sum += x }
        return sum
    }
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    let x = await a.value
    let y = await b.value
    return x * 10 + y
}
func allowed(_ v: Int) -> Bool { v == 33 }
