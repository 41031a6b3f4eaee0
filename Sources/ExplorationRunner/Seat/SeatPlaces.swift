import Diagnosis
import Explorer
import Symbols
import Trace

/// The places of a program that is played. They are looked up when they are met for the first time, because that takes longer than an
/// answer.
struct SeatPlaces {
    private let program: String
    private let source: ExploredSource
    private var looked: Set<UInt> = []
    private var locations: [UInt: Trace.Place.Location] = [:]
    private var variables: [UInt: String] = [:]
    private var lookedVariables: Set<UInt> = []
    private let files: [SourceIndex.File]

    init(program: String, source: ExploredSource) {
        self.program = program
        self.source = source
        files = source.files.map { SourceIndex.File(name: $0.name, path: $0.path, text: $0.text) }
    }

    /// The source for a moment of the game.
    mutating func index(for position: SeatPosition) -> SourceIndex {
        let entries = position.log.entries + position.next.compactMap(\.access)
        var places = ProgramPlaces()
        for entry in entries {
            places.calls.formUnion(entry.places)
            if entry.closure != 0 { places.closures.insert(entry.closure) }
            guard entry.isAccess else { continue }
            if let place = entry.places.first, place != 0 {
                if entry.event == .memoryRead { places.reads.insert(place) }
                if entry.event == .memoryWritten { places.changes.insert(place) }
            }
            let variable = UInt(entry.extra)
            if variable != 0, lookedVariables.insert(variable).inserted {
                variables[variable] = Symbolicator.variable(at: entry.extra, inProgram: program)?.name
            }
        }
        for next in position.next {
            places.calls.formUnion(next.places)
            guard let place = next.places.first else { continue }
            guard let access = next.access else { continue }
            if access.isChange { places.changes.insert(place) } else { places.reads.insert(place) }
        }
        places.calls.remove(0)
        let new = places.calls.union(places.reads).union(places.changes).union(places.closures).subtracting(looked)
        if !new.isEmpty {
            looked.formUnion(new)
            places.calls.formIntersection(new)
            places.reads.formIntersection(new)
            places.changes.formIntersection(new)
            places.closures.formIntersection(new)
            locations.merge(places.locations(in: program, files: Set(source.files.map(\.path)))) { _, new in new }
        }
        var index = SourceIndex(locations: locations, variables: variables, files: files)
        index.lookCloser(at: entries)
        index.nameLocals(in: [entries])
        return index
    }
}
