import Foundation

/// While the user scrolls, the queue is suspended. The row leaves the screen, so its download is
/// cancelled.
///
/// A cancelled operation finishes without its work. So the operations that depend on it become
/// ready, and this filter has nothing to filter.
public func cancelDownload() -> Observations { scrollAway { ImageFiltration($0, $1) } }

/// The same with a filter that checks.
public func cancelDownloadAndCheck() -> Observations { scrollAway { CheckingFiltration($0, $1) } }

private func scrollAway(_ makeFilter: (PhotoRecord, Diary) -> Operation) -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: 0)
    let filter = makeFilter(record, diary)
    filter.addDependency(download)

    photoQueue.isSuspended = true
    photoQueue.addOperations([download, filter], waitUntilFinished: false)
    download.cancel()
    photoQueue.isSuspended = false

    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}
