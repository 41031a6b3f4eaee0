import Dispatch

/// Closures that capture values: each counter has its own, and a capture list takes what was there at that moment.
func makeCounter(startingAt start: Int) -> () -> Int {
    var count = start
    return {
        count += 1
        return count
    }
}

func scenario() -> String {
    let group = DispatchGroup()
    let done = DispatchQueue(label: "done")
    var results: [Int] = []
    var step = 10
    for index in 0..<2 {
        let next = makeCounter(startingAt: index * 100)
        DispatchQueue.global().async(group: group) { [step] in
            let result = next() + next() + step
            done.async(group: group) { results.append(result) }
        }
        step += 10
    }
    group.wait()
    return "\(results.sorted()) \(step)"
}

func allowed(_ text: String) -> Bool { text == "[13, 223] 30" }
