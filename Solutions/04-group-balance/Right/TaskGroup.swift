// A task group counts its tasks. Each task ends when its photo needs no further upload.
typealias Upload = (_ photo: [UInt8], _ ended: @escaping (Error?) -> Void) -> Void

func backUp(
    _ names: [String], load: @escaping (_ name: String) -> [UInt8]?, upload: @escaping Upload, completion: @escaping () -> Void
) {
    @Sendable func hasFailed(_ photo: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            upload(photo) { error in continuation.resume(returning: error != nil) }
        }
    }
    Task {
        await withTaskGroup(of: Void.self) { uploads in
            for name in names {
                guard let photo = load(name) else { continue }
                uploads.addTask {
                    if await hasFailed(photo) { _ = await hasFailed(photo) }
                }
            }
        }
        completion()
    }
}
