/// What came of asking for the manager, counted.
public struct Observations: Codable, Sendable {
    public var callers: Int
    /// Callers who met at the rendezvous: where it lies behind the look, those who found no manager.
    public var arrivals: Int
    /// For each caller, which manager it was given; managers are numbered in the order in which they turn up here.
    public var given: [Int]
    /// Different managers that the callers were given.
    public var managers: Int
    public var photosAdded: Int
    /// Photos that are not in the manager that whoever asks now is given.
    public var photosMissing: Int
    /// Callers who hold another manager than the one that whoever asks now is given.
    public var callersApart: Int
    /// Times that the manager was asked for when all was over.
    public var laterCalls: Int

    init(_ given: [PhotoManager], last: PhotoManager, laterCalls: Int, arrivals: Int) {
        var known: [ObjectIdentifier: Int] = [:]
        self.given = given.map { manager in
            let number = known[ObjectIdentifier(manager)] ?? known.count + 1
            known[ObjectIdentifier(manager)] = number
            return number
        }
        callers = given.count
        self.arrivals = arrivals
        self.laterCalls = laterCalls
        managers = known.count
        photosAdded = given.count
        photosMissing = given.count - last.photos.count
        callersApart = given.count { $0 !== last }
    }

    func tell() {
        for (index, manager) in given.enumerated() { print("caller \(index + 1) was given manager \(manager)") }
        print("whoever asks now is given one with \(photosAdded - photosMissing) of the \(photosAdded) photos")
    }
}

/// What came of filling the album, counted.
public struct Contents: Codable, Sendable {
    /// Different albums that the writers were given.
    public var albums: Int
    public var photosAdded: Int
    public var photosKept: Int
    public var photosLost: Int

    init(albums: Int, added: Int, kept: [Photo]) {
        self.albums = albums
        photosAdded = added
        photosKept = kept.count
        photosLost = added - kept.count
    }

    func tell() { print("photos added: \(photosAdded); photos in the album: \(photosKept)") }
}
