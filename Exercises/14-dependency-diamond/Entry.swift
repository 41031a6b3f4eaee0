import ExerciseChecks
import Foundation

@main enum DependencyDiamondEntry {
    static func main() {
        DependencyDiamondRun.run { load, sepia, blur, combine, queue in
            let filters = develop(Steps(load: load, sepia: sepia, blur: blur, combine: combine), on: queue)
            return [filters.sepia, filters.blur]
        }
    }
}
