/// Two promises: `static let` creates one instance, and the actor lets one task at a time use the
/// contents.
///
/// The body of `add` is the same as in `CarelessAlbum`. No task can read before another one has
/// written back, because the actor runs only one task at a time.
public actor ActorAlbum {
    public static let shared = ActorAlbum()

    public private(set) var photos: [Photo] = []

    func add(_ photo: Photo) {
        let found = photos
        calculate(steps: 8_000_000)
        photos = found + [photo]
    }
}
