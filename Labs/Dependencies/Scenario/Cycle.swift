import Foundation

/// The bug: two parts of the program each add a dependency, in opposite directions.
///
/// One part says: filter after the download. The other part wants to save memory, and says: download
/// only when the filter is done. Each operation waits for the other one: a circular wait.
public func waitForEachOther() -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: 0)
    let filter = ImageFiltration(record, diary)

    filter.addDependency(download)
    download.addDependency(filter)

    photoQueue.addOperations([download, filter], waitUntilFinished: false)
    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}
