import Dispatch
import Glibc

// A server: each line of its input is a number of requests. It answers when they are done.

let requests = DispatchQueue(label: "requests")
let pictures = DispatchQueue(label: "pictures", attributes: .concurrent)
let bell = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "bell"))
let rung = DispatchSemaphore(value: 0)
bell.setEventHandler { rung.signal() }
bell.activate()
var answered = 0

func say(_ text: String) {
    print(text)
    fflush(stdout)
}

say("\(getpid())")
while let line = readLine(), line != "end" {
    if line == "busy" {
        // Works from now on, without an end.
        let busy = DispatchQueue(label: "busy")
        let places = DispatchSemaphore(value: 16)
        DispatchQueue.global().async {
            while true {
                places.wait()
                busy.async { places.signal() }
            }
        }
        say("busy")
        continue
    }
    if line == "ring" {
        pictures.sync { bell.add(data: 1) }
        rung.wait()
        say("rung")
        continue
    }
    let group = DispatchGroup()
    for _ in 0..<(Int(line) ?? 0) { requests.async(group: group) { answered += 1 } }
    group.wait()
    // (Nothing writes it now: the group is empty.)
    say("\(answered)")
}
exit(0)
