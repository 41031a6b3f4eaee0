import Dispatch

extension Page {
    /// A concurrent queue does not wait for the end of a block before it starts the next one.
    public func useConcurrentQueue() -> PageReport {
        let queue = DispatchQueue(label: "thumbnails", attributes: .concurrent)
        return makeThumbnails(on: queue)
    }
}
