import Foundation

/// Operations, as in the first of the two tutorials: a download and a filtration for each visible
/// row. The filtration depends on the download. Each tells its delegate, this list, on the main thread.
public final class OperationsList: PhotoList, ImageDownloaderDelegate, ImageFiltrationDelegate {
    public private(set) var photos: [PhotoRecord] = []
    public let table: TableView
    private let service: PhotoService
    private let pendingOperations = PendingOperations()

    public init(_ table: TableView, _ service: PhotoService) { (self.table, self.service) = (table, service) }

    public func fetchPhotoDetails(from address: URL) {
        pendingOperations.downloadQueue.addOperation { [service] in
            let list = service.download(address, limit: 64 << 20).contents()
            let records = PhotoDetails.records(in: list, from: address)
            DispatchQueue.main.async { self.show(records) }
        }
    }

    func show(_ records: Result<[PhotoRecord], PhotoFailure>) {
        switch records {
        case .success(let records): photos = records
        case .failure(let failure): table.listFailed(failure)
        }
        table.reloadData()
    }

    public func cellForRow(_ row: Int) {
        if !table.isScrolling { startOperations(for: photos[row], at: row) }
    }

    func startOperations(for record: PhotoRecord, at row: Int) {
        guard record.state != .failed, record.state != .filtered else { return }
        if record.state == .new { startImageDownloading(for: record, at: row) }
        startImageFiltration(for: record, at: row)
    }

    private func startImageDownloading(for record: PhotoRecord, at row: Int) {
        guard pendingOperations.downloadsInProgress[row] == nil else { return }
        let downloader = ImageDownloader(record, row: row, service: service)
        downloader.delegate = self
        pendingOperations.downloadsInProgress[row] = downloader
        pendingOperations.downloadQueue.addOperation(downloader)
    }

    private func startImageFiltration(for record: PhotoRecord, at row: Int) {
        guard pendingOperations.filtrationsInProgress[row] == nil else { return }
        let picture = record.picture
        let downloader = pendingOperations.downloadsInProgress[row] as? ImageDownloader
        let filtration = ImageFiltration(row: row) {
            // A filtration that is being cancelled has no dependency any more, and can begin too early.
            if let downloader, downloader.isFinished { try? downloader.result?.get() } else { picture }
        }
        filtration.delegate = self
        if let downloader { filtration.addDependency(downloader) }
        pendingOperations.filtrationsInProgress[row] = filtration
        pendingOperations.filtrationQueue.addOperation(filtration)
    }

    func imageDownloaderDidFinish(_ downloader: ImageDownloader) {
        // Its row may have been cancelled after it had sent this message. Then `isCancelled` is
        // false: an operation that has ended cannot be cancelled.
        guard pendingOperations.downloadsInProgress[downloader.row] === downloader else { return }
        if let result = downloader.result { photos[downloader.row].finishDownload(result) }
        pendingOperations.downloadsInProgress.removeValue(forKey: downloader.row)
        table.reloadRow(downloader.row)
    }

    func imageFiltrationDidFinish(_ filtration: ImageFiltration) {
        guard pendingOperations.filtrationsInProgress[filtration.row] === filtration else { return }
        if let sepia = filtration.result { photos[filtration.row].finishFiltration(sepia) }
        pendingOperations.filtrationsInProgress.removeValue(forKey: filtration.row)
        table.reloadRow(filtration.row)
    }

    // MARK: Scrolling

    public func willBeginDragging() { pendingOperations.suspendAllOperations() }

    public func didEndScrolling() {
        loadImagesForOnscreenRows()
        pendingOperations.resumeAllOperations()
    }

    /// Cancels the operations of rows that have left the screen, and starts those of rows that have come.
    func loadImagesForOnscreenRows() {
        let visible = Set(table.visibleRows)
        let pending = pendingOperations.rows
        for row in pending.subtracting(visible) {
            pendingOperations.cancel(row)
            table.rowWasCancelled(row)
        }
        for row in visible.subtracting(pending).sorted() { startOperations(for: photos[row], at: row) }
    }

    public func didEndDisplaying(_ row: Int) { photos[row].letPictureGo() }

    public func close() {
        pendingOperations.cancelAllOperations()
        pendingOperations.resumeAllOperations()
        service.close()
    }
}
