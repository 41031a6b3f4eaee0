import Symbols
import Trace

/// Places in a program, as offsets into its file.
struct ProgramPlaces {
    /// Return addresses of calls; places of accesses; first instructions of closures. A place can be in several of them.
    var calls: Set<UInt> = []
    var reads: Set<UInt> = []
    var changes: Set<UInt> = []
    var closures: Set<UInt> = []

    /// Drops locations outside the user's files (the code that calls the program, and code of
    /// libraries in it).
    func locations(in program: String, files: Set<String>) -> [UInt: Trace.Place.Location] {
        let changes = changes.subtracting(closures), reads = reads.subtracting(closures).subtracting(changes)
        let calls = calls.subtracting(closures).subtracting(changes).subtracting(reads)
        let inOrder = [calls, reads, changes, closures].map { $0.sorted().map(UInt64.init) }
        let kinds: [Symbolicator.Kind] = [.calls, .reads, .changes, .closures]
        let found = Symbolicator.locations(of: zip(kinds, inOrder).map { (kind: $0, addresses: $1) }, inProgram: program).joined()
        var locations: [UInt: Trace.Place.Location] = [:]
        for (offset, location) in zip(inOrder.joined().map(UInt.init), found) {
            if let location, location.line == 0 || files.contains(location.file) { locations[offset] = location }
        }
        return locations
    }
}
