// Refused by: right in every interleaving
// Verdict: race
// Points: at most 8
// Because: the two filters run at the same time, and both append to one array.
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
        let picture = steps.sepia(pictures.photo)
        pictures.filtered.append((filter: "sepia", picture: picture))
    }
    let blur = BlockOperation {
        let picture = steps.blur(pictures.photo)
        pictures.filtered.append((filter: "blur", picture: picture))
    }
    let combine = BlockOperation {
        steps.combine(
            pictures.filtered.first { $0.filter == "sepia" }?.picture, pictures.filtered.first { $0.filter == "blur" }?.picture)
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
    var filtered: [(filter: String, picture: String)] = []
}
