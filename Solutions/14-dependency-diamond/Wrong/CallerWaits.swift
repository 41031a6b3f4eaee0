// Refused by: no thread waits
// Verdict: waits
// Says: `develop` did not return
// Because: `waitUntilFinished: true` blocks the caller until the picture is complete. The app gets the filters too late to cancel them.
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
    blur.addDependency(load)
    combine.addDependency(sepia)
    combine.addDependency(blur)

    queue.addOperations([load, sepia, blur, combine], waitUntilFinished: true)
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
