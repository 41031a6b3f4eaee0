import Dispatch
import Foundation

/// A picture that others know by weak and unowned references only, kept alive until they have looked.
final class Picture {
    let title: String
    init(_ title: String) { self.title = title }
}

final class Frame {
    weak var picture: Picture?
    init(_ picture: Picture) { self.picture = picture }
    var title: String { picture?.title ?? "empty" }
}

func scenario() -> String {
    let group = DispatchGroup()
    let picture = Picture("Sea")
    let frame = Frame(picture)
    var weakly = "", unownedly = ""
    withExtendedLifetime(picture) {
        DispatchQueue.global().async(group: group) { weakly = frame.title }
        DispatchQueue.global().async(group: group) { [unowned picture] in unownedly = picture.title }
        group.wait()
    }
    return "\(weakly) \(unownedly)"
}

func allowed(_ text: String) -> Bool { text == "Sea Sea" }
