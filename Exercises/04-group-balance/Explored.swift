import Dispatch
import Synchronization

// The explorer calls this function under every interleaving: two photos, and each upload fails
// the first time.

/// Two uploads and two second tries end on their own threads, in any order.
func secondTry() {
    backUp(
        ["dawn", "noon"], load: { name in name == "dawn" ? [1] : [2] },
        upload: { photo, ended in
            let isBusy = server.begin(photo)
            DispatchQueue.global().async {
                server.end()
                ended(isBusy ? Busy() : nil)
            }
        }, completion: { server.complete() })
}

/// The outcome, after everything that was started has ended.
func outcome() -> String { server.outcome }

func allowed(_ outcome: String) -> Bool { outcome == "completed once, after 4 of 4 uploads" }

private let server = Server()

private struct Busy: Error {}

/// The number of ended uploads, and the number when `completion` ran.
private final class Server: Sendable {
    private let begunOfDawn = Atomic(0)
    private let begunOfNoon = Atomic(0)
    private let ended = Atomic(0)
    private let completions = Atomic(0)
    private let endedBefore = Atomic(0)

    /// Whether the server is too busy for this upload: for the first one of each photo.
    func begin(_ photo: [UInt8]) -> Bool {
        let begun = photo == [1] ? begunOfDawn.add(1, ordering: .relaxed) : begunOfNoon.add(1, ordering: .relaxed)
        return begun.newValue == 1
    }

    func end() { ended.add(1, ordering: .relaxed) }

    func complete() {
        endedBefore.store(ended.load(ordering: .relaxed), ordering: .relaxed)
        completions.add(1, ordering: .relaxed)
    }

    var outcome: String {
        let begun = begunOfDawn.load(ordering: .relaxed) + begunOfNoon.load(ordering: .relaxed)
        if begun < 4 { return "\(begun) of 4 uploads were started" }
        return switch completions.load(ordering: .relaxed) {
        case 0: "never completed"
        case 1: "completed once, after \(endedBefore.load(ordering: .relaxed)) of 4 uploads"
        case let times: "completed \(times) times"
        }
    }
}
