import Foundation

/// The bug: the download is never added to a queue. So it never finishes, and the filter is never ready.
public func forgetDownload() -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: 0)
    let filter = ImageFiltration(record, diary)
    filter.addDependency(download)

    photoQueue.addOperation(filter)

    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}
