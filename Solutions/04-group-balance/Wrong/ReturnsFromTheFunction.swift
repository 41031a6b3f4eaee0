// Refused by: completes when a photo is missing
// Verdict: missing
// Because: `return` leaves the whole function: the later photos are not uploaded, and nothing is notified.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        guard let photo = load(name) else { return }
        uploads.enter()
        upload(photo) { error in
            guard error != nil else { return uploads.leave() }
            upload(photo) { _ in uploads.leave() }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
