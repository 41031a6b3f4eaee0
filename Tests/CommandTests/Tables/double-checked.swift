import Foundation

final class Settings: @unchecked Sendable {
    nonisolated(unsafe) private static var instance: Settings?
    private static let lock = NSLock()
    let volume = 5

    static var shared: Settings {
        if let existing = instance { return existing }
        lock.lock()
        defer { lock.unlock() }
        if let existing = instance { return existing }
        let settings = Settings()
        instance = settings
        return settings
    }
}

func scenario() -> Int {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        _ = Settings.shared.volume
    }
    let volume = Settings.shared.volume
    group.wait()
    return volume
}
