// Threads that wait in calls into the kernel. Each mode prints the line of the call that its picture must show.

import Dispatch
import Foundation
import Synchronization

struct Pipe {
    var reads: Int32 = -1
    var writes: Int32 = -1

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        (reads, writes) = (ends[0], ends[1])
    }

    func put() { _ = write(writes, "x", 1) }
    func take() -> Int {
        var byte: UInt8 = 0
        return read(reads, &byte, 1)
    }
}

let pause: UInt32 = 40_000

/// Glibc's module does not have it.
@_silgen_name("gettid") func currentThread() -> pid_t

/// The thread that is going to wait, 0: none.
let nextToWait = Atomic<pid_t>(0)

func isGoingToWait() { nextToWait.store(currentThread(), ordering: .sequentiallyConsistent) }

/// Returns when the thread that was going to wait has been asleep for some time. The kernel knows: no clock can, on a busy machine.
func letItWait() {
    var thread: pid_t = 0
    while thread == 0 {
        usleep(200)
        thread = nextToWait.exchange(0, ordering: .sequentiallyConsistent)
    }
    while true {
        usleep(200)
        let state = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8).split(separator: ")").last
        if state?.hasPrefix(" S") == true { break }
    }
    usleep(pause)
}

func thread(_ name: String, _ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        ended.signal()
    }
    thread.name = name
    thread.start()
    return ended
}

/// Twice nothing is there to read. Ten thousand times it is.
func reads() {
    let pipe = Pipe(), answers = Pipe()
    let reader = thread("reader") {
        for _ in 0..<2 {
            var byte: UInt8 = 0
            isGoingToWait()
            _ = read(pipe.reads, &byte, 1); print(#line)
            answers.put()
        }
        for _ in 0..<10_000 {
            pipe.put()
            _ = pipe.take()
        }
    }
    for _ in 0..<2 {
        letItWait()
        pipe.put()
        _ = answers.take()
    }
    reader.wait()
}

/// An event loop: it waits for events, and in its third round for an answer.
func loop() {
    let events = Pipe(), answers = Pipe()
    let loop = thread("loop") {
        for round in 0..<4 {
            var set = [pollfd(fd: events.reads, events: Int16(POLLIN), revents: 0)]
            isGoingToWait()
            _ = poll(&set, 1, -1)
            _ = events.take()
            if round == 2 {
                var byte: UInt8 = 0
                isGoingToWait()
                _ = read(answers.reads, &byte, 1); print(#line)
            }
        }
    }
    for round in 0..<4 {
        letItWait()
        events.put()
        if round == 2 {
            letItWait()
            answers.put()
        }
    }
    loop.wait()
}

/// A lock that is held during a write into a pipe that is full.
func lockedWrite() {
    let full = Pipe(), lock = NSLock(), isWriting = DispatchSemaphore(value: 0)
    let bytes = [UInt8](repeating: 1, count: 200_000)
    let writer = thread("writer") {
        lock.lock()
        isGoingToWait()
        _ = write(full.writes, bytes, bytes.count); print(#line)
        lock.unlock()
    }
    let other = thread("other") {
        isWriting.wait()
        isGoingToWait()
        lock.lock(); print(#line)
        lock.unlock()
    }
    letItWait()
    isWriting.signal()
    letItWait()
    var left = bytes.count
    while left > 0 {
        var part = [UInt8](repeating: 0, count: 65_536)
        left -= read(full.reads, &part, part.count)
    }
    writer.wait()
    other.wait()
}

/// The program ends while a thread waits.
func end() {
    let pipe = Pipe()
    _ = thread("reader") {
        isGoingToWait()
        _ = pipe.take()
    }
    letItWait()
}

/// Foundation reads for the program.
func handle() throws {
    let pipe = Foundation.Pipe()
    let writer = thread("writer") {
        letItWait()
        pipe.fileHandleForWriting.write(Data([1]))
    }
    isGoingToWait()
    _ = try pipe.fileHandleForReading.read(upToCount: 1); print(#line)
    writer.wait()
}

switch CommandLine.arguments[1] {
case "reads": reads()
case "loop": loop()
case "write": lockedWrite()
case "end": end()
case "handle": try handle()
default: exit(2)
}
