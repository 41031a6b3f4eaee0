// The situation: an app keeps its photos in one place, which whoever needs it asks for as `shared`. It is made when somebody asks for
// the first time. Two parts of the app ask at the same time, each on a queue of its own: how many are made?

/// A photo, known by its number.
public struct Photo: Hashable, Codable, Sendable {
    public let number: Int
}

/// Keeps the app's photos. There is meant to be one; how that is seen to is what the subclasses differ in.
public class PhotoManager {
    private(set) var photos: [Photo] = []

    func add(_ photo: Photo) { photos.append(photo) }

    /// The work that makes making one slow: as long as it lasts, others come and ask.
    func openAlbum() { calculate(steps: PhotoManager.stepsToOpen) }
    static var stepsToOpen = 12_000_000

    /// Where callers wait for each other, so that what can happen does happen. An app has nothing of the kind; it has bad luck.
    static var rendezvous: Rendezvous?
}
