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
    for name in names {
        uploads.enter()
        guard let photo = load(name) else { continue }
        upload(photo) { error in
            if error != nil {
                // The server was busy: try once more.
                upload(photo) { _ in uploads.leave() }
            }
            uploads.leave()
        }
    }
    uploads.notify(queue: .global(), execute: completion)
}
