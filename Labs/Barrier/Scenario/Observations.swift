/// The counted observations of a run.
public struct Observations: Codable, Sendable {
    public var reads: Int
    public var photosAdded: Int
    /// Photos in the album at the end.
    public var photosKept: Int
    public var photosLost: Int
    /// Torn reads: the cover did not match the contents.
    public var tornReads: Int
    /// Reads whose photos are not the first n photos of the final album.
    public var readsThatAreNoPrefix: Int
    /// Reads that missed a photo of an earlier round.
    public var staleReads: Int
    public var mostAtOnce: Int
    public var mostReadersAtOnce: Int
    public var mostWritersAtOnce: Int
    public var mostReadersBesideAWriter: Int
    /// The most readers and writers that waited while one was in the album; nil if chance decided about it.
    public var mostWaiting: Int?

    init(_ workload: Workload, _ snapshots: [(Snapshot, round: Int)], last: Snapshot, crowd: Visitors, mostWaiting: Int?) {
        let all = snapshots + [(last, round: workload.rounds + 1)]
        reads = all.count
        photosAdded = workload.writers * workload.rounds
        photosKept = last.photos.count
        photosLost = photosAdded - photosKept
        tornReads = all.count { $0.0.isTorn }
        readsThatAreNoPrefix = all.count { !last.photos.starts(with: $0.0.photos) }
        staleReads = all.count { $0.0.photos.count < ($0.round - 1) * workload.writers }
        mostAtOnce = crowd.mostAtOnce
        mostReadersAtOnce = crowd.mostReadersAtOnce
        mostWritersAtOnce = crowd.mostWritersAtOnce
        mostReadersBesideAWriter = crowd.mostReadersBesideAWriter
        self.mostWaiting = mostWaiting
    }
}
