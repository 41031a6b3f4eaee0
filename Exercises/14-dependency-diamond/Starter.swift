import Foundation

/// The steps of one picture. Each step is slow.
struct Steps {
    /// Loads the photo.
    var load: () -> String
    /// Two filters. Each makes a picture of its own from the photo.
    var sepia: (_ photo: String) -> String
    var blur: (_ photo: String) -> String
    /// Combines the two pictures. A picture is nil if its filter was cancelled.
    var combine: (_ sepia: String?, _ blur: String?) -> Void
}

/// Adds an operation for each step to the queue, and returns immediately. The app can cancel the
/// two filters.
func develop(_ steps: Steps, on queue: OperationQueue) -> (sepia: Operation, blur: Operation) {
    let pictures = Pictures()
    let load = BlockOperation { pictures.photo = steps.load() }
    let sepia = BlockOperation { pictures.sepia = steps.sepia(pictures.photo) }
    let blur = BlockOperation { pictures.blur = steps.blur(pictures.photo) }
    let combine = BlockOperation { steps.combine(pictures.sepia, pictures.blur) }

    sepia.addDependency(load)
    blur.addDependency(load)
    // Blurring takes longer than sepia.
    combine.addDependency(blur)

    queue.addOperations([load, sepia, blur, combine], waitUntilFinished: false)
    return (sepia, blur)
}

/// The results of the steps.
private final class Pictures {
    var photo = ""
    var sepia: String?
    var blur: String?
}
