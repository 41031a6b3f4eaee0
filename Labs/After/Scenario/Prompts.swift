import Dispatch

/// Submits blocks that are due one after the other, and measures how late each of them begins.
public func showPrompts(_ prompts: Int, after delay: Int) -> Lateness {
    let queue = DispatchQueue(label: "prompts")
    let watch = LatenessWatch()
    let everything = DispatchGroup()
    let start = DispatchTime.now()
    for number in 1...prompts {
        let due = start + .milliseconds(delay + 2 * number)
        everything.enter()
        queue.asyncAfter(deadline: due) {
            watch.begins(dueAt: due)
            everything.leave()
        }
    }
    everything.wait()
    return watch.lateness
}
