import Dispatch

func scenario() -> Int {
    let loaded = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var photo = 0
    DispatchQueue.global().async {
        loaded.signal()
        photo = 7
    }
    loaded.wait()
    return photo
}

func allowed(_ photo: Int) -> Bool { photo == 7 }
