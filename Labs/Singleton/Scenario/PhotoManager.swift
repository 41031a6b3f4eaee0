// The situation: an app keeps its photos in one manager, `shared`. It is created at its first use.
// Two parts of the app ask for it at the same time, each on its own queue. How many managers are
// created?

/// A photo, known by its number.
public struct Photo: Hashable, Codable, Sendable {
    public let number: Int
}

/// Keeps the app's photos. There should be only one manager; each subclass ensures that in its own
/// way.
public class PhotoManager {
    private(set) var photos: [Photo] = []

    func add(_ photo: Photo) { photos.append(photo) }

    /// Slow work during the creation, so that other callers ask meanwhile.
    func openAlbum() { calculate(steps: PhotoManager.stepsToOpen) }
    static var stepsToOpen = 12_000_000

    /// Callers wait for each other here, so that an overlap that can happen does happen. In a real
    /// app it depends on chance.
    static var rendezvous: Rendezvous?
}
