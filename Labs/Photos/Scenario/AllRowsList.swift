import Foundation

/// Off the main thread, so scrolling is smooth. But all rows are loaded at the same time, from the
/// first to the last, and nothing is ever cancelled.
///
/// The rows on the screen wait until their turn comes. Rows that no one ever sees cost time and memory.
public final class AllRowsList: PhotoList {
    public private(set) var photos: [PhotoRecord] = []
    public let table: TableView
    private let service: PhotoService

    public init(_ table: TableView, _ service: PhotoService) { (self.table, self.service) = (table, service) }

    public func fetchPhotoDetails(from address: URL) {
        DispatchQueue.global(qos: .utility).async { [service] in
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
        for row in photos.indices { load(photos[row], at: row) }
    }

    private func load(_ record: PhotoRecord, at row: Int) {
        let address = record.address
        DispatchQueue.global(qos: .utility).async { [service, table] in
            let photo = service.picture(in: service.download(address).contents())
            DispatchQueue.main.async {
                record.finishDownload(photo)
                table.reloadRow(row)
            }
            guard let sepia = try? photo.get().sepia(intensity: 0.8, isCancelled: { false }) else { return }
            DispatchQueue.main.async {
                record.finishFiltration(sepia)
                table.reloadRow(row)
            }
        }
    }

    public func cellForRow(_ row: Int) {}

    public func close() { service.close() }
}
