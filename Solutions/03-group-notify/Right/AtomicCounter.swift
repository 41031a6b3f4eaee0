// An atomic counter: the download that makes it zero completes. It subtracts and checks in one
// step.
import Dispatch
import Synchronization

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    guard !names.isEmpty else { return DispatchQueue.main.async(execute: completion) }
    let left = Left(names.count)
    for name in names {
        download(name) { _ in
            if left.count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { DispatchQueue.main.async(execute: completion) }
        }
    }
}

private final class Left: Sendable {
    let count: Atomic<Int>

    init(_ count: Int) { self.count = Atomic(count) }
}
