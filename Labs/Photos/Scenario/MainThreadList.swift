import Foundation

/// The bug: everything happens on the main thread, when a row comes onto the screen.
///
/// Meanwhile the main thread can neither draw a frame nor read a key.
public final class MainThreadList: PhotoList {
    public private(set) var photos: [PhotoRecord] = []
    public let table: TableView
    private let service: PhotoService

    public init(_ table: TableView, _ service: PhotoService) { (self.table, self.service) = (table, service) }

    public func fetchPhotoDetails(from address: URL) {
        let list = service.download(address, limit: 64 << 20).contents()
        switch PhotoDetails.records(in: list, from: address) {
        case .success(let records): photos = records
        case .failure(let failure): table.listFailed(failure)
        }
        table.reloadData()
    }

    public func cellForRow(_ row: Int) {
        let record = photos[row]
        guard record.state == .new else { return }
        let photo = service.picture(in: service.download(record.address).contents())
        record.finishDownload(photo)
        if let sepia = record.picture?.sepia(intensity: 0.8, isCancelled: { false }) { record.finishFiltration(sepia) }
        table.reloadRow(row)
    }

    public func close() { service.close() }
}
