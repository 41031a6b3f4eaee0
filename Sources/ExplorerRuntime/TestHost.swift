import Explorer
import Glibc

// A file that is compiled with a package's tests (`TestHostFile` in Packages) calls these functions. It runs Swift Testing as usual, on
// threads that are not explored. Only the body of the wanted test is explored, on the thread on which Swift Testing calls it.

/// The order for this process; read before any test's code runs.
private enum TestOrder {
    nonisolated(unsafe) static var channel: Channel?
    nonisolated(unsafe) static var order: ExplorationRequest?
}

/// Reads the order. From then on, output of the tests is discarded.
/// - Returns: false if there is none.
@_silgen_name("interleave_test_begin")
public func beginTest() -> Bool {
    let channel = Channel()
    TestOrder.channel = channel
    TestOrder.order = channel.order()
    guard let order = TestOrder.order else {
        channel.complain("This program is run by: interleave test\n")
        return false
    }
    if let chaos = order.chaos { _ = RealRun(chaos, channel, secret: order.secret) }
    return true
}

/// Whether this process runs a test really, and explores none.
@_silgen_name("interleave_test_is_real") public func isRealTest() -> Bool { RealRun.isOn }

/// Ends a real run of a test.
@_silgen_name("interleave_test_end_real") public func endRealTest() -> Never { RealRun.end() }

/// Tells the process that started this one something about the test.
@_silgen_name("interleave_test_notice")
public func noticeTest(_ notice: String) {
    let line = notice.replacing("\n", with: "\u{2028}")
    if let order = TestOrder.order { TestOrder.channel?.send(notice: line, secret: order.secret) }
}

/// Explores the body of a test.
/// - Parameters:
///   - begin: called before each execution.
///   - body: the test; a task on the main actor runs it. The task has the values of the calling task.
///   - outcome: of the execution that has ended; it throws what has failed.
@_silgen_name("interleave_test_explore")
public func exploreTest(begin: @escaping () -> Void, body: @escaping () async -> Void, outcome: @escaping () throws -> String) -> Never {
    let shared = SharedTest(body: body), values = TaskValues()
    var program = ExploredProgram(
        body: {
            begin()
            values.inherit()
            Task { @MainActor in await shared.body() }
        }, conclude: { (try outcome(), true) })
    program.isAsynchronous = true
    explore(program)
}

/// The threads of the explored program take turns on one real thread, so no two use it at the same time.
private struct SharedTest: @unchecked Sendable { let body: () async -> Void }

/// The same for a test that is not asynchronous. A thread runs it, which has the main queue meanwhile.
///
/// In `swift test`, that is the main thread. While it waits for expectations, items of the main queue run there. So the thread gives the
/// main queue away when it begins to wait, and waits for it before it goes on.
@_silgen_name("interleave_test_explore_on_main_queue")
public func exploreTest(begin: @escaping () -> Void, body: @escaping () -> Void, outcome: @escaping () throws -> String) -> Never {
    explore(
        ExploredProgram(
            body: {
                begin()
                ThreadWithMainQueue.start(body)
            }, conclude: { (try outcome(), true) }))
}

private enum ThreadWithMainQueue {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    static func start(_ body: @escaping () -> Void) {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { body in
                takeMainQueue()
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                giveMainQueue()
                return nil
            }, Unmanaged.passRetained(Body(body)).toOpaque())
        pthread_detach(thread)
    }
}

/// The explored thread that runs a test takes the main queue, so that no other item of it runs.
@_silgen_name("interleave_take_main_queue") private func takeMainQueue()

/// It gives it away, until it takes it again.
@_silgen_name("interleave_give_main_queue") private func giveMainQueue()

@_silgen_name("interleave_model_expectations") private func modelExpectations()

// (The file that is compiled with the tests sees only exported functions.)
@_silgen_name("interleave_test_take_main_queue") public func takeMainQueueForTest() { takeMainQueue() }
@_silgen_name("interleave_test_give_main_queue") public func giveMainQueueForTest() { giveMainQueue() }

private func explore(_ program: ExploredProgram) -> Never {
    guard let channel = TestOrder.channel, var order = TestOrder.order else { _exit(64) }
    modelExpectations()
    order.options.trustsTimeLimits = true
    Limits.set(memory: order.memory)
    Watchdog.confine(to: nil)
    Watchdog.endAtRequest()
    Watchdog.noticeOtherThreads()
    Watchdog.stopTasksOfThisThread(after: 5)
    Exploration(program, channel, order).run()
}
