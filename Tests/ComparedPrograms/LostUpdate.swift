import Dispatch

/// Counts photos as they arrive.
final class Counter {
    var value = 0
}

/// Two blocks add one each: reading and writing are two steps, and the other block can run between
/// them.
func scenario() -> Int {
    let counter = Counter(), group = DispatchGroup()
    for _ in 0..<2 { DispatchQueue.global().async(group: group) { counter.value += 1 } }
    group.wait()
    return counter.value
}

func allowed(_ count: Int) -> Bool { count == 2 }
