// A barrier of the queue waits for all operations that were added before it. Nothing else is in
// this queue.
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

    sepia.addDependency(load)
    blur.addDependency(load)
    queue.addOperations([load, sepia, blur], waitUntilFinished: false)
    queue.addBarrierBlock { steps.combine(pictures.sepia, pictures.blur) }
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
