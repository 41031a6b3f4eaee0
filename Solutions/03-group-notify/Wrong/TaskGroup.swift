// Refused by: the group itself tells
// Verdict: otherMeans
// Because: it does what is asked for, with tasks. That is how one would write it today; the exercise is about what a DispatchGroup does.
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
