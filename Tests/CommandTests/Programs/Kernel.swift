// Threads that wait in calls into the kernel. Each mode prints the line of the call that its picture must show.

import Dispatch
import Foundation

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
            _ = read(pipe.reads, &byte, 1); print(#line)
            answers.put()
        }
        for _ in 0..<10_000 {
            pipe.put()
            _ = pipe.take()
        }
    }
    for _ in 0..<2 {
        usleep(pause)
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
            _ = poll(&set, 1, -1)
            _ = events.take()
            if round == 2 {
                var byte: UInt8 = 0
                _ = read(answers.reads, &byte, 1); print(#line)
            }
        }
    }
    for round in 0..<4 {
        usleep(pause)
        events.put()
        if round == 2 {
            usleep(pause)
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
        isWriting.signal()
        _ = write(full.writes, bytes, bytes.count); print(#line)
        lock.unlock()
    }
    let other = thread("other") {
        isWriting.wait()
        lock.lock(); print(#line)
        lock.unlock()
    }
    usleep(pause)
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
    let pipe = Pipe(), begins = DispatchSemaphore(value: 0)
    _ = thread("reader") {
        begins.signal()
        _ = pipe.take()
    }
    begins.wait()
    usleep(pause)
}

/// Foundation reads for the program.
func handle() throws {
    let pipe = Foundation.Pipe()
    let writer = thread("writer") {
        usleep(pause)
        pipe.fileHandleForWriting.write(Data([1]))
    }
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
