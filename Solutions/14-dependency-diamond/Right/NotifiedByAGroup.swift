// The completion block of an operation runs also if it was cancelled. So a group can count the
// filters.
import Foundation

struct Steps {
    var load: () -> String
    var sepia: (_ photo: String) -> String
    var blur: (_ photo: String) -> String
    var combine: (_ sepia: String?, _ blur: String?) -> Void
}

func develop(_ steps: Steps, on queue: OperationQueue) -> (sepia: Operation, blur: Operation) {
    let pictures = Pictures()
    let load = BlockOperation { pictures.photo = steps.load() }
    let sepia = BlockOperation { pictures.sepia = steps.sepia(pictures.photo) }
    let blur = BlockOperation { pictures.blur = steps.blur(pictures.photo) }
    let filters = DispatchGroup()
    for filter in [sepia, blur] {
        filters.enter()
        filter.completionBlock = { filters.leave() }
        filter.addDependency(load)
    }
    filters.notify(queue: .global()) {
        queue.addOperation { steps.combine(pictures.sepia, pictures.blur) }
    }
    queue.addOperations([load, sepia, blur], waitUntilFinished: false)
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
