import Dispatch
import Foundation
import Glibc

// Programs that do what a tracer has to live with; the first argument says which.

let queue = DispatchQueue(label: "test.work")
let pool = DispatchQueue(label: "test.pool", attributes: .concurrent)
let arguments = CommandLine.arguments

func nanoseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

func work(_ count: Int) {
    for _ in 0..<count { queue.async {} }
    queue.sync {}
}

func say(_ text: String) {
    print(text)
    fflush(nil)
}

// Swift hides `fork`, which other languages' libraries still call.
func fork() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    return unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)()
}

func execute(_ words: [String]) -> Never {
    let pointers = words.map { strdup($0) } + [nil]
    execv(words[0], pointers)
    _exit(99)
}

switch arguments[1] {
case "killed":
    // Dies without warning, ARGUMENT microseconds after several threads have begun to work.
    let deadline = nanoseconds() + UInt64(arguments[2])! * 1_000
    Thread.detachNewThread {
        while nanoseconds() < deadline {}
        kill(getpid(), SIGKILL)
    }
    let lock = NSLock()
    let turns = DispatchSemaphore(value: 64)
    while true {
        turns.wait()
        pool.async {
            lock.lock()
            lock.unlock()
            queue.async { turns.signal() }
        }
    }
case "forks":
    work(10)
    let child = fork()
    if child == 0 {
        write(1, "child\n", 6)
        _exit(3)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    work(10)
    say("the child ended with \((status >> 8) & 0xFF)")
case "forks and starts":
    work(10)
    let child = fork()
    if child == 0 { execute(Array(arguments.dropFirst(2))) }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    work(10)
case "spawns":
    work(10)
    var pointers = arguments.dropFirst(2).map { strdup($0) } + [nil]
    var child: pid_t = 0, status: Int32 = 0
    if posix_spawn(&child, arguments[2], nil, nil, &pointers, environ) == 0 { waitpid(child, &status, 0) } else { exit(98) }
case "executes":
    work(10)
    execute(Array(arguments.dropFirst(2)))
case "closes descriptors":
    for descriptor: Int32 in 3..<1024 { close(descriptor) }
    let file = open("/dev/null", O_RDWR)
    work(10_000)
    say("the next free descriptor was \(file)")
    exit(4)
case "dispatchMain":
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) {
        DispatchQueue.main.async {
            say("on the main queue")
            exit(6)
        }
    }
    dispatchMain()
case "exits in the middle":
    let inside = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
        pool.async {
            inside.signal()
            while true { sleep(60) }
        }
    }
    inside.wait()
    inside.wait()
    queue.suspend()
    for _ in 0..<3 { queue.async {} }
    exit(7)
case "traps":
    work(10)
    queue.sync { queue.sync {} }
case "answers the keyboard":
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    source.setEventHandler {
        say("interrupted")
        exit(5)
    }
    source.setRegistrationHandler { say("ready") }
    source.resume()
    dispatchMain()
case "waits to be killed":
    work(10)
    say("ready")
    dispatchMain()
case "works":
    work(Int(arguments[2])!)
default:
    fatalError("there is no fault \(arguments[1])")
}
