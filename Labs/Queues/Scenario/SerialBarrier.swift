import Dispatch

extension Page {
    /// Each second block is a barrier. On a serial queue this changes nothing: each block runs alone
    /// already.
    public func useBarriersOnSerialQueue() -> PageReport {
        let queue = DispatchQueue(label: "thumbnails")
        let everything = DispatchGroup()
        for photo in photos {
            let flags: DispatchWorkItemFlags = photo.isMultiple(of: 2) ? .barrier : []
            queue.async(group: everything, flags: flags) { self.makeThumbnail(of: photo) }
        }
        everything.wait()
        return PageReport(self)
    }
}
