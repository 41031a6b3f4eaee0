import Dispatch
import Synchronization

// How the catalogue is asked for when every order of the threads' steps is tried: by two at once, so that all of them can be.

/// Two ask at the same time, and nobody has asked before.
func twoAskFirst() -> String {
    let reads = Reads()
    PhotoCatalogue.readNames = { reads.read() }
    return twoAsk(reads)
}

/// Two ask at the same time, when the catalogue has long been there.
func twoAskAgain() -> String {
    let reads = Reads()
    PhotoCatalogue.readNames = { reads.read() }
    _ = PhotoCatalogue.shared
    return twoAsk(reads)
}

func allowed(_ outcome: String) -> Bool { outcome == "one catalogue, read once" }

private func twoAsk(_ reads: Reads) -> String {
    let other = DispatchGroup()
    var answers: (PhotoCatalogue?, PhotoCatalogue?)
    DispatchQueue.global().async(group: other) { answers.1 = PhotoCatalogue.shared }
    answers.0 = PhotoCatalogue.shared
    other.wait()
    guard answers.0 === answers.1 else { return "2 different catalogues" }
    return reads.count == 1 ? "one catalogue, read once" : "one catalogue, read \(reads.count) times"
}

/// The photos on the disk, and how often somebody has read them.
private final class Reads: Sendable {
    private let times = Atomic(0)

    var count: Int { times.load(ordering: .relaxed) }

    func read() -> [String] {
        times.add(1, ordering: .relaxed)
        return ["dawn", "noon"]
    }
}
