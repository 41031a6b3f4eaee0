import Foundation

/// Four operations whose dependencies form a diamond: the download, then two that can run at the
/// same time, then one that needs both.
public func showFramedPhoto(latency: TimeInterval, meeting: Meeting? = nil) -> Observations {
    let record = PhotoRecord("coffee.png"), diary = Diary()
    let photoQueue = OperationQueue()
    photoQueue.name = "photoQueue"

    let download = ImageDownloader(record, diary, latency: latency)
    let filter = ImageFiltration(record, diary, meeting: meeting)
    let frame = FrameDrawing(diary, meeting: meeting)
    let show = BlockOperation { diary.note("shows the \(record.image)") }
    show.name = "show"

    filter.addDependency(download)
    frame.addDependency(download)
    show.addDependency(filter)
    show.addDependency(frame)

    photoQueue.addOperations([show, frame, filter, download], waitUntilFinished: true)
    return Observations(record, diary: diary)
}
