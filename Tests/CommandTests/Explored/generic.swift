import Dispatch

/// Somebody who takes two things, one after the other.
struct Guest<Manners> {
    let manners: Manners
    let first: DispatchSemaphore, second: DispatchSemaphore

    func dine(on queue: DispatchQueue, in everybody: DispatchGroup) {
        queue.async(group: everybody) {
            first.wait()
            second.wait()
            second.signal()
            first.signal()
        }
    }
}

func scenario() -> Int {
    let fork = DispatchSemaphore(value: 1), knife = DispatchSemaphore(value: 1)
    let everybody = DispatchGroup()
    Guest(manners: 1, first: fork, second: knife).dine(on: DispatchQueue(label: "one"), in: everybody)
    Guest(manners: 1, first: knife, second: fork).dine(on: DispatchQueue(label: "two"), in: everybody)
    everybody.wait()
    return 2
}
