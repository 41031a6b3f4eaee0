import Synchronization

// The explorer calls these functions under every interleaving.

/// The code is right.
func passesInEachOrder() async -> String {
    do {
        try await testLoadPhotos { PlantedBug.none.run($0, $1, $2, $3) }
        return right
    } catch { return "the code is right, and the test failed" }
}

/// The photos are shown when the work of one certain name has ended: the last one, or the first one.
func missesNoEarlyEnd() async -> String {
    let last = await outcome(.showsWithTheLast, "the photos were shown when the last download had ended, and not the first one")
    if last != right { return last }
    return await outcome(.showsWithTheFirst, "the photos were shown when the first download had ended, and not the last one")
}

/// The photos are shown in the order in which they came.
func missesNoOrder() async -> String { await outcome(.orderOfEnds, "the photos were shown in the order in which they came") }

/// The photo that came last is shown first.
func missesNoOtherOrder() async -> String { await outcome(.reversedOrderOfEnds, "the photo that came last was shown first") }

/// The photos are shown twice.
func missesNoSecondCall() async -> String { await outcome(.showsTwice, "the photos were shown twice") }

/// A download fails, and nothing is shown.
func missesNoSilence() async -> String { await outcome(.neverShows, "nothing was shown after a failed download") }

/// A download fails, and there is nothing in its place.
func missesNoGap() async -> String { await outcome(.leavesOut, "the place of a failed download was left out") }

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func outcome(_ bug: PlantedBug, _ words: String) async -> String {
    do {
        try await testLoadPhotos { bug.run($0, $1, $2, $3) }
        return "\(words), and the test passed"
    } catch { return right }
}

/// The code under test.
private enum PlantedBug {
    case none, showsWithTheLast, showsWithTheFirst, orderOfEnds, reversedOrderOfEnds, showsTwice, neverShows, leavesOut

    func run(
        _ names: [String], _ download: @escaping @Sendable (String) async throws -> String,
        _ background: (@escaping @Sendable () async -> Void) -> Void, _ show: @escaping @Sendable ([String]) -> Void
    ) {
        let photos = PlacesOfPhotos(names.count)
        for index in names.indices {
            background {
                let photo = try? await download(names[index])
                if self == .neverShows, photo == nil { return }
                let isLast = photos.put(photo, index)
                switch self {
                case .showsWithTheLast: if index == names.count - 1 { show(photos.inOrder) }
                case .showsWithTheFirst: if index == 0 { show(photos.inOrder) }
                case .orderOfEnds: if isLast { show(photos.asTheyCame) }
                case .reversedOrderOfEnds: if isLast { show(photos.asTheyCame.reversed()) }
                case .leavesOut: if isLast { show(photos.withoutFailed) }
                case .none, .showsTwice, .neverShows:
                    if isLast { show(photos.inOrder) }
                    if isLast, self == .showsTwice { show(photos.inOrder) }
                }
            }
        }
    }
}

/// The photos that have come so far.
private final class PlacesOfPhotos: Sendable {
    private struct Places {
        var photos: [String], came: [String] = [], failed: Set<Int> = []
    }
    private let places: Mutex<Places>

    init(_ count: Int) { places = Mutex(Places(photos: Array(repeating: "", count: count))) }

    /// Returns whether all have come.
    func put(_ photo: String?, _ index: Int) -> Bool {
        places.withLock { places in
            if photo == nil { places.failed.insert(index) }
            places.photos[index] = photo ?? "no photo"
            places.came.append(photo ?? "no photo")
            return places.came.count == places.photos.count
        }
    }

    var inOrder: [String] { places.withLock { $0.photos } }
    var asTheyCame: [String] { places.withLock { $0.came } }
    var withoutFailed: [String] {
        places.withLock { places in places.photos.indices.filter { !places.failed.contains($0) }.map { places.photos[$0] } }
    }
}
