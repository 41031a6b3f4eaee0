// Refused by: later callers block until the first has finished
// Verdict: spins
// Says: slept for a time, checked whether it was there, and slept again
// Because: a thread that sleeps for a fixed time wakes up too early or too late.
import Foundation
import Synchronization

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let isTaken = Atomic(false)
    private static let isThere = Atomic(false)

    static var shared: PhotoCatalogue {
        if isTaken.exchange(true, ordering: .acquiringAndReleasing) {
            while !isThere.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.05) }
        } else {
            instance = PhotoCatalogue()
            isThere.store(true, ordering: .releasing)
        }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
