// Refused by: completes when a photo is missing
// Verdict: crash
// Points: at least 7
// Says: left more often than it was entered
// Says: With 3 photos, one of them missing
// Because: a missing photo leaves the group without having entered it.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        guard let photo = load(name) else {
            uploads.leave()
            continue
        }
        uploads.enter()
        upload(photo) { error in
            guard error != nil else { return uploads.leave() }
            upload(photo) { _ in uploads.leave() }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
