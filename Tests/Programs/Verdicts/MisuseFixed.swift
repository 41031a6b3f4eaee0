import Dispatch

func download(_ name: String, completion: () -> Void) {
    if name.isEmpty { return completion() }
    completion()
}

func scenario() {
    let downloads = DispatchGroup()
    for name in ["beach", ""] {
        downloads.enter()
        download(name) { downloads.leave() }
    }
    downloads.wait()
}
