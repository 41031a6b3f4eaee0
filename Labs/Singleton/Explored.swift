import Dispatch

// The lab's managers in a form so small that every order of their steps can be tried: two parts of an app ask once.

func racing() -> String { asking { RacingPhotoManager.shared } }
func racingWithoutSleep() -> String { asking { HastyPhotoManager.shared } }
func once() -> String { asking { OncePhotoManager.shared } }
func lock() -> String { asking { LockedPhotoManager.shared } }

/// How many managers there are when both have asked.
private func asking(_ shared: @escaping () -> PhotoManager) -> String {
    // Somebody may come in between however short the work is: every order is tried.
    PhotoManager.stepsToOpen = 1
    let everybody = DispatchGroup()
    var first: PhotoManager?, second: PhotoManager?
    DispatchQueue(label: "caller 1").async(group: everybody) { first = shared() }
    DispatchQueue(label: "caller 2").async(group: everybody) { second = shared() }
    everybody.wait()
    return first === second ? "1 manager" : "2 managers"
}
