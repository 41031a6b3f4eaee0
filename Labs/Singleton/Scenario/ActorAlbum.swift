/// Both promises at once: `static let` makes one, and being an actor lets one at a time at what is inside.
///
/// The body of `add` is that of the careless one. Nobody looks before the other has put back, because nobody else is in.
public actor ActorAlbum {
    public static let shared = ActorAlbum()

    public private(set) var photos: [Photo] = []

    func add(_ photo: Photo) {
        let found = photos
        calculate(steps: 8_000_000)
        photos = found + [photo]
    }
}
