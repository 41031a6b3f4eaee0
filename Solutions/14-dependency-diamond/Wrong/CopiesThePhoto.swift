// Refused by: combine starts after both filters, with both pictures
// Verdict: wrongResult
// Says: photo
// Because: the closures get a copy of the photo from the time when they were made. That was before the load.
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
    let photo = pictures.photo
    let sepia = BlockOperation { pictures.sepia = steps.sepia(photo) }
    let blur = BlockOperation { pictures.blur = steps.blur(photo) }
    let combine = BlockOperation { steps.combine(pictures.sepia, pictures.blur) }

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
