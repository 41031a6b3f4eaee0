import Dispatch

/// What follows a work item waits for it by notify, also when the item was cancelled.
final class Pipeline {
    let queue = DispatchQueue(label: "pipeline")
    var steps: [String] = []
}

let pipeline = Pipeline()

func scenario() {
    let queue = pipeline.queue
    let load = DispatchWorkItem { pipeline.steps.append("load") }
    let skipped = DispatchWorkItem { pipeline.steps.append("never") }
    load.notify(queue: queue) { pipeline.steps.append("loaded") }
    skipped.notify(queue: queue) { pipeline.steps.append("skipped") }
    skipped.cancel()
    queue.async(execute: load)
    queue.async(execute: skipped)
}

func outcome() -> String { pipeline.steps.sorted().joined(separator: " ") }

func allowed(_ steps: String) -> Bool { steps == "load loaded skipped" }
