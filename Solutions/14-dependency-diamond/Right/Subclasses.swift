// An operation class for each kind of step. A step reads the results of its dependencies.
import Foundation

struct Steps {
    var load: () -> String
    var sepia: (_ photo: String) -> String
    var blur: (_ photo: String) -> String
    var combine: (_ sepia: String?, _ blur: String?) -> Void
}

/// A step with a picture as its result. A step that is cancelled before it starts has none.
private final class PictureOperation: Operation, @unchecked Sendable {  // Dependencies order the accesses to `picture`.
    private(set) var picture: String?
    private let make: (_ original: String?) -> String?

    init(_ make: @escaping (_ original: String?) -> String?) { self.make = make }

    override func main() {
        let originals = dependencies.compactMap { ($0 as? PictureOperation)?.picture }
        picture = make(originals.first)
    }
}

func develop(_ steps: Steps, on queue: OperationQueue) -> (sepia: Operation, blur: Operation) {
    let load = PictureOperation { _ in steps.load() }
    let sepia = PictureOperation { $0.map(steps.sepia) }
    let blur = PictureOperation { $0.map(steps.blur) }
    let combine = BlockOperation { steps.combine(sepia.picture, blur.picture) }
    for filter in [sepia, blur] {
        filter.addDependency(load)
        combine.addDependency(filter)
    }
    for operation in [combine, sepia, blur, load] { queue.addOperation(operation) }
    return (sepia, blur)
}
