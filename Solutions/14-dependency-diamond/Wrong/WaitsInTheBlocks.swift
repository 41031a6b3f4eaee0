// Refused by: no thread waits
// Verdict: waits
// Points: at most 8
// Because: each block waits for other operations, and blocks a thread of the pool meanwhile.
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
    let sepia = BlockOperation {
        load.waitUntilFinished()
        pictures.sepia = steps.sepia(pictures.photo)
    }
    let blur = BlockOperation {
        load.waitUntilFinished()
        pictures.blur = steps.blur(pictures.photo)
    }
    let combine = BlockOperation {
        sepia.waitUntilFinished()
        blur.waitUntilFinished()
        steps.combine(pictures.sepia, pictures.blur)
    }
    for operation in [load, sepia, blur, combine] { queue.addOperation(operation) }
    return (sepia, blur)
}

private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
