import Dispatch
import Foundation
import Synchronization

/// Checked twice: without a lock by who comes late, with it by who comes early.
final class Settings {
    private let isLoaded = Atomic<Bool>(false)
    private let lock = NSLock()
    private var values: [String] = []
    private var loads = 0

    func value(at index: Int) -> String {
        if !isLoaded.load(ordering: .acquiring) {
            lock.lock()
            defer { lock.unlock() }
            if !isLoaded.load(ordering: .relaxed) {
                values = ["dark", "large"]
                loads += 1
                isLoaded.store(true, ordering: .releasing)
            }
        }
        return values[index] + "\(loads)"
    }
}

func scenario() -> String {
    let settings = Settings()
    let group = DispatchGroup()
    var first = "", second = ""
    DispatchQueue.global().async(group: group) { first = settings.value(at: 0) }
    DispatchQueue.global().async(group: group) { second = settings.value(at: 1) }
    group.wait()
    return first + " " + second
}

func allowed(_ text: String) -> Bool { text == "dark1 large1" }
