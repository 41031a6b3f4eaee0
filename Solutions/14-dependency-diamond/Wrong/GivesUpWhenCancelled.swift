// Refused by: combine comes also after a cancelled filter
// Verdict: missing
// Points: at most 8
// Because: the last block looks at `isCancelled` of the filters and returns, but the task wants the other picture.
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
    let combine = BlockOperation {
        if sepia.isCancelled || blur.isCancelled { return }
        steps.combine(pictures.sepia, pictures.blur)
    }

    sepia.addDependency(load)
    blur.addDependency(load)
    combine.addDependency(sepia)
    combine.addDependency(blur)

    queue.addOperations([load, sepia, blur, combine], waitUntilFinished: false)
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
