import Foundation

/// The filter is cancelled, too. So the queue calls `main()` of neither of them, and both finish.
public func cancelBoth() -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: 0)
    let filter = ImageFiltration(record, diary)
    filter.addDependency(download)

    photoQueue.isSuspended = true
    photoQueue.addOperations([download, filter], waitUntilFinished: false)
    download.cancel()
    filter.cancel()
    photoQueue.isSuspended = false

    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}
