import Dispatch

func scenario() -> Int {
    let queue = DispatchQueue(label: "accounts")
    return queue.sync { queue.sync { 1 } }
}
