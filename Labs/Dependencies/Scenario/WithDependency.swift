import Foundation

/// The fix: the filter depends on the download, so it is ready when the download has finished.
///
/// The order of the two calls of `addOperation` does not matter. Set the dependency before them.
public func filterWithDependency(latency: TimeInterval) -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: latency)
    let filter = ImageFiltration(record, diary)
    filter.addDependency(download)

    photoQueue.addOperation(filter)
    photoQueue.addOperation(download)

    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}
