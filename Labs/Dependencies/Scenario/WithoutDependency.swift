import Foundation

/// The bug: both operations are ready as soon as they are in the queue.
///
/// The download was added first, so it starts first. That does not mean that it ends first.
public func filterWithoutDependency(latency: TimeInterval, meeting: Meeting? = nil) -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"
    let download = ImageDownloader(record, diary, latency: latency, meeting: meeting)
    let filter = ImageFiltration(record, diary, meeting: meeting)

    photoQueue.addOperation(download)
    photoQueue.addOperation(filter)

    photoQueue.waitUntilAllOperationsAreFinished()
    return Observations(record, diary: diary)
}
