import Dispatch

extension Page {
    /// A serial queue starts a block when the block before it has ended.
    public func useSerialQueue() -> PageReport {
        let queue = DispatchQueue(label: "thumbnails")
        return makeThumbnails(on: queue)
    }
}
