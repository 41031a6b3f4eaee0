import Dispatch

/// Two parts of an app know nothing of each other. Each gets a global queue, and each makes a queue
/// of its own, with the same label.
public func twoPartsOfAnApp(meeting: Meeting? = nil) -> PartsReport {
    let everything = DispatchGroup()
    let parts = Parts()

    DispatchQueue.global().async(group: everything) {
        meeting?.meet()
        parts.finish("search")
    }
    DispatchQueue.global().async(group: everything) {
        meeting?.meet()
        parts.finish("thumbnails")
    }
    for part in ["own search", "own thumbnails"] {
        let queue = DispatchQueue(label: "photos")
        queue.async(group: everything) { parts.finish(part) }
    }
    everything.wait()
    return PartsReport(finished: parts.finished)
}
