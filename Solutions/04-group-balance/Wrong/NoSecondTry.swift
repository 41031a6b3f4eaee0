// Refused by: uploads each photo, and a failed one twice
// Verdict: missing
// Points: at most 5
// Says: there was no second upload
// Says: – completes after a second try
// Because: the code is balanced, because it does less than the task asks.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    let uploads = DispatchGroup()
    for name in names {
        guard let photo = load(name) else { continue }
        uploads.enter()
        upload(photo) { _ in uploads.leave() }
    }
    uploads.notify(queue: .global(), execute: completion)
}
