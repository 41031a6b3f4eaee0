// Refused by: combine comes also after a cancelled filter
// Verdict: missing
// Points: at most 8
// Because: the filter that ends last combines. But the block of a cancelled filter never runs, so the other one waits for its picture.
import Foundation

struct Steps {
    var load: () -> String
    var sepia: (_ photo: String) -> String
    var blur: (_ photo: String) -> String
    var combine: (_ sepia: String?, _ blur: String?) -> Void
}

func develop(_ steps: Steps, on queue: OperationQueue) -> (sepia: Operation, blur: Operation) {
    let pictures = Pictures()
    let lock = NSLock()
    let combineIfComplete: () -> Void = {
        let isComplete = lock.withLock {
            pictures.filters += 1
            return pictures.filters == 2
        }
        if isComplete { queue.addOperation { steps.combine(pictures.sepia, pictures.blur) } }
    }
    let load = BlockOperation { pictures.photo = steps.load() }
    let sepia = BlockOperation {
        pictures.sepia = steps.sepia(pictures.photo)
        combineIfComplete()
    }
    let blur = BlockOperation {
        pictures.blur = steps.blur(pictures.photo)
        combineIfComplete()
    }
    sepia.addDependency(load)
    blur.addDependency(load)
    queue.addOperations([load, sepia, blur], waitUntilFinished: false)
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var filters = 0
    var sepia: String?
    var blur: String?
}
