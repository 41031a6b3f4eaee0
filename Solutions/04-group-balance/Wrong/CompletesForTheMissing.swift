// Refused by: completes when a photo is missing
// Verdict: tooEarly
// Because: a missing photo calls `completion` itself, although uploads are running.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        guard let photo = load(name) else {
            completion()
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
