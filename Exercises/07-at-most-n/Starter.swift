import Dispatch

/// Downloads one photo. Blocks its thread until the download has ended, and throws if it failed.
typealias Download = (_ name: String) throws -> Void

/// Downloads all photos, at most `limit` of them at the same time. Returns when all have ended.
func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    let downloads = DispatchGroup()
    for name in names {
        DispatchQueue.global().async(group: downloads) {
            freeSlots.wait()
            do {
                try download(name)
                freeSlots.signal()
            } catch {
                print("\(name) is missing: \(error)")
            }
        }
    }
    downloads.wait()
}
