// Threads and tasks that say themselves what they do. Each mode prints what its picture must show.

import Dispatch
import Foundation

actor Bottleneck {
    func work() { usleep(20_000) }
}

actor Cell {
    private var value = 0
    func add() { value += 1 }
}

/// Glibc's header hides it.
@_silgen_name("pthread_setname_np") func setName(_ thread: pthread_t, _ name: UnsafePointer<CChar>) -> Int32

func longLived(_ gate: AsyncStream<Int>) async {
    for await _ in gate { await Task.yield() }
}

/// The processor is busy for some milliseconds.
func compute(milliseconds: Double) {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(milliseconds * 1_000_000)
    while DispatchTime.now().uptimeNanoseconds < end {}
}

@main struct Pictures {
    static func main() async {
        switch CommandLine.arguments[1] {
        case "threads": threads()
        case "suspended": await suspended()
        case "wrapped": await wrapped()
        case "cells": await cells()
        case "lock": lock()
        case "actor": await actor()
        case "semaphore": await semaphore()
        case "leak": await leak()
        default: exit(2)
        }
    }

    /// Three threads of its own: two are named before they start, one from inside.
    static func threads() {
        let ended = DispatchSemaphore(value: 0)
        for name in ["decoder", "mixer"] {
            let thread = Thread {
                compute(milliseconds: 20)
                ended.signal()
            }
            thread.name = name
            thread.start()
        }
        var handle = pthread_t()
        pthread_create(
            &handle, nil,
            { _ in
                _ = setName(pthread_self(), "loop")
                compute(milliseconds: 20)
                return nil
            }, nil)
        pthread_join(handle, nil)
        for _ in 0..<2 { ended.wait() }
    }

    /// A task for each kind of wait; each line of output is the task's wait and its line.
    static func suspended() async {
        let bottleneck = Bottleneck()
        let first = Task(name: "first") { await bottleneck.work() }
        let value = Task(name: "value") { await first.value }; print("value", #line)
        let continuation = Task(name: "continuation") {
            print("continuation", #line + 1)
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(15)) { continuation.resume() }
            }
        }
        let sleep = Task(name: "sleep") { try? await Task.sleep(nanoseconds: 15_000_000) }; print("sleep", #line)
        let (stream, elements) = AsyncStream.makeStream(of: Int.self)
        let element = Task(name: "element") { for await number in stream { _ = number; break } }; print("element", #line)
        let children = Task(name: "children") {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { usleep(10_000) } }
                print("children", #line); await group.waitForAll()
            }
        }
        let turn = Task(name: "turn") { await bottleneck.work() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(15)) { elements.yield(1) }
        _ = await (value.value, continuation.value, sleep.value, element.value, children.value, turn.value)
    }

    /// A task that was made long before the recorder's buffer began again.
    static func wrapped() async {
        let (gate, elements) = AsyncStream.makeStream(of: Int.self)
        let old = Task { await longLived(gate) }
        let queue = DispatchQueue(label: "filler")
        for round in 0..<40 {
            for _ in 0..<2_000 { queue.async {} }
            queue.sync {}
            elements.yield(round)
            await Task.yield()
        }
        elements.finish()
        await old.value
    }

    /// As many objects of one actor as the argument says.
    static func cells() async {
        let cells = (0..<(Int(CommandLine.arguments[2]) ?? 1)).map { _ in Cell() }
        await withTaskGroup(of: Void.self) { group in
            for cell in cells { group.addTask { await cell.add() } }
        }
    }

    // MARK: a problem in each; the output is the line of its cause

    /// A lock that is held across something slow. The second thread asks for it while the first has it.
    static func lock() {
        var lock = pthread_mutex_t()
        pthread_mutex_init(&lock, nil)
        let shared = UncheckedPointer(&lock), hasLock = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
        Thread {
            pthread_mutex_lock(shared.pointer)
            hasLock.signal()
            usleep(60_000)
            pthread_mutex_unlock(shared.pointer)
            ended.signal()
        }.start()
        hasLock.wait()
        print(#line + 1)
        pthread_mutex_lock(shared.pointer)
        pthread_mutex_unlock(shared.pointer)
        ended.wait()
    }

    /// Requests that all need one actor, which does slow work.
    static func actor() async {
        let bottleneck = Bottleneck()
        await withTaskGroup(of: Void.self) { group in
            print(#line + 1)
            for _ in 0..<8 { group.addTask { await bottleneck.work() } }
        }
    }

    /// A task that waits for a semaphore.
    static func semaphore() async {
        let ready = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(60)) { ready.signal() }
        print(#line + 1)
        await Task.detached { wait(ready) }.value
    }

    /// A task for each request, of which none ends.
    static func leak() async {
        print(#line + 1)
        for _ in 0..<5 { Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } } }
        try? await Task.sleep(nanoseconds: 60_000_000)
    }
}

func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

struct UncheckedPointer: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<pthread_mutex_t>
    init(_ pointer: UnsafeMutablePointer<pthread_mutex_t>) { self.pointer = pointer }
}
