import Foundation

/// Operations, as in the second of the two tutorials: the state of a row says which operation it
/// needs next. A completion block on the main queue takes the result of an operation.
public class CompletionBlocksList: PhotoList {
    public private(set) var photos: [PhotoRecord] = []
    public let table: TableView
    let pendingOperations = PendingOperations()
    private let service: PhotoService

    public init(_ table: TableView, _ service: PhotoService) { (self.table, self.service) = (table, service) }

    public func fetchPhotoDetails(from address: URL) {
        service.download(address, limit: 64 << 20).start { file in
            let records = PhotoDetails.records(in: file, from: address)
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
        switch record.state {
        case .new: startDownload(for: record, at: row)
        case .downloaded: startFiltration(for: record, at: row)
        case .filtered, .failed: break
        }
    }

    private func startDownload(for record: PhotoRecord, at row: Int) {
        guard pendingOperations.downloadsInProgress[row] == nil else { return }
        let downloader = ImageDownloader(record, row: row, service: service)
        // The block would keep its own operation alive for ever.
        downloader.completionBlock = { [unowned downloader] in self.downloadEnded(downloader) }
        pendingOperations.downloadsInProgress[row] = downloader
        pendingOperations.downloadQueue.addOperation(downloader)
    }

    private func startFiltration(for record: PhotoRecord, at row: Int) {
        guard pendingOperations.filtrationsInProgress[row] == nil else { return }
        let picture = record.picture
        let filtration = ImageFiltration(row: row) { picture }
        filtration.completionBlock = { [unowned filtration] in self.filtrationEnded(filtration) }
        pendingOperations.filtrationsInProgress[row] = filtration
        pendingOperations.filtrationQueue.addOperation(filtration)
    }

    /// A completion block runs on a thread of Foundation's choice, also after `cancel`.
    func downloadEnded(_ downloader: ImageDownloader) {
        DispatchQueue.main.async { self.takeDownload(downloader) }
    }

    func filtrationEnded(_ filtration: ImageFiltration) {
        DispatchQueue.main.async { self.takeFiltration(filtration) }
    }

    func takeDownload(_ downloader: ImageDownloader) {
        // Its row may have been cancelled after this operation had ended. Then `isCancelled` is false.
        guard pendingOperations.downloadsInProgress[downloader.row] === downloader, let result = downloader.result else { return }
        photos[downloader.row].finishDownload(result)
        pendingOperations.downloadsInProgress.removeValue(forKey: downloader.row)
        table.reloadRow(downloader.row)
    }

    func takeFiltration(_ filtration: ImageFiltration) {
        guard pendingOperations.filtrationsInProgress[filtration.row] === filtration, let sepia = filtration.result else { return }
        photos[filtration.row].finishFiltration(sepia)
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
