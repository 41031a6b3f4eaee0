import Foundation

// Small versions of the lab's downloads, so that every interleaving can be run: two photos, one of
// them misspelled. The network is `Explored/PhotoService.swift`: an answer can come at any moment.

func tooEarly() { download { TooEarly($0, $1) } }
func wait() { download { WaitingGroup($0, $1) } }
func notify() { download { NotifyingGroup($0, $1) } }
func timeout() { download(["coffee.png", "silence"]) { TimeLimit($0, $1, patience: .milliseconds(1)) } }
func forgottenLeave() { download { ForgottenLeave($0, $1) } }
func leaveTwice() { download { LeaveTwice($0, $1) } }

func taskGroup() async {
    let album = Album()
    await TaskGroupDownload(service: PhotoService(), album: album).downloadPhotos(addresses(["coffee.png", "cofee.png"]))
    endedWhenShown = album.entries
}

/// The number of downloads that had ended when the photos were shown; nil until they are shown.
private var endedWhenShown: Int?

private func download(_ names: [String] = ["coffee.png", "cofee.png"], _ makeBatch: (PhotoService, Album) -> BatchDownload) {
    let album = Album()
    makeBatch(PhotoService(), album).downloadPhotos(addresses(names)) { endedWhenShown = album.entries }
}

private func addresses(_ names: [String]) -> [URL] { names.map { URL(fileURLWithPath: "/photos/\($0)") } }

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    guard let endedWhenShown else { return "nothing is shown" }
    return "shown when \(endedWhenShown) of 2 downloads had ended"
}

func allowed(_ outcome: String) -> Bool { outcome == "shown when 2 of 2 downloads had ended" }
