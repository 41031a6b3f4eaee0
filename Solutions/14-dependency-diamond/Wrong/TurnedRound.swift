// Refused by: the filters start after the photo was loaded
// Verdict: tooEarly
// Points: at most 3
// Because: `a.addDependency(b)` says that `a` waits for `b`. Here each dependency has the wrong direction.
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

    load.addDependency(sepia)
    load.addDependency(blur)
    sepia.addDependency(combine)
    blur.addDependency(combine)

    queue.addOperations([load, sepia, blur, combine], waitUntilFinished: false)
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
