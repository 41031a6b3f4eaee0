// Refused by: completes when all photos are there
// Verdict: tooEarly
// Points: at most 2
// Says: at the end of this iteration
// Says: – completes when a photo is missing
// Because: `defer` in the loop leaves when the iteration ends, and the upload has only begun then.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        uploads.enter()
        defer { uploads.leave() }
        guard let photo = load(name) else { continue }
        upload(photo) { error in
            if error != nil { upload(photo) { _ in } }
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
