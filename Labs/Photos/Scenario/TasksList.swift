import Foundation

/// The same with Swift's tasks: a task group for the rows on the screen. No queue, no dictionary.
///
/// The main actor is the main thread. So the compiler refuses code that changes a row elsewhere.
@MainActor public final class TasksList: @preconcurrency PhotoList {
    public private(set) var photos: [PhotoRecord] = []
    public nonisolated(unsafe) let table: TableView  // Used on the main thread only.
    private let loader: PhotoLoader
    private let service: PhotoService
    /// The rows that are being loaded, and the task that loads them.
    private var loading: (rows: Set<Int>, task: Task<Void, Never>)?

    public nonisolated init(_ table: TableView, _ service: PhotoService) {
        (self.table, self.service) = (table, service)
        loader = PhotoLoader(service)
    }

    public func fetchPhotoDetails(from address: URL) {
        Task { show(await loader.records(from: address)) }
    }

    func show(_ records: Result<[PhotoRecord], PhotoFailure>) {
        switch records {
        case .success(let records): photos = records
        case .failure(let failure): table.listFailed(failure)
        }
        table.reloadData()
        loadImagesForOnscreenRows()
    }

    /// A task group is made for all visible rows together, when the table has stopped.
    public func cellForRow(_ row: Int) {}

    /// Tasks cannot be suspended from outside, as operations can. So they are cancelled, and rows that stay on
    /// the screen begin again.
    public func willBeginDragging() { loading?.task.cancel() }

    public func didEndScrolling() { loadImagesForOnscreenRows() }

    private func loadImagesForOnscreenRows() {
        let visible = table.visibleRows
        loading?.task.cancel()
        for row in (loading?.rows ?? []).subtracting(visible) { table.rowWasCancelled(row) }
        let rows = visible.filter { photos[$0].state == .new || photos[$0].state == .downloaded }
        loading = (Set(rows), Task(priority: .utility) { await load(rows) })
    }

    /// Two rows at a time: when one is ready, the next one begins.
    private func load(_ rows: [Int]) async {
        await withTaskGroup(of: Void.self) { group in
            for (index, row) in rows.enumerated() {
                if index >= 2 { await group.next() }
                group.addTask(name: photos[row].name) { await self.load(row) }
            }
        }
    }

    private func load(_ row: Int) async {
        let record = photos[row]
        if record.state == .new {
            let photo = await loader.photo(record.address)
            if Task.isCancelled { return }
            record.finishDownload(photo)
            table.reloadRow(row)
        }
        if let picture = record.picture {
            let sepia = await loader.sepia(picture)
            if Task.isCancelled { return }
            if let sepia { record.finishFiltration(sepia) }
            table.reloadRow(row)
        }
        loading?.rows.remove(row)
    }

    public func didEndDisplaying(_ row: Int) { photos[row].letPictureGo() }

    public func close() {
        loading?.task.cancel()
        service.close()
    }
}

/// Loads and filters photos, outside the main thread: one at a time, as an actor does.
actor PhotoLoader {
    private let service: PhotoService

    init(_ service: PhotoService) { self.service = service }

    func records(from address: URL) async -> sending Result<[PhotoRecord], PhotoFailure> {
        PhotoDetails.records(in: await service.download(address, limit: 64 << 20).file(), from: address)
    }

    func photo(_ address: URL) async -> Result<Picture, PhotoFailure> {
        let file = await service.download(address).file()
        if Task.isCancelled { return .failure(.cancelled) }
        return service.picture(in: file)
    }

    func sepia(_ picture: Picture) -> Picture? { picture.sepia(intensity: 0.8) { Task.isCancelled } }
}
