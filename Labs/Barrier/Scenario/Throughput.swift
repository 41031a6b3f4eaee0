import Foundation
import Synchronization

/// Measures the reads per second of a library. Several threads only read; one adds a photo every
/// two milliseconds.
public struct Throughput: Sendable {
    public var readers: Int
    /// The length of each read, in steps of a calculation. 0 means that it only copies.
    public var stepsPerRead: Int
    public var duration: Duration

    public init(readers: Int, stepsPerRead: Int, duration: Duration = .milliseconds(40)) {
        self.readers = readers
        self.stepsPerRead = stepsPerRead
        self.duration = duration
    }

    /// Reads per second of a library for threads.
    public func measure(_ makeLibrary: (Album) -> PhotoLibrary) -> Double {
        let library = makeLibrary(PlainAlbum(stepsPerRead: stepsPerRead))
        let stopwatch = Stopwatch(duration)
        let everybody = DispatchGroup()
        for _ in 1...readers {
            everybody.enter()
            Thread.detachNewThread {
                stopwatch.count { _ = library.photos() }
                everybody.leave()
            }
        }
        var number = 0
        while !stopwatch.isOver {
            number += 1
            library.add(Photo(number: number))
            Thread.sleep(forTimeInterval: 0.002)
        }
        everybody.wait()
        return stopwatch.perSecond
    }

    /// Reads per second of the actor.
    public func measureActor() async -> Double {
        let library = ActorLibrary(PlainAlbum(stepsPerRead: stepsPerRead))
        let stopwatch = Stopwatch(duration)
        await withTaskGroup(of: Void.self) { everybody in
            for _ in 1...readers {
                everybody.addTask { await stopwatch.count { _ = await library.photos() } }
            }
            var number = 0
            while !stopwatch.isOver {
                number += 1
                await library.add(Photo(number: number))
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        return stopwatch.perSecond
    }
}

/// Counts how often an action runs until the time is over.
private final class Stopwatch: Sendable {
    private let start = ContinuousClock.now
    private let end: ContinuousClock.Instant
    private let total = Atomic(0)

    init(_ duration: Duration) { end = start + duration }

    var isOver: Bool { ContinuousClock.now >= end }

    var perSecond: Double {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return Double(total.load(ordering: .relaxed)) / elapsed
    }

    func count(_ action: () -> Void) {
        var times = 0
        while !isOver {
            action()
            times += 1
        }
        total.add(times, ordering: .relaxed)
    }

    func count(_ action: () async -> Void) async {
        var times = 0
        while !isOver {
            await action()
            times += 1
        }
        total.add(times, ordering: .relaxed)
    }
}

/// An album that observes nothing, as in an app.
private final class PlainAlbum: Album {
    private var photos: [Photo] = []
    private let stepsPerRead: Int

    init(stepsPerRead: Int) { self.stepsPerRead = stepsPerRead }

    func append(_ photo: Photo) { photos.append(photo) }

    func snapshot() -> Snapshot {
        calculate(steps: stepsPerRead)
        return Snapshot(count: photos.count, photos: photos)
    }
}
