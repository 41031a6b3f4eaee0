import Dispatch

nonisolated(unsafe) var album: [String] = []
let queue = DispatchQueue(label: "album")

func scenario() {
    for name in ["beach", "forest"] {
        DispatchQueue.global().async {
            queue.async { album.append(name) }
        }
    }
}

func outcome() -> String { queue.sync { album.joined(separator: " ") } }

func allowed(_ outcome: String) -> Bool { outcome == "beach forest" }
