/// One instance, made once, and still not safe: `static let` guards the making. What is inside is everybody's.
///
/// To add a photo is to look, to work and to put back. Each look and each putting back is whole (see `AtomicProperty`), so nothing
/// crashes here; who looked before the other put back writes over what the other put there.
public final class CarelessAlbum {
    public static let shared = CarelessAlbum()

    @AtomicProperty public private(set) var photos: [Photo] = []

    func add(_ photo: Photo) {
        let found = photos  // Look at what is there …
        PhotoManager.rendezvous?.meet()  // … (and nobody goes on before the others have looked, too) …
        calculate(steps: 8_000_000)
        photos = found + [photo]  // … and put it back, with one photo more.
    }
}
