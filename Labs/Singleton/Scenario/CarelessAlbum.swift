/// One instance, created once, and still not safe: `static let` protects the creation, not the
/// contents.
///
/// `add` reads, works and writes back. Each read and each write is atomic, so nothing crashes here.
/// But a writer that read before the other one wrote back replaces the other's photo: a lost
/// update.
public final class CarelessAlbum {
    public static let shared = CarelessAlbum()

    @AtomicProperty public private(set) var photos: [Photo] = []

    func add(_ photo: Photo) {
        let found = photos  // Read the photos …
        PhotoManager.rendezvous?.meet()  // … (and wait until the other writers have read them too) …
        calculate(steps: 8_000_000)
        photos = found + [photo]  // … and write them back with one photo more.
    }
}
