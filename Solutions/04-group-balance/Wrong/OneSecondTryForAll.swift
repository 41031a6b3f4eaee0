// Refused by: uploads each photo, and a failed one twice
// Verdict: missing
// Because: all photos share the variable. After the first failed upload, no other photo gets a second try.
import Dispatch

/// Uploads one photo: `ended` is called later, on any thread, with the error if there is one.
typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

/// Backs up all photos at the same time, and calls `completion` after the last upload has ended.
///
/// A photo that is no longer on the disk is left out. A failed upload is tried a second time.
/// Returns immediately. `completion` is called once, on any thread.
func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    var hasTriedAgain = false
    for name in names {
        guard let photo = load(name) else { continue }
        // One `enter` for each photo: the group is not empty between a failed upload and its
        // second try.
        uploads.enter()
        upload(photo) { error in
            guard error != nil, !hasTriedAgain else { return uploads.leave() }
            hasTriedAgain = true
            // The server was busy: try once more. The second upload leaves, whatever its result.
            upload(photo) { _ in uploads.leave() }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
