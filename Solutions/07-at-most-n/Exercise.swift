import Dispatch

/// Downloads one photo. Blocks its thread until the download has ended, and throws if it failed.
typealias Download = (_ name: String) throws -> Void

/// Downloads all photos, at most `limit` of them at the same time. Returns when all have ended.
func downloadAll(_ names: [String], atMost limit: Int, with download: @escaping Download) {
    let freeSlots = DispatchSemaphore(value: limit)
    let downloads = DispatchGroup()
    for name in names {
        // The caller waits here for a slot, and no thread of the pool does.
        freeSlots.wait()
        DispatchQueue.global().async(group: downloads) {
            // On every code path: a failed download makes its slot free too.
            defer { freeSlots.signal() }
            do {
                try download(name)
            } catch {
                print("\(name) is missing: \(error)")
            }
        }
    }
    downloads.wait()
}
