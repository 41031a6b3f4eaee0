// Refused by: completes when all photos are there
// Verdict: waits
// Because: all calls share one group, so each waits for the work of the others, too.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

private let uploads = DispatchGroup()

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    for name in names {
        guard let photo = load(name) else { continue }
        // One `enter` for each photo: the group is not empty between a failed upload and its
        // second try.
        uploads.enter()
        upload(photo) { error in
            guard error != nil else { return uploads.leave() }
            // The server was busy: try once more. The second upload leaves, whatever its result.
            upload(photo) { _ in uploads.leave() }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
