// A task group counts its tasks, like a DispatchGroup. No thread is blocked, because `await`
// suspends the task.
import Dispatch

typealias Download = (_ name: String, _ ended: @escaping (Error?) -> Void) -> Void

func downloadAll(_ names: [String], with download: @escaping Download, completion: @escaping () -> Void) {
    Task { @MainActor in
        await withTaskGroup(of: Void.self) { downloads in
            for name in names {
                downloads.addTask {
                    await withCheckedContinuation { continuation in
                        download(name) { _ in continuation.resume() }
                    }
                }
            }
        }
        completion()
    }
}
