/// The counted results of asking for the manager.
public struct Observations: Codable, Sendable {
    public var callers: Int
    /// Callers that arrived at the rendezvous. In `racing` it comes after the check, so these
    /// callers found no manager.
    public var arrivals: Int
    /// For each caller, the number of the manager that it got. Managers are numbered in the order
    /// in which they appear here.
    public var given: [Int]
    /// Different managers that the callers got.
    public var managers: Int
    public var photosAdded: Int
    /// Photos that are not in the manager that a caller gets now.
    public var photosMissing: Int
    /// Callers whose manager differs from the manager that a caller gets now.
    public var callersApart: Int
    /// Calls of `shared` after the race.
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
        for (index, manager) in given.enumerated() { print("caller \(index + 1) got manager \(manager)") }
        print("a caller now gets a manager with \(photosAdded - photosMissing) of the \(photosAdded) photos")
    }
}

/// The counted results of filling the album.
public struct Contents: Codable, Sendable {
    /// Different albums that the writers got.
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
