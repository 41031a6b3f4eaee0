// Refused by: uploads at the same time, and returns immediately
// Verdict: waits
// Because: `wait` blocks the caller until the last upload has ended.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        guard let photo = load(name) else { continue }
        uploads.enter()
        upload(photo) { error in
            guard error != nil else { return uploads.leave() }
            upload(photo) { _ in uploads.leave() }
        }
    }
    uploads.wait()
    completion()
}
