// Refused by: uploads at the same time, and returns immediately
// Verdict: notParallel
// Because: each upload starts the next one when it has ended, so there is never more than one.
import Dispatch

typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    guard let name = names.first else { return completion() }
    let rest = Array(names.dropFirst())
    func goOn() { backUp(rest, load: load, upload: upload, completion: completion) }
    guard let photo = load(name) else { return goOn() }
    upload(photo) { error in
        guard error != nil else { return goOn() }
        upload(photo) { _ in goOn() }
    }
}
