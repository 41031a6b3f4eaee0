// Refused by: the filters run at the same time
// Verdict: notParallel
// Points: at most 5
// Says: Each step waits for the one before it
// Says: A cancelled operation finishes immediately
// Because: the results are right, but each step waits for the one before it, also where it needs nothing of it.
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
    let combine = BlockOperation { steps.combine(pictures.sepia, pictures.blur) }

    sepia.addDependency(load)
    blur.addDependency(sepia)
    combine.addDependency(blur)

    queue.addOperations([load, sepia, blur, combine], waitUntilFinished: false)
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
