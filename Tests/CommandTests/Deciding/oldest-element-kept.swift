// assertion: 15, 10
// Says: (`.bufferingOldest(1)`)
// Advises: use `.unbounded`
import Dispatch

func scenario() async -> Int {
    let (prices, sender) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let reader = Task {
        var last = 0
        for await price in prices { last = price }
        return last
    }
    DispatchQueue.global().async {
        sender.yield(10)
        sender.yield(11)
        sender.finish()
    }
    return await reader.value
}
func allowed(_ last: Int) -> Bool { last == 11 }
