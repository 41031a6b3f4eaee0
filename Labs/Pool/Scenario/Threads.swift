import Foundation

/// The threads of this process now, as the kernel counts them: the folder `/proc/self/task` has an entry
/// for each of them.
public func threadsOfThisProcess() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
}
