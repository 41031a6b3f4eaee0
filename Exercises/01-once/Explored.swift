import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving. Only two threads ask, so that the
// number of interleavings stays small.

/// Two threads ask at the same time, and no thread has asked before.
func twoAskFirst() -> String {
    let reads = Reads()
    PhotoCatalogue.readNames = { reads.read() }
    return twoAsk(reads)
}

/// Two threads ask at the same time, after the catalogue was created.
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

/// The photos on the disk, and the number of reads.
private final class Reads: Sendable {
    private let times = Atomic(0)

    var count: Int { times.load(ordering: .relaxed) }

    func read() -> [String] {
        times.add(1, ordering: .relaxed)
        return ["dawn", "noon"]
    }
}
