// Refused by: the filters run at the same time
// Verdict: notParallel
// Points: at most 8
// Says: maxConcurrentOperationCount
// Because: the width 1 orders the operations without any dependency, and nothing runs at the same time.
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

    queue.maxConcurrentOperationCount = 1
    queue.addOperations([load, sepia, blur, combine], waitUntilFinished: false)
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
